// @ts-check
/** Figures per operation: live for the newest interval, afterwards for the measured phases. */
import { html } from "../html.js";
import { count, figure, millis } from "../lib/format.js";
import { FEW_LATENCIES, LATENCIES, valueOf } from "../lib/measures.js";
import { Section } from "../ui/section.js";
import { Table } from "../ui/table.js";

/** @typedef {import("../types.js").StatsDocument} StatsDocument */
/** @typedef {import("./run-model.js").RunModel} RunModel */
/**
 * @typedef {{name: string, stats: import("../lib/measures.js").Measured, ok: number, failed: number, whole: boolean, part?: boolean}} Row
 *   `whole` stands for the transaction, of which the operations are parts; `part` for a part of its
 *   response, which has no counts of its own
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
  cell: ({ stats, part }) => (part ? "" : figure(valueOf(stats, "throughput"))),
};
/** @type {import("../ui/table.js").Column<Row>[]} */
const SUMS = [
  { label: "ok", number: true, cell: (row) => (row.part ? "" : count(row.ok)) },
  {
    label: "failed",
    number: true,
    cell: (row) =>
      row.part
        ? ""
        : html`<span class=${row.failed > 0 ? "hot" : ""}>${count(row.failed)}</span>`,
  },
];
const LIVE = [NAME, RATE, ...FEW_LATENCIES.map(latencyColumn), ...SUMS];
const RESULT = [NAME, RATE, ...LATENCIES.map(latencyColumn), ...SUMS];

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
    return { name, stats, ok: sums?.transactions ?? 0, failed: sums?.failed ?? 0, whole: false };
  });
  const note = "rates and latencies (ms): last interval; counts: so far";
  return html`<${Section} id="operations-title" title="Operations" note=${note}>
    <${Table} caption="Operations" columns=${LIVE} rows=${rows} rowKey=${byName} />
  <//>`;
}

/** @param {StatsDocument} stats */
function counts({ transactions, failed }) {
  return { ok: transactions, failed };
}

/** What the response of an open load is made of, and that of what was carried over. @param {StatsDocument} summary @returns {Row[]} */
function responseParts(summary) {
  const { waitMillis, scheduleDelayMillis, serviceMillis, carriedLatencyMillis } = summary;
  const named = /** @type {const} */ ([
    ["wait for a thread", waitMillis],
    ["schedule delay", scheduleDelayMillis],
    ["service", serviceMillis],
    ["carried over", waitMillis && carriedLatencyMillis],
  ]);
  return named.flatMap(([name, latencyMillis]) => {
    const stats = latencyMillis && { latencyMillis, measures: {} };
    return stats
      ? [{ name: `– ${name}`, stats, ok: 0, failed: 0, whole: false, part: true }]
      : [];
  });
}

/** @param {Row} row */
const rowClass = (row) => (row.whole ? "row-sum" : "");

/** @param {{summary: StatsDocument, operations: Record<string, StatsDocument>}} props */
export function ResultOperations({ summary, operations }) {
  // Of what a job class can do, a run may do a part.
  const done = Object.entries(operations).filter(
    ([, stats]) => stats.transactions + stats.failed + stats.uncertain > 0,
  );
  const parts = done.map(([name, stats]) => {
    return { name, stats, ...counts(stats), whole: false };
  });
  const whole = { name: "transaction", stats: summary, ...counts(summary), whole: true };
  const rows = [whole, ...responseParts(summary), ...parts];
  const caption = "Latency in ms per operation, measured phases";
  return html`<${Table} caption=${caption} columns=${RESULT} rows=${rows} rowKey=${byName}
    rowClass=${rowClass} />`;
}
