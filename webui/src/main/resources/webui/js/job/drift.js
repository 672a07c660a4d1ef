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

/** @type {import("../ui/table.js").Column<DriftFinding>[]} */
const COLUMNS = [
  { label: "Figure", head: true, cell: (f) => f.label },
  {
    label: "Verdict",
    cell: (f) => html`<${Badge} word=${f.verdict} as=${f.worse ? "warn" : tone(f.verdict)} />`,
  },
  { label: "Level", number: true, cell: (f) => `${figure(f.level)} ${f.unit}` },
  {
    label: "In a day",
    number: true,
    title: "By the median of all slopes, without steps",
    cell: (f) => inADay(f.perHour, f),
  },
  { label: "At 95 %", number: true, title: "Bounds of the slope", cell: bounds },
  { label: "Steps", cell: (f) => f.steps.map((step) => stepWords(step, f)).join(", ") },
  { label: "Limit", cell: limit },
];

/** @param {number} perHour @param {DriftFinding} finding */
function inADay(perHour, { level, unit }) {
  const relative = level !== 0 && unit !== "%";
  const amount = 24 * (relative ? (100 * perHour) / Math.abs(level) : perHour);
  const sign = amount > 0 ? "+" : "";
  return `${sign}${Number(amount.toPrecision(3)).toLocaleString("en")} ${relative ? "%" : unit}`;
}

/** @param {DriftFinding} finding */
function bounds(finding) {
  const { perHourLow: low, perHourHigh: high } = finding;
  return low === undefined || high === undefined
    ? ""
    : `${inADay(low, finding)} to ${inADay(high, finding)}`;
}

/** @param {import("../types.js").DriftFindingStep} step @param {DriftFinding} finding */
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
    <${Table} caption="Drift by figure" columns=${COLUMNS} rows=${drift.figures}
      rowKey=${(/** @type {DriftFinding} */ f) => f.figure} />
  <//>`;
}
