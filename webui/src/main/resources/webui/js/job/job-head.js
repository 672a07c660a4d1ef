// @ts-check
/** What this job is, where it stands, and what can be done with it. */
import { html } from "../html.js";
import { jobPath } from "../lib/api.js";
import { clock, count, plural, span } from "../lib/format.js";
import { cloneHref, editHref, historyHref, jobsHref } from "../lib/router.js";
import { isOver, loadWords, outcome, plannedMillis } from "../lib/states.js";
import { Badge } from "../ui/badge.js";
import { Cancel, Confirmed, DoNotWait, useCommand } from "../ui/command.js";
import { Delete } from "../ui/delete.js";
import { Menu } from "../ui/menu.js";
import { Name } from "../ui/name.js";
import { tells } from "../ui/tells.js";
import { FilingLine } from "./filing-form.js";
import { INTERVAL_FORMS } from "./interval-forms.js";

/** @typedef {import("../types.js").JobView} JobView */

/** @param {{job: JobView, onChanged: (job: JobView) => void}} props */
export function JobHead({ job, onChanged }) {
  const how = outcome(job.state, job.headline?.delivered, job.headline?.audit, job.headline?.thresholds);
  return html`<div class="job-head">
    <p class="crumbs"><a href="/jobs">Jobs</a> / <span class="id">${job.id}</span></p>
    <div class="page-head">
      <h1><${Name} text=${job.name || job.title} /> <${Badge} ...${how} /></h1>
      <div class="actions">
        <a class="button" href=${historyHref(job.definition)}>All runs</a>
        <a class="button" href=${cloneHref(job.id)}>Clone</a>
        ${(job.startedAt || isOver(job.state)) && html`<${Files} id=${job.id} over=${isOver(job.state)} />`}
        ${
          isOver(job.state)
            ? html`<${Delete} path=${jobPath(job.id)} question="Delete this job?" then=${jobsHref("state:deleted")} />`
            : html`<${Ending} job=${job} onChanged=${onChanged} />`
        }
      </div>
    </div>
    <div class="job-lines">
      <p class="job-line dotted">
        ${facts(job).map((fact, i) => html`<span key=${i}>${fact}</span>`)}
      </p>
      <${FilingLine} job=${job} onChanged=${onChanged} />
    </div>
  </div>`;
}

/** @param {JobView} job */
function facts(job) {
  const thread = job.threadKind === "platform" ? "thread" : `${job.threadKind} thread`;
  return [
    html`<code>${job.jobClass}</code>`,
    job.target && html`on <a href=${jobsHref(`target:${job.target}`)}>${job.target}</a>`,
    `${plural(job.agents.count, "agent")} × ${plural(job.threadsPerAgent, thread)}`,
    job.openedPerAgent > job.threadsPerAgent ? `${count(job.openedPerAgent)} opened by each` : "",
    loadWords(job.load),
    `${span(plannedMillis(job.phases))} in ${span(job.intervalMillis)} intervals`,
    job.startedAt ? `started ${clock(job.startedAt)}` : `submitted ${clock(job.submittedAt)}`,
    job.repeats ? html`repeated by <code>${job.repeats}</code>` : "",
    job.definition !== job.id ? html`run of <code>${job.definition}</code>` : "",
    job.endedAt ? `ended ${clock(job.endedAt)}` : "",
    tells(job),
  ].filter(Boolean);
}

/** @param {{job: JobView, onChanged: (job: JobView) => void}} props */
function Ending({ job, onChanged }) {
  const { failed, send } = useCommand(onChanged);
  const cancel = () => send(jobPath(job.id, "/cancel"));
  const kill = () => send(jobPath(job.id, "/kill"));
  const turn = job.disabled ? "enable" : "disable";
  const waits = html`<a class="button" href=${editHref(job.id)}>Edit</a>
    <button class="button" type="button" onClick=${() => send(jobPath(job.id, `/${turn}`))}>
      ${job.disabled ? "Enable" : "Disable"}
    </button>`;
  return html`${job.state === "pending" && waits}<${CancelOf} job=${job} onYes=${cancel} onKill=${kill} />${failed}`;
}

/** @param {{job: JobView, onYes: () => void, onKill: () => void}} props */
function CancelOf({ job, onYes, onKill }) {
  return job.state === "stopping"
    ? html`<${DoNotWait} onHurry=${onYes} /><${Confirmed} label="Kill workers"
        question="Kill the workers now? What they have counted is kept."
        yes="Yes, kill them" onYes=${onKill} />`
    : html`<${Cancel} what="job" onYes=${onYes} />`;
}

/** What can be downloaded; nothing for a job that has not begun. @param {{id: string, over: boolean}} props */
function Files({ id, over }) {
  return html`<a class="button" href=${jobPath(id, "/report.html")} download>Report</a>
    <${Downloads} id=${id} over=${over} />`;
}

/** @type {[label: string, tail: string, help: string][]} */
const FILES = [
  ["JSON", "/results", "the result"],
  ["JSON lines", "/intervals.ndjson", "each interval"],
  ...INTERVAL_FORMS,
  ["Histograms", "/latencies.hlog", "latencies, for HdrHistogram"],
];
/** @type {[label: string, tail: string, help: string][]} */
const WHOLE = [
  ["Bundle", "/bundle.zip", "everything needed to run it again"],
  ["Archive", "/archive", "everything stored, for another server"],
];

/**
 * Downloads, not pages: those of a week are larger than a tab can show.
 *
 * @param {{id: string, over: boolean}} props
 */
function Downloads({ id, over }) {
  return html`<${Menu} label="Download">
    ${[...FILES, ...(over ? WHOLE : [])].map(
      ([label, tail, help]) => html`<a key=${tail} href=${jobPath(id, tail)}
        download=${label === "JSON" ? `${id}.json` : ""}>${label} <small>${help}</small></a>`,
    )}
  <//>`;
}
