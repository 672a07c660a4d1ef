// @ts-check
/** What came of each phase. */
import { html } from "../html.js";
import { count, elapsed, figure, millis, plural } from "../lib/format.js";
import { FEW_LATENCIES, valueOf } from "../lib/measures.js";
import { Section } from "../ui/section.js";
import { Table } from "../ui/table.js";

/** @typedef {import("../types.js").RunPhaseDocument} Phase */

/** A shorter wait than this is no backlog; the terminal's summary and the report have the same. */
const LEAST_WAIT_MILLIS = 100;

/**
 * @param {string} label
 * @param {(stats: import("../types.js").StatsDocument) => number} of
 * @returns {import("../ui/table.js").Column<Phase>}
 */
const counted = (label, of) => ({ label, number: true, cell: ({ stats }) => count(of(stats)) });

/** @param {string} id @returns {import("../ui/table.js").Column<Phase>} */
const timed = (id) => ({
  label: id,
  number: true,
  title: "ms",
  cell: ({ stats }) => millis(valueOf(stats, id)),
});

/** @type {import("../ui/table.js").Column<Phase>[]} */
const COLUMNS = [
  { label: "Phase", head: true, cell: ({ kind }) => kind },
  { label: "from", number: true, cell: ({ startMillis }) => elapsed(startMillis / 1e3) },
  counted("due", (stats) => stats.due),
  counted("begun", (stats) => stats.begun),
  counted("ok", (stats) => stats.transactions),
  counted("failed", (stats) => stats.failed + stats.uncertain),
  counted("dropped", (stats) => stats.dropped),
  counted("carried over", (stats) => stats.carriedOver),
  {
    label: "per second",
    number: true,
    cell: ({ stats }) => figure(valueOf(stats, "throughput")),
  },
  ...FEW_LATENCIES.map(timed),
];

/** @param {Phase} phase */
const byStart = ({ startMillis }) => `${startMillis}`;

/** @param {{phases: Phase[]}} props */
export function Phases({ phases }) {
  const note = "carried over: ended in the phase, and was due before it";
  return phases.length < 2
    ? null
    : html`<${Section} id="phases-title" title="Phases" note=${note}>
        <${Table} caption="Phases" columns=${COLUMNS} rows=${phases} rowKey=${byStart} />
      <//>`;
}

/** What measured phases began with that was due before them, in words. @param {Phase[]} phases */
export function backlogs(phases) {
  return phases
    .filter(({ kind, waitingMillis }) => kind === "measure" && waitingMillis >= LEAST_WAIT_MILLIS)
    .map(({ startMillis, waitingBefore, waitingMillis, stats }) => {
      const ended = stats.transactions + stats.failed + stats.uncertain;
      return `when the measured phase began at ${elapsed(startMillis / 1e3)}, ${plural(waitingBefore, "arrival")}
        waited, the oldest for ${(waitingMillis / 1e3).toFixed(1)} s: ${count(stats.carriedOver)} of the
        ${count(ended)} transactions that ended in it were due before it`;
    });
}
