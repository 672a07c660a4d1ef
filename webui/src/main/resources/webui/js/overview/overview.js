// @ts-check
/** What goes on: agents, what runs, what waits and why, what is finished. Pushed by the server. */
import { html, useEffect, useState } from "../html.js";
import { get } from "../lib/api.js";
import { count, plural } from "../lib/format.js";
import { sorted, watchesOnly } from "../lib/states.js";
import { Command } from "../ui/copy.js";
import { Section } from "../ui/section.js";
import { Empty, Failure, LinkLost, Loading } from "../ui/notice.js";
import { useLive, useNow, useTitle } from "../ui/hooks.js";
import { Agents } from "./agents.js";
import { ActiveJobs, FinishedJobs, WaitingJobs } from "./jobs.js";
import { Groups } from "./groups.js";
import { Studies } from "./studies.js";

/** @typedef {import("../types.js").JobView} JobView */
/** @typedef {import("../types.js").AgentView} AgentView */

export function Overview() {
  useTitle("");
  const [jobs, setJobs] = useState(/** @type {JobView[] | undefined} */ (undefined));
  const [agents, setAgents] = useState(/** @type {AgentView[] | undefined} */ (undefined));
  const [failure, setFailure] = useState("");
  useEffect(() => {
    get("/api/v1/jobs").then(
      (d) => setJobs((now) => now ?? d.jobs),
      (error) => setFailure(error.message),
    );
    get("/api/v1/agents").then(
      (d) => setAgents((now) => now ?? d.agents),
      (error) => setFailure(error.message),
    );
  }, []);
  const { link, retry } = useLive("/api/v1/live", {
    jobs: (d) => setJobs(d.jobs),
    agents: (d) => setAgents(d.agents),
  });
  if (!jobs || !agents) {
    return failure
      ? html`<${Failure} sentence=${failure} />`
      : html`<${Loading} what="the overview" />`;
  }
  const { active, waiting, over } = sorted(jobs);
  return html`
    <${LinkLost} link=${link} onRetry=${retry} />
    <${Room} />
    <div class="page-head">
      <h1>Overview</h1>
      <a class="button button-main" href="/new">New job</a>
    </div>
    <${Pulse} agents=${agents} active=${active.length} waiting=${waiting.length}
      over=${over.length} />
    ${active.length > 0 && html`<${ActiveJobs} jobs=${active} />`}
    ${waiting.length > 0 && html`<${WaitingJobs} jobs=${waiting} />`}
    <${Groups} />
    <${Studies} />
    <${Agents} agents=${agents} jobs=${jobs} />
    ${over.length > 0 && html`<${FinishedJobs} jobs=${over} />`}
    ${jobs.length === 0 && html`<${FirstJob} />`}`;
}

/** What the server says of its disk, where there is trouble; asked once a minute. */
function Room() {
  const minute = Math.floor(useNow(60_000) / 60_000);
  const [sentence, setSentence] = useState("");
  useEffect(() => {
    get("/api/v1/server").then(
      ({ disk }) => setSentence(disk.sentence),
      () => setSentence(""),
    );
  }, [minute]);
  return sentence && html`<${Failure} title="The disk fills" sentence=${sentence} />`;
}

/** @param {{agents: AgentView[], active: number, waiting: number, over: number}} props */
function Pulse({ agents, active, waiting, over }) {
  const loading = agents.filter((agent) => !watchesOnly(agent));
  const connected = loading.filter((agent) => agent.state === "connected");
  const watching = agents.length - loading.length;
  const cores = connected.reduce((sum, agent) => sum + (Number(agent.host?.cores) || 0), 0);
  const tiles = [
    {
      label: "agents",
      value: connected.length,
      note: agentNote(loading.length - connected.length, cores, watching),
    },
    { label: "running", value: active, note: "" },
    { label: "waiting", value: waiting, note: "" },
    { label: "finished", value: over, note: "" },
  ];
  return html`<dl class="pulse">
    ${tiles.map((tile) => html`<${Tile} key=${tile.label} ...${tile} />`)}
  </dl>`;
}

/** @param {{label: string, value: number, note: string}} props */
function Tile({ label, value, note }) {
  return html`<div class=${value > 0 ? "" : "zero"}>
    <dt>${label} <small>${note}</small></dt>
    <dd>${count(value)}</dd>
  </div>`;
}

/** @param {number} away @param {number} cores @param {number} watching */
function agentNote(away, cores, watching) {
  return [
    cores > 0 && plural(cores, "core"),
    away > 0 && `${away} not connected`,
    watching > 0 && `${watching} only watching`,
  ]
    .filter(Boolean)
    .join(", ");
}

function FirstJob() {
  return html`<${Section} id="first-title" title="Jobs">
    <${Empty} title="No job yet.">
      <p>
        <a href="/new">Set up a job</a> from the catalogue of job classes. What runs, what waits and
        why, and what is finished will show here. From a terminal:
      </p>
      <${Command} text="./broadside job submit" />
    <//>
  <//>`;
}
