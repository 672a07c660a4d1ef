// @ts-check
/** Each agent's part in a running job, and how the agent itself fares. */
import { html } from "../html.js";
import { count, latency, NONE, percent } from "../lib/format.js";
import { Badge } from "../ui/badge.js";
import { Section } from "../ui/section.js";
import { Table } from "../ui/table.js";
import { generatorFigures, ofGenerator } from "./run-model.js";

/** @typedef {import("../types.js").ShareView} ShareView */
/** @typedef {import("../types.js").Figure} Figure */

/**
 * Shown once a first record has come.
 *
 * @param {Figure} figure of the load generator
 * @returns {import("../ui/table.js").Column<ShareView>}
 */
function generatorColumn(figure) {
  return {
    label: figure.label[0].toUpperCase() + figure.label.slice(1),
    title: figure.help,
    number: true,
    cell: (share) => {
      const value = ofGenerator(figure, share.generator);
      return share.lastInterval < 0 || Number.isNaN(value)
        ? NONE
        : figure.unit === "%"
          ? percent(value / 100)
          : latency(value);
    },
  };
}

/** @param {ShareView} share */
function threadsOf({ lastInterval, threads, atWork }) {
  return lastInterval < 0 || atWork === threads
    ? count(threads)
    : `${count(atWork)} of ${count(threads)}`;
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
  { label: "Threads", title: "At work, of those that are open", number: true, cell: threadsOf },
];

/** @param {ShareView} share */
const nameOf = (share) => share.name;

/** @param {{shares: ShareView[], figures: Iterable<Figure>}} props `figures` all that are declared */
export function ShareTable({ shares, figures }) {
  if (shares.length === 0) {
    return null;
  }
  const columns = [...COLUMNS, ...generatorFigures(figures).map(generatorColumn)].filter((column) =>
    shares.some((share) => column.cell(share) !== NONE),
  );
  return html`<${Section} id="shares-title" title="Agents">
    <div class="sideways" tabindex="0" role="group" aria-label="Table of the agents">
      <${Table} caption="Agents in this job" columns=${columns} rows=${shares} rowKey=${nameOf} />
    </div>
  <//>`;
}
