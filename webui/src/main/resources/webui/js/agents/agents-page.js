// @ts-check
/** The agents: which are connected, on which hosts, what they do, and how to add one. */
import { html, useState } from "../html.js";
import { agentPath, post, remove } from "../lib/api.js";
import { bytes, clock, clockOffset, latency, NONE } from "../lib/format.js";
import { jobHref } from "../lib/router.js";
import { watchesOnly } from "../lib/states.js";
import { Badge } from "../ui/badge.js";
import { Confirmed, useCommand } from "../ui/command.js";
import { Command } from "../ui/copy.js";
import { Ago, useTitle } from "../ui/hooks.js";
import { Empty, Failure, LinkLost, Loading } from "../ui/notice.js";
import { PageHead } from "../ui/page-head.js";
import { Table } from "../ui/table.js";
import { usePresent } from "../ui/use-present.js";

/** @typedef {import("../types.js").JobView} JobView */
/** @typedef {import("../types.js").AgentView} AgentView */

export function AgentsPage() {
  useTitle("Agents");
  const { jobs = [], agents, failure, link, retry } = usePresent();
  const table = html`<${Table} caption="Agents" columns=${columns(jobs)} rows=${agents}
    rowKey=${nameOf} />`;
  return html`<${LinkLost} link=${link} onRetry=${retry} />
    <${PageHead} title="Agents" note="The hosts that generate the load. Each one connects to this server."><${AddAgent} /><//>
    ${failure && html`<${Failure} sentence=${failure} />`}
    ${!agents && !failure && html`<${Loading} what="the agents" />`}
    ${agents && (agents.length === 0 ? html`<${NoAgents} />` : table)}`;
}

/** @param {AgentView} agent */
const nameOf = (agent) => agent.name;

/** Shown while there is no agent: how the first one joins. */
export function NoAgents() {
  return html`<${Empty} title="No agent has joined yet.">
    <p>Agents generate the load, and jobs wait for one. On the server's machine, as the server's user:</p>
    <${Command} text="./broadside agent" />
    <p>Where the server was given a data folder of its own, name it: <code>--server DIR</code>. On another machine: <a href="/agents">Add an agent</a> makes the command to run there.</p>
  <//>`;
}

/** @param {JobView[]} jobs @returns {import("../ui/table.js").Column<AgentView>[]} */
function columns(jobs) {
  const names = new Map(jobs.map((job) => [job.id, job.name || job.title]));
  return [
    {
      label: "Agent",
      head: true,
      cell: (a) => html`<div class="agent-name">${a.name} <${Rename} name=${a.name} /></div><${Labels} ...${a} />`,
    },
    { label: "State", phone: "bare", cell: (a) => html`<${AgentState} ...${a} />` },
    {
      label: "Host",
      cell: (a) => html`<span title=${hostTitle(a)}>${a.host?.hostname ?? a.address}</span>`,
    },
    { label: "Cores", number: true, cell: (a) => a.host?.cores ?? "" },
    {
      label: "Memory",
      number: true,
      cell: (a) => (a.host?.memoryBytes ? bytes(Number(a.host.memoryBytes)) : ""),
    },
    {
      label: "Load",
      number: true,
      title: "Jobs it runs, of those it can run at once",
      cell: (a) => (watchesOnly(a) ? NONE : `${a.jobs.length} of ${a.capacity}`),
    },
    {
      label: "Jobs",
      cell: (a) =>
        a.jobs?.length
          ? a.jobs.map(
              (id) => html`<a class="agent-job" key=${id} href=${jobHref(id)}>${names.get(id) ?? id}</a>`,
            )
          : html`<span class="muted">idle</span>`,
    },
    { label: "Round trip", number: true, cell: (a) => latency(a.roundTripMillis) },
    {
      label: "Clock",
      number: true,
      title: "The server's clock minus the agent's, and how far off that may be",
      cell: (a) => html`<span class="nowrap">${clockOffset(a)}</span>`,
    },
    { label: "Connected", number: true, cell: (a) => clock(a.connectedAt) },
    { label: "New jobs", cell: (a) => html`<${Drain} ...${a} />` },
    {
      label: "Credential",
      cell: (a) =>
        a.state === "connected"
          ? html`<${Revoke} name=${a.name} />`
          : html`<div class="agent-orders"><${Remove} name=${a.name} /><${Revoke} name=${a.name} /></div>`,
    },
  ];
}

/** @param {AgentView} props */
function Labels({ version, labels }) {
  const words = Object.entries(labels)
    .filter(([name]) => name !== "watch-only")
    .map(([name, value]) => (value ? `${name}=${value}` : name));
  return html`<div><small class="muted">${[version, ...words].filter(Boolean).join(" · ")}</small></div>`;
}

/** @param {AgentView} props */
function AgentState({ state, lastHeardAt, clockWarning, unclaimed, labels, drained, jobs }) {
  const heard = html`<small class="muted">heard <${Ago} at=${lastHeardAt} /></small>`;
  const kept = (unclaimed ?? []).map(
    (run) =>
      html`<div>
        <small class="muted"
          >holds ${run.records} records of run ${run.runId}, which this server does not know, since
          <${Ago} at=${run.since}
        /></small>
      </div>`,
  );
  const watching = html`<small class="muted">watches its host only</small>`;
  const empty = jobs?.length ? "drained" : "drained and idle: safe to stop";
  const noJobs = html`<small class="muted">${empty}</small>`;
  return html`<${Badge} word=${state} /> ${drained && noJobs} ${watchesOnly({ labels }) && watching} ${state !== "connected" && heard} ${kept}
    ${clockWarning && html`<div><small class="warn-line">${clockWarning[0].toUpperCase()}${clockWarning.slice(1)}</small></div>`}`;
}

/**
 * Keeps new jobs away from an agent that is to be stopped; the list says when it is idle.
 *
 * @param {AgentView} props
 */
function Drain({ name, drained }) {
  const { failed, send } = useCommand(() => {});
  const path = agentPath(name, drained ? "/undrain" : "/drain");
  const label = drained ? "Undrain" : "Drain";
  return html`<button class="button button-small" type="button" onClick=${() => send(path)}
      aria-label=${`${label} ${name}`}>${label}</button>${failed}`;
}

/**
 * Renames an agent, which then reconnects under its new name by itself.
 *
 * @param {{name: string}} props
 */
function Rename({ name }) {
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState("");
  const keep = () => {
    setAsking(false);
    setFailure("");
  };
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const wanted = new FormData(form).get("name");
    post(agentPath(name, "/rename"), { name: wanted }).then(keep, (error) =>
      setFailure(error.message),
    );
  };
  if (!asking) {
    return html`<button class="button-plain" type="button" onClick=${() => setAsking(true)}
      aria-label=${`Rename ${name}`}>Rename</button>`;
  }
  const escape = (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && keep();
  return html`<form class="ask" onSubmit=${submit} onKeyDown=${escape}>
      <input class="input" name="name" aria-label=${`New name of ${name}`} defaultValue=${name} required
        maxlength="100" pattern="[A-Za-z0-9 ._\\-]+" ref=${focus}
        title="Letters, digits, blanks, dots, dashes and underscores" />
      <button class="button button-small" type="submit">Rename</button>
      <button class="button button-small" type="button" onClick=${keep}>Keep it</button>
    </form>
    ${failure && html`<${Failure} title="Not done" sentence=${failure} />`}`;
}

/** @param {HTMLElement | null} element */
const focus = (element) => element?.focus();

/**
 * Revokes an agent's certificate. Once that is done, the agent is gone from the list.
 *
 * @param {{name: string}} props
 */
function Revoke({ name }) {
  const { failed, send } = useCommand(() => {});
  return html`<${Confirmed} label="Revoke" of=${name} question=${`Cut off ${name} for good?`} small=${true}
    yes=${`Yes, cut off ${name}`} onYes=${() => send(agentPath(name, "/revoke"))} />${failed}`;
}

/**
 * Removes an agent that is away. The server refuses this while the agent holds part of a job.
 *
 * @param {{name: string}} props
 */
function Remove({ name }) {
  const [failure, setFailure] = useState("");
  const yes = () => {
    remove(agentPath(name)).then(
      () => setFailure(""),
      (error) => setFailure(error.message),
    );
  };
  return html`<${Confirmed} label="Remove" of=${name} question=${`Forget ${name}?`} small=${true}
      yes=${`Yes, forget ${name}`} onYes=${yes} />
    ${failure && html`<${Failure} title="Not done" sentence=${failure} />`}`;
}

/** @param {AgentView} agent */
function hostTitle({ host, address, version }) {
  return [host?.os, host?.jvm, address, `Broadside ${version}`].filter(Boolean).join(" · ");
}

/** Addresses that mean another machine when they are used on another host. */
const LOOPBACK = /\bhttps?:\/\/(127\.|localhost\b|\[::1\])/;

function AddAgent() {
  const [join, setJoin] = useState(
    /** @type {{command: string, expiresAt: string} | undefined} */ (undefined),
  );
  const [failure, setFailure] = useState("");
  const make = () =>
    post("/api/v1/agent-tokens", {}).then(setJoin, (error) => setFailure(error.message));
  if (join) {
    const here = LOOPBACK.test(join.command);
    return html`<div class="join" role="status">
      <p>Run this on ${here ? "the server's own machine" : "the agent's host"} before${" "}
        ${clock(join.expiresAt)}; it works once.${here && " Other hosts reach a server that is started with --listen."}</p>
      <${Command} text=${join.command} />
      <button class="button-plain" type="button" onClick=${() => setJoin(undefined)}>Done</button>
    </div>`;
  }
  return html`${failure && html`<${Failure} sentence=${failure} />`}
    <button class="button button-main" type="button" onClick=${make}>Add an agent</button>`;
}
