// @ts-check
/** The slowest transactions of a run, each with a link to the charts of its time. */
import { html } from "../html.js";
import { elapsed, millis } from "../lib/format.js";
import { Blocks } from "../ui/report.js";
import { Section } from "../ui/section.js";
import { Table } from "../ui/table.js";

/** @typedef {import("../types.js").Observed} Observed */
/** @typedef {import("../types.js").ObservationSlow} Slow */
/** @typedef {import("../types.js").ReportSection} ReportSection */
/** @typedef {{atMillis: number, slow: Slow}} One */

const FIRST = 5;

/** @param {{observed: Observed[], section: ReportSection}} props `section` has the texts of statements, too */
export function Slowest({ observed, section: { title, note, blocks } }) {
  const statements = blocks.filter((one) => one.type === "part" && one.blocks[0].type === "pairs");
  return html`<${Section} id="slowest-title" title=${title} note=${note}>
    <${Table} caption=${title} columns=${columns} rows=${slowest(observed)} first=${FIRST}
      rowKey=${(/** @type {One} */ one) => `${one.atMillis} ${one.slow.thread}`} />
    <${Blocks} title=${title} blocks=${statements} />
  <//>`;
}

/** @param {Observed[]} observed */
function slowest(observed) {
  return observed
    .flatMap(({ atMillis, what }) => (what.type === "slow" ? [{ atMillis, slow: what }] : []))
    .sort((one, other) => other.slow.serviceMicros - one.slow.serviceMicros);
}

/** @type {import("../ui/table.js").Column<One>[]} */
const columns = [
  {
    label: "began",
    head: true,
    cell: ({ atMillis }) => html`<a href="#charts-title">${elapsed(atMillis / 1e3)}</a>`,
  },
  { label: "service", number: true, cell: ({ slow }) => millis(slow.serviceMicros / 1e3) },
  {
    label: "began late",
    number: true,
    cell: ({ slow }) => (slow.lateMicros === 0 ? "" : millis(slow.lateMicros / 1e3)),
  },
  { label: "slowest operation", cell: ({ slow }) => slow.spent.operation },
  {
    label: "took",
    number: true,
    cell: ({ slow }) => (slow.spent.operation === "" ? "" : millis(slow.spent.micros / 1e3)),
  },
  { label: "outcome", cell: ({ slow }) => slow.outcome.toLowerCase().replace("_", " ") },
  { label: "tries", number: true, cell: ({ slow }) => slow.tries },
  { label: "thread", number: true, cell: ({ slow }) => slow.thread },
  { label: "connection", number: true, cell: ({ slow }) => slow.connection },
];
