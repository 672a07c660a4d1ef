// @ts-check
// Made from Measure. Do not edit.
/**
 * @typedef {object} Measure
 * @property {string} id
 * @property {string} heading above a column
 * @property {string} unit
 * @property {"higher" | "lower" | "neither"} better
 * @property {boolean} draining whether it is drawn after the last phase, too
 * @property {string[]} shown in which places
 */
/** @type {Measure[]} */
export const MEASURES = [
  { id: "throughput", heading: "tx/s", unit: "/s", better: "higher", draining: false, shown: ["study", "comparison", "history", "drift", "chart", "lines"] },
  { id: "goodput", heading: "goodput/s", unit: "/s", better: "higher", draining: false, shown: ["lines"] },
  { id: "attempts", heading: "attempts/s", unit: "/s", better: "higher", draining: false, shown: ["lines"] },
  { id: "statements", heading: "statements/s", unit: "/s", better: "higher", draining: false, shown: ["study_more", "lines"] },
  { id: "errors", heading: "errors %", unit: "%", better: "lower", draining: false, shown: ["drift", "lines"] },
  { id: "retries", heading: "retries %", unit: "%", better: "lower", draining: false, shown: ["lines"] },
  { id: "dropped", heading: "dropped %", unit: "%", better: "lower", draining: false, shown: ["lines"] },
  { id: "in_flight", heading: "in flight", unit: "", better: "lower", draining: false, shown: ["drift", "lines"] },
  { id: "connections", heading: "connections", unit: "", better: "higher", draining: false, shown: [] },
  { id: "failed", heading: "failed/s", unit: "/s", better: "lower", draining: true, shown: ["chart"] },
  { id: "uncertain", heading: "uncertain/s", unit: "/s", better: "lower", draining: true, shown: ["chart"] },
  { id: "retried", heading: "retried/s", unit: "/s", better: "lower", draining: true, shown: ["chart"] },
  { id: "carried_over", heading: "carried over/s", unit: "/s", better: "neither", draining: false, shown: ["chart"] },
  { id: "mean", heading: "mean ms", unit: "ms", better: "lower", draining: false, shown: ["study", "comparison", "lines"] },
  { id: "p50", heading: "p50 ms", unit: "ms", better: "lower", draining: false, shown: ["study_wide", "comparison", "history", "drift", "chart", "lines"] },
  { id: "p90", heading: "p90 ms", unit: "ms", better: "lower", draining: false, shown: ["study_more", "comparison", "drift", "lines"] },
  { id: "p95", heading: "p95 ms", unit: "ms", better: "lower", draining: false, shown: ["study", "comparison", "history", "drift", "chart", "lines"] },
  { id: "p99", heading: "p99 ms", unit: "ms", better: "lower", draining: false, shown: ["study_wide", "comparison", "history", "drift", "chart", "lines"] },
  { id: "p99.9", heading: "p99.9 ms", unit: "ms", better: "lower", draining: false, shown: ["study_more", "comparison", "drift", "lines"] },
  { id: "p99.99", heading: "p99.99 ms", unit: "ms", better: "lower", draining: false, shown: ["drift", "lines"] },
  { id: "max", heading: "max ms", unit: "ms", better: "lower", draining: false, shown: ["study_wide", "lines"] },
];
