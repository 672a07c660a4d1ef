// @ts-check
/** How a run's thresholds stand, or came out. */
import { html } from "../html.js";
import { elapsed, figure, latency, NONE } from "../lib/format.js";
import { Badge } from "../ui/badge.js";
import { Section } from "../ui/section.js";
import { Table } from "../ui/table.js";

/** @typedef {import("../types.js").ThresholdDocument} ThresholdDocument */
/** @typedef {import("../types.js").ThresholdVerdicts} ThresholdVerdicts */

/** @param {string} verdict as the server sends it */
export const words = (verdict) => verdict.replaceAll("_", " ");

/** @param {string} number @param {string} unit */
const amount = (number, unit) => `${number}${unit.startsWith("/") || !unit ? "" : " "}${unit}`;

/** As it was written. @param {number} limit */
const plain = (limit) => limit.toLocaleString("en", { maximumFractionDigits: 9 });

/** @param {ThresholdDocument} threshold */
const value = ({ value, unit, atLeast }) =>
  value === undefined
    ? NONE
    : `${atLeast ? "≥ " : ""}${unit === "ms" ? latency(value) : amount(figure(value), unit)}`;

/** @type {import("../ui/table.js").Column<ThresholdDocument>[]} */
const COLUMNS = [
  { label: "Threshold", head: true, cell: (t) => html`<code>${t.text}</code>` },
  { label: "Verdict", cell: (t) => html`<${Badge} word=${words(t.verdict)} />` },
  { label: "Value", number: true, cell: value },
  { label: "Limit", number: true, cell: (t) => `${t.sign} ${amount(plain(t.limit), t.unit)}` },
  {
    label: "Where",
    cell: (t) => (t.atMillis === undefined ? "all that was measured" : `from ${elapsed(t.atMillis / 1e3)} on`),
  },
];
/** @param {ThresholdDocument} threshold */
const unjudged = ({ verdict }) => verdict === "NOT_JUDGED";
/** @type {import("../ui/table.js").Column<ThresholdDocument>} */
const WHY = { label: "Why", wide: true, cell: (t) => (unjudged(t) ? t.sentence : "") };

/** @param {{thresholds: ThresholdVerdicts}} props */
export function Thresholds({ thresholds }) {
  const { each } = thresholds;
  const columns = each.some(unjudged) ? [...COLUMNS, WHY] : COLUMNS;
  return html`<${Section} id="thresholds-title" title="Thresholds" note=${holding(thresholds)}>
    <${Table} caption="Thresholds" columns=${columns} rows=${each}
      rowKey=${(/** @type {ThresholdDocument} */ t) => t.text} />
  <//>`;
}

/** @param {ThresholdVerdicts} thresholds */
export function holding({ each }) {
  return `${each.filter((one) => one.verdict === "HOLDS").length} of ${each.length} hold`;
}
