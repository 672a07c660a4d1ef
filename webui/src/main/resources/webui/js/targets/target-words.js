// @ts-check
/** A target in a few words. Pure. */
import { count } from "../lib/format.js";

/** @typedef {import("../types.js").TargetView} TargetView */

/** How much it takes. @param {TargetView} target */
export function limitWords({ maxConnections, maxRate }) {
  return [
    maxConnections > 0 ? `${count(maxConnections)} connections` : "",
    maxRate > 0 ? `${count(maxRate)}/s` : "",
  ].filter(Boolean);
}

/**
 * The result of a test in words. A test in which only the server found something has not tried the connection.
 *
 * @param {import("../types.js").PreflightDocument} result
 */
export function testWords({ fit, findings }) {
  const tried = findings.some(({ where }) => where !== "server");
  return fit ? "The connection works." : tried ? "No connection." : "Not tested.";
}

/** All that one should know before load goes there. @param {TargetView} target */
export function targetWords(target) {
  const limits = [
    ...limitWords(target).map((word) => `at most ${word}`),
    target.exclusive ? "one job at a time" : "",
    target.protected ? "protected" : "",
  ];
  return [target.url, ...limits.filter(Boolean)].join(" · ");
}

/**
 * What to know of the one that is chosen for a job.
 *
 * @param {string} name empty for none
 * @param {import("../types.js").TargetList} list
 */
export function choiceWords(name, { only, targets }) {
  const named = targets.find((one) => one.name === name);
  if (named) {
    return targetWords(named);
  }
  if (name) {
    return "There is no such target any more: choose another one.";
  }
  return only ? "This server allows load on named targets only." : "Give URL, user and password below.";
}
