// @ts-check
/** Running jobs as cards with live figures, and waiting jobs with the reasons. */
import { html } from "../html.js";
import { beside, shared } from "../lib/alike.js";
import { jobPath } from "../lib/api.js";
import { count, figure, latency, plural, span } from "../lib/format.js";
import { jobHref, jobsHref, studyHref } from "../lib/router.js";
import { plannedMillis } from "../lib/states.js";
import { stepsDone } from "../study/studies-page.js";
import { Badge } from "../ui/badge.js";
import { Bar } from "../ui/bar.js";
import { Figure } from "../ui/figures.js";
import { Filing } from "../ui/filing.js";
import { Ago, useNow } from "../ui/hooks.js";
import { Reason } from "../ui/reason.js";
import { Section } from "../ui/section.js";
import { usePolled } from "../ui/use-present.js";

/** @typedef {import("../types.js").JobView} JobView */
/** @typedef {import("../types.js").StudyView} StudyView */

/** A link leads to the rest, so that everything fits on one screen. */
const CARDS = 4;
const ROWS = 5;

const FIGURES_EVERY_MILLIS = 4_000;

/** @param {{jobs: JobView[], studies: StudyView[]}} props */
export function Running({ jobs, studies }) {
  const names = shared(jobs);
  const cards = jobs.slice(0, CARDS).map((job) => html`<li key=${job.id}><${Card} job=${job} names=${names} /></li>`);
  return html`<${Section} id="running-title" title="Running"
    end=${jobs.length > CARDS && html`<a href=${jobsHref("state:running")}>All ${jobs.length}</a>`}>
    ${jobs.length + studies.length === 0 && html`<p class="quiet">Nothing is running.</p>`}
    ${jobs.length > 0 && html`<ul class="cards">${cards}</ul>`}
    ${studies.length > 0 && html`<ul class="rows">${studies.slice(0, ROWS).map(studyRow)}</ul>`}
  <//>`;
}

/** @param {StudyView} study */
function studyRow(study) {
  return html`<li key=${study.id}>
    <a class="row-name" href=${studyHref(study.id)}>${study.name || study.title}</a>
    <span class="row-note">Study along ${study.axis} · ${stepsDone(study)} done</span>
    <${Badge} word=${study.state} title=${study.reason} />
  </li>`;
}

/** @param {{job: JobView, names: Set<string>}} props */
function Card({ job, names }) {
  const threads = plural(job.threadsPerAgent, "thread");
  return html`<article class="card">
    <div class="card-head">
      <h3><a class="cover" href=${jobHref(job.id)}>${job.name || job.title}</a></h3>
      <${Badge} word=${job.state} />
    </div>
    <p class="muted">${beside(job, names)} · ${plural(job.agents.count, "agent")} × ${threads}</p>
    <${Filing} folder=${job.folder} tags=${job.tags} />
    ${job.reason && job.state === "running" && html`<p class="warn-line">${job.reason}</p>`}
    ${job.state === "running" && html`<${SoFar} id=${job.id} />`}
    <${ThreadClock} job=${job} />
  </article>`;
}

/** The measurements of a running job so far. @param {{id: string}} props */
function SoFar({ id }) {
  /** @type {import("../types.js").RunDocument | undefined} */
  const run = usePolled(jobPath(id, "/results?intervals=false"), FIGURES_EVERY_MILLIS);
  const { measures, latencyMillis, failed } = run?.summary ?? {};
  return html`<dl class="pair">
    <${Figure} label="tx/s">${figure(measures?.throughput)}<//>
    <${Figure} label="p95">${latency(latencyMillis?.p95)}<//>
    ${failed ? html`<${Figure} label="failed" hot>${count(failed)}<//>` : null}
  </dl>`;
}

/**
 * How far a job is: through its preparation while it prepares, through its phases while it runs.
 *
 * @param {{job: JobView}} props
 */
function ThreadClock({ job }) {
  const now = useNow();
  if (job.state === "preparing") {
    const { step = "getting ready", done = 0, total = 0 } = job.progress ?? {};
    return html`<${Bar} share=${total > 0 ? done / total : undefined} words=${job.reason || step} />`;
  }
  const planned = plannedMillis(job.phases);
  const passed = Math.min(planned, Math.max(0, now - Date.parse(job.startedAt ?? "")));
  const left = span(Math.ceil((planned - passed) / 1e3) * 1e3);
  const words = job.state === "stopping" ? job.reason || "collecting the last records" : `${left} left of ${span(planned)}`;
  return html`<${Bar} share=${passed / planned} words=${words} />`;
}

/** @param {{jobs: JobView[]}} props */
export function Waiting({ jobs }) {
  const names = shared(jobs);
  const rows = jobs.slice(0, ROWS).map(
    (job) => html`<li key=${job.id}>
      <a class="row-name" href=${jobHref(job.id)}>${job.name || job.title}</a>
      <small class="muted">${beside(job, names)}</small>
      <${Filing} folder=${job.folder} tags=${job.tags} />
      <span class="muted row-end">submitted <${Ago} at=${job.submittedAt} /></span>
      <span class="row-note row-below waiting-reason" title=${job.reason}><${Reason} text=${job.reason} /></span>
    </li>`,
  );
  return html`<${Section} id="waiting-title" title="Waiting"
    end=${jobs.length > ROWS && html`<a href=${jobsHref("state:pending")}>All ${jobs.length}</a>`}>
    ${jobs.length === 0 ? html`<p class="quiet">Nothing is waiting.</p>` : html`<ul class="rows rows-warn">${rows}</ul>`}
  <//>`;
}
