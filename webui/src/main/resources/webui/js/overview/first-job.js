// @ts-check
/** The overview before the first job: how to start an agent, and a job that needs no database. */
import { html, useState } from "../html.js";
import { NoAgents } from "../agents/agents-page.js";
import { post } from "../lib/api.js";
import { go, jobHref } from "../lib/router.js";
import { Command } from "../ui/copy.js";
import { Empty, Failure } from "../ui/notice.js";

/** A job that needs no database and shows every measure. */
const FIRST = {
  jobClass: "noop",
  name: "First job",
  duration: "30s",
  threads: 2,
  parameters: { "iteration-time": "2ms" },
};

/** @param {{agents: number}} props how many have joined */
export function FirstJob({ agents }) {
  const [failure, setFailure] = useState("");
  const [busy, setBusy] = useState(false);
  const run = () => {
    setBusy(true);
    post("/api/v1/jobs", FIRST).then(
      (job) => go(jobHref(job.id)),
      (error) => {
        setBusy(false);
        setFailure(error.message);
      },
    );
  };
  return html`${agents === 0 && html`<${NoAgents} />`}
    <${Empty} title="No job yet.">
      ${failure && html`<${Failure} title="Not submitted" sentence=${failure} />`}
      <p>
        Try one that needs no database: for 30 seconds two threads do nothing, 2 ms at a time, and you see what a
        run shows.${agents === 0 ? " It starts as soon as an agent has joined." : ""}
      </p>
      <p class="actions">
        <button class="button button-main" type="button" id="first-job" disabled=${busy} onClick=${run}>
          Run a first job
        </button>
        <a class="button" href="/targets">Add a database</a>
        <a class="button" href="/new">Choose a job class</a>
      </p>
      <p>Or from a terminal:</p>
      <${Command} text="./broadside job submit noop --duration 30s --watch" />
    <//>`;
}
