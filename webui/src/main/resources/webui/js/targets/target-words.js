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

/** All that one should know before load goes there. @param {TargetView} target */
export function targetWords(target) {
  const limits = [
    ...limitWords(target).map((word) => `at most ${word}`),
    target.exclusive ? "one job at a time" : "",
    target.protected ? "protected" : "",
  ];
  return [target.url, ...limits.filter(Boolean)].join(" · ");
}
