// @ts-check
/** Figures per operation for the newest interval. */
import { html } from "../html.js";
import { count, figure, millis } from "../lib/format.js";
import { FEW_LATENCIES, valueOf } from "../lib/measures.js";
import { Section } from "../ui/section.js";
import { Table } from "../ui/table.js";

/** @typedef {import("./run-model.js").RunModel} RunModel */
/**
 * @typedef {{name: string, stats: import("../lib/measures.js").Measured, ok: number, failed: number}} Row
 */

/** @param {string} id @returns {import("../ui/table.js").Column<Row>} */
const latencyColumn = (id) => ({
  label: id,
  number: true,
  title: "ms",
  cell: ({ stats }) => millis(valueOf(stats, id)),
});

/** @type {import("../ui/table.js").Column<Row>} */
const NAME = { label: "Operation", head: true, cell: (row) => row.name };
/** @type {import("../ui/table.js").Column<Row>} */
const RATE = {
  label: "per second",
  number: true,
  cell: ({ stats }) => figure(valueOf(stats, "throughput")),
};
/** @type {import("../ui/table.js").Column<Row>[]} */
const SUMS = [
  { label: "ok", number: true, cell: (row) => count(row.ok) },
  {
    label: "failed",
    number: true,
    cell: (row) => html`<span class=${row.failed > 0 ? "hot" : ""}>${count(row.failed)}</span>`,
  },
];
const LIVE = [NAME, RATE, ...FEW_LATENCIES.map(latencyColumn), ...SUMS];
/** @param {Row} row */
const byName = (row) => row.name;

/** @param {{model: RunModel}} props */
export function LiveOperations({ model }) {
  const { latest, operations } = model;
  if (!latest || Object.keys(latest.operations ?? {}).length === 0) {
    return null;
  }
  const rows = Object.entries(latest.operations).map(([name, stats]) => {
    const sums = operations.get(name);
    return { name, stats, ok: sums?.transactions ?? 0, failed: sums?.failed ?? 0 };
  });
  const note = "rates and latencies (ms): last interval; counts: so far";
  return html`<${Section} id="operations-title" title="Operations" note=${note}>
    <${Table} caption="Operations" columns=${LIVE} rows=${rows} rowKey=${byName} />
  <//>`;
}
