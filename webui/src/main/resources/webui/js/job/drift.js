// @ts-check
/** Which figures rise, fall or step over the measured part of a run. */
import { html } from "../html.js";
import { elapsed, figure, span } from "../lib/format.js";
import { tone } from "../lib/states.js";
import { Badge } from "../ui/badge.js";
import { Section } from "../ui/section.js";
import { Table } from "../ui/table.js";

/** @typedef {import("../types.js").DriftFinding} DriftFinding */
/** @typedef {import("../types.js").DriftDocument} DriftDocument */

/**
 * In what time slopes are told, by how long was looked at.
 *
 * @param {number} millis
 */
function per(millis) {
  const hours = millis / 3.6e6;
  return hours >= 12 ? { label: "In a day", hours: 24 }
    : hours >= 0.5 ? { label: "In an hour", hours: 1 } : { label: "In a minute", hours: 1 / 60 };
}

/**
 * @param {{label: string, hours: number}} time
 * @returns {import("../ui/table.js").Column<DriftFinding>[]}
 */
const columns = (time) => [
  { label: "Figure", head: true, cell: (f) => f.label },
  {
    label: "Verdict",
    cell: (f) => html`<${Badge} word=${f.verdict} as=${f.worse ? "warn" : tone(f.verdict)} />`,
  },
  { label: "Level", number: true, cell: (f) => `${figure(f.level)} ${f.unit}` },
  {
    label: time.label,
    number: true,
    title: "By the median of all slopes, without steps",
    cell: (f) => slope(f.perHour, f, time.hours),
  },
  { label: "At 95 %", number: true, title: "Bounds of the slope",
    cell: (f) => bounds(f, time.hours) },
  { label: "Steps", cell: (f) => f.steps.map((step) => stepWords(step, f)).join(", ") },
  { label: "Limit", cell: limit },
];

/** @param {number} perHour @param {DriftFinding} finding @param {number} hours */
function slope(perHour, { level, unit }, hours) {
  const relative = level !== 0 && unit !== "%";
  const amount = hours * (relative ? (100 * perHour) / Math.abs(level) : perHour);
  const sign = amount > 0 ? "+" : "";
  return `${sign}${Number(amount.toPrecision(3)).toLocaleString("en")} ${relative ? "%" : unit}`;
}

/** @param {DriftFinding} finding @param {number} hours */
function bounds(finding, hours) {
  const { perHourLow: low, perHourHigh: high } = finding;
  return low === undefined || high === undefined
    ? ""
    : `${slope(low, finding, hours)} to ${slope(high, finding, hours)}`;
}

/** @param {import("../types.js").DriftFindingLevelStep} step @param {DriftFinding} finding */
function stepWords({ atMillis, height }, { unit }) {
  return `${height > 0 ? "+" : ""}${figure(height)} ${unit} at ${elapsed(atMillis / 1e3)}`;
}

/** @param {DriftFinding} finding */
function limit({ limit, unit }) {
  if (!limit) {
    return "";
  }
  const when = limit.hours;
  const words = when === undefined ? "" : when === 0 ? ", reached" : ` in ${span(when * 3.6e6)}`;
  return `${figure(limit.limit)} ${unit}${words}`;
}

/** @param {{drift: DriftDocument}} props */
export function Drift({ drift }) {
  const note = `over ${span(drift.spanMillis)} in ${drift.bins} parts${
    drift.cycleMillis > 0 ? `, compared over ${span(drift.cycleMillis)}` : ""
  }`;
  return html`<${Section} id="drift-title" title="Drift" note=${note}>
    <p class="drift-sentence drift-${drift.verdict.toLowerCase()}">${drift.sentence}</p>
    <${Table} caption="Drift by figure" columns=${columns(per(drift.spanMillis))} rows=${drift.figures}
      rowKey=${(/** @type {DriftFinding} */ f) => f.figure} />
  <//>`;
}
