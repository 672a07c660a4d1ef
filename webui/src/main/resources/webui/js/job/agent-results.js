// @ts-check
import { html } from "../html.js";
import { clockOffset, count, figure, latency, NONE, percent } from "../lib/format.js";
import { Section } from "../ui/section.js";
import { Table } from "../ui/table.js";
import { Facts } from "./facts.js";

/** @typedef {import("../types.js").RunAgentDocument} AgentDocument */

/** @param {"user" | "system" | "idle"} which @returns {import("../ui/table.js").Column<AgentDocument>} */
const share = (which) => ({
  label: which,
  number: true,
  title: "Share of the CPU time of its host, all processes",
  cell: (a) => (a.host[which] < 0 ? NONE : percent(a.host[which])),
});

/** @type {import("../ui/table.js").Column<AgentDocument>[]} */
const COLUMNS = [
  { label: "Agent", head: true, cell: (a) => a.name },
  { label: "Threads", number: true, cell: (a) => count(a.threads) },
  { label: "tx/s", number: true, cell: (a) => figure(a.stats.measures.throughput) },
  {
    label: "p95",
    number: true,
    cell: (a) => latency(a.stats.latencyMillis?.p95),
  },
  {
    label: "p99",
    number: true,
    cell: (a) => latency(a.stats.latencyMillis?.p99),
  },
  { label: "ok", number: true, cell: (a) => count(a.stats.transactions) },
  { label: "failed", number: true, cell: (a) => count(a.stats.failed) },
  share("user"),
  share("system"),
  share("idle"),
  {
    label: "First start",
    number: true,
    title: "When its first iteration began, after the common start",
    cell: (a) => (a.threads > 0 ? signed(a.firstStartMillis) : NONE),
  },
  {
    label: "Clock",
    number: true,
    title: "The server's clock minus the agent's, and how far off that may be",
    cell: (a) => html`<span class="nowrap">${clockOffset(a)}</span>`,
  },
];

/** @param {number} millis */
function signed(millis) {
  return `${millis >= 0 ? "+" : "−"}${Math.abs(millis).toFixed(2)} ms`;
}

/** @param {{agents: AgentDocument[]}} props */
export function AgentResults({ agents }) {
  if (agents.length === 0) {
    return null;
  }
  const caption = "Agents of this run, measured phases";
  return html`<${Section} id="agent-results-title" title="Agents">
    <${Table} caption=${caption} columns=${COLUMNS} rows=${agents} rowKey=${nameOf} />
    ${agents.map((agent) => html`<${Environment} key=${agent.name} ...${agent} />`)}
  <//>`;
}

/** @param {AgentDocument} agent */
const nameOf = (agent) => agent.name;

/** @param {AgentDocument} props */
function Environment({ name, environment }) {
  return html`<details class="environment">
    <summary>Environment of ${name}</summary>
    <${Facts} entries=${Object.entries(environment ?? {})} />
  </details>`;
}
