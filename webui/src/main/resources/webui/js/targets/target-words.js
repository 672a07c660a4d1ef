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
 * What a test says of the connection: nothing where no agent has tried, of which only the server tells.
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
