// @ts-check
/** Figures per operation: live for the newest interval, afterwards for the measured phases. */
import { html } from "../html.js";
import { count, figure, millis, NONE } from "../lib/format.js";
import { Table } from "../ui/table.js";
import { since } from "./outcomes.js";

/** @typedef {import("../types.js").StatsDocument} StatsDocument */
/** @typedef {import("./run-model.js").RunModel} RunModel */
/** @typedef {{name: string, stats: StatsDocument, ok: number, failed: number, whole: boolean}} Row */

/** @param {"p50" | "p90" | "p95" | "p99" | "p99_9" | "max" | "mean"} which @param {string} label @returns {import("../ui/table.js").Column<Row>} */
function latencyColumn(which, label) {
  return { label, number: true, title: "ms", cell: ({ stats }) => (stats.latencyMillis.count > 0 ? millis(stats.latencyMillis[which]) : NONE) };
}

/** @type {import("../ui/table.js").Column<Row>} */
const NAME = { label: "Operation", head: true, cell: (row) => row.name };
/** @type {import("../ui/table.js").Column<Row>} */
const RATE = { label: "per second", number: true, cell: ({ stats, whole }) => figure(whole ? stats.transactionsPerSecond : stats.statementsPerSecond) };
/** @type {import("../ui/table.js").Column<Row>[]} */
const SUMS = [
  { label: "ok", number: true, cell: (row) => count(row.ok) },
  { label: "failed", number: true, cell: (row) => html`<span class=${row.failed > 0 ? "hot" : ""}>${count(row.failed)}</span>` },
];
const LIVE = [NAME, RATE, latencyColumn("p50", "p50"), latencyColumn("p95", "p95"), latencyColumn("p99", "p99"), latencyColumn("max", "max"), ...SUMS];
const RESULT = [NAME, RATE, latencyColumn("mean", "mean"), latencyColumn("p50", "p50"), latencyColumn("p90", "p90"), latencyColumn("p95", "p95"), latencyColumn("p99", "p99"), latencyColumn("p99_9", "p99.9"), latencyColumn("max", "max"), ...SUMS];

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
    return { name, stats, ok: sums?.ok ?? 0, failed: sums?.failed ?? 0, whole: false };
  });
  return html`<section aria-labelledby="operations-title">
    <div class="section-head"><h2 id="operations-title">Operations</h2><span class="muted">rates and latencies (ms) of the newest interval; counts ${since(model)}</span></div>
    <${Table} caption="Operations" columns=${LIVE} rows=${rows} rowKey=${byName} />
  </section>`;
}

/** @param {{summary: StatsDocument, operations: Record<string, StatsDocument>}} props */
export function ResultOperations({ summary, operations }) {
  const rows = [{ name: "transaction", stats: summary, ok: summary.transactions, failed: summary.failed, whole: true }];
  for (const [name, stats] of Object.entries(operations)) {
    rows.push({ name, stats, ok: stats.transactions, failed: stats.failed, whole: false });
  }
  return html`<${Table} caption="Latency in ms per operation, measured phases" columns=${RESULT} rows=${rows} rowKey=${byName}
    rowClass=${(/** @type {Row} */ row) => (row.whole ? "row-sum" : "")} />`;
}
