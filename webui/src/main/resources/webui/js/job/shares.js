// @ts-check
/** Each agent's part in a running job, and how the agent itself fares. */
import { html } from "../html.js";
import { count, latency, NONE, percent } from "../lib/format.js";
import { Badge } from "../ui/badge.js";
import { Section } from "../ui/section.js";
import { Table } from "../ui/table.js";

/** @typedef {import("../types.js").ShareView} ShareView */
/** @typedef {import("../types.js").GeneratorSample} GeneratorSample */

/**
 * @param {string} label
 * @param {Exclude<keyof GeneratorSample, "host">} name
 * @param {string} [title]
 * @returns {import("../ui/table.js").Column<ShareView>}
 */
function shareColumn(label, name, title) {
  return { label, title, number: true, cell: (share) => percent(share.generator[name]) };
}

/**
 * Shown once a first record has come.
 *
 * @param {string} label
 * @param {Exclude<keyof GeneratorSample, "host">} name
 * @param {string} title
 * @returns {import("../ui/table.js").Column<ShareView>}
 */
function nanosColumn(label, name, title) {
  return {
    label,
    title,
    number: true,
    cell: (share) => (share.lastInterval < 0 ? NONE : latency(share.generator[name] / 1e6)),
  };
}

/** @type {import("../ui/table.js").Column<ShareView>[]} */
const COLUMNS = [
  { label: "Agent", head: true, cell: (share) => share.name },
  {
    label: "Status",
    cell: (share) => html`<${Badge} word=${share.status} />
    ${share.state !== "connected" && html` <${Badge} word=${share.state} />`}
    ${share.detail && html`<span class="share-detail">${share.detail}</span>`}`,
  },
  { label: "Threads", number: true, cell: (share) => count(share.threads) },
  shareColumn("Worker CPU", "processCpu", "Share of the host that the worker used"),
  shareColumn("Host CPU", "hostCpu"),
  shareColumn(
    "CPU wait",
    "cpuWait",
    "Share of the measured time in which load threads could have run and had no core",
  ),
  shareColumn("Own CPU", "ownCpu", "Share of their time that load threads were on a core"),
  shareColumn("Quota", "throttled", "Time for which a CPU quota stopped the worker"),
  shareColumn("Steal", "steal", "CPU time that the hypervisor gave to others"),
  nanosColumn(
    "GC pause",
    "gcPauseNanos",
    "Time for which the worker's collector stopped its threads",
  ),
  nanosColumn(
    "Hiccup",
    "maxHiccupNanos",
    "Longest delay of a thread that wanted to wake every 100 ms",
  ),
  nanosColumn(
    "Start late",
    "startLatenessP99Nanos",
    "Actual minus intended start, 99th percentile",
  ),
  nanosColumn("In flight", "oldestInFlightNanos", "Age of the oldest unfinished iteration"),
];

/** @param {ShareView} share */
const nameOf = (share) => share.name;

/** @param {{shares: ShareView[]}} props */
export function ShareTable({ shares }) {
  if (shares.length === 0) {
    return null;
  }
  const columns = COLUMNS.filter((column) => shares.some((share) => column.cell(share) !== NONE));
  return html`<${Section} id="shares-title" title="Agents">
    <${Table} caption="Agents in this job" columns=${columns} rows=${shares} rowKey=${nameOf} />
  <//>`;
}
