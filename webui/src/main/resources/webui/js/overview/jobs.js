// @ts-check
/** Jobs on the overview: running as cards, waiting with their reasons, finished as a table. */
import { html, useState } from "../html.js";
import { clock, figure, latency, NONE, plural, span } from "../lib/format.js";
import { jobHref } from "../lib/router.js";
import { plannedMillis } from "../lib/states.js";
import { Badge } from "../ui/badge.js";
import { Ago, useNow } from "../ui/hooks.js";
import { Table } from "../ui/table.js";

/** @typedef {import("../types.js").JobView} JobView */

const PAGE = 25;

/** @param {{jobs: JobView[]}} props */
export function ActiveJobs({ jobs }) {
  return html`<section aria-labelledby="running-title">
    <h2 id="running-title">Running</h2>
    <ul class="cards">${jobs.map((job) => html`<li key=${job.id}><${ActiveJob} job=${job} /></li>`)}</ul>
  </section>`;
}

/** @param {{job: JobView}} props */
function ActiveJob({ job }) {
  return html`<article class="card">
    <div class="card-head">
      <h3><a class="cover" href=${jobHref(job.id)}>${job.name || job.title}</a></h3>
      <${Badge} word=${job.state} />
    </div>
    <p class="muted">${job.jobClass} · ${plural(job.agents.count, "agent")} × ${plural(job.threadsPerAgent, "thread")}</p>
    ${job.headline && html`<dl class="pair">
      <div><dt>tx/s</dt><dd>${figure(job.headline.transactionsPerSecond)}</dd></div>
      <div><dt>p95</dt><dd>${latency(job.headline.p95Millis)}</dd></div>
    </dl>`}
    <${RunClock} job=${job} />
  </article>`;
}

/** How far a job is: of its preparation while it prepares, of its plan while it runs. @param {{job: JobView}} props */
function RunClock({ job }) {
  const now = useNow();
  if (job.state === "preparing") {
    const { step = "making ready", done = 0, total = 0 } = job.progress ?? {};
    return html`<${Bar} share=${total > 0 ? done / total : undefined} words=${step} />`;
  }
  const planned = plannedMillis(job.phases);
  const passed = Math.min(planned, Math.max(0, now - Date.parse(job.startedAt ?? "")));
  const words = job.state === "stopping" ? "collecting the rest" : `${span(Math.floor(passed / 1e3) * 1e3)} of ${span(planned)}`;
  return html`<${Bar} share=${passed / planned} words=${words} />`;
}

/** @param {{share: number | undefined, words: string}} props */
export function Bar({ share, words }) {
  return html`<div class="progress">
    <progress max="1" value=${Number.isFinite(share) ? share : undefined} aria-label=${words}></progress>
    <span>${words}</span>
  </div>`;
}

/** @param {{jobs: JobView[]}} props */
export function WaitingJobs({ jobs }) {
  return html`<section aria-labelledby="waiting-title">
    <h2 id="waiting-title">Waiting</h2>
    <ul class="waiting">
      ${jobs.map((job) => html`<li key=${job.id}>
        <a class="waiting-name" href=${jobHref(job.id)}>${job.name || job.title}</a>
        <span class="waiting-reason">${job.reason}</span>
        <span class="muted">${job.jobClass} · submitted <${Ago} at=${job.submittedAt} /></span>
      </li>`)}
    </ul>
  </section>`;
}

/** @param {{jobs: JobView[]}} props */
export function FinishedJobs({ jobs }) {
  const [shown, setShown] = useState(PAGE);
  return html`<section aria-labelledby="finished-title">
    <h2 id="finished-title">Finished</h2>
    <${Table} caption="Finished jobs" columns=${FINISHED} rows=${jobs.slice(0, shown)} rowKey=${(/** @type {JobView} */ j) => j.id} />
    ${jobs.length > shown && html`<button class="button more" type="button" onClick=${() => setShown(shown + PAGE)}>
      Show more (${jobs.length - shown} left)
    </button>`}
  </section>`;
}

/** @type {import("../ui/table.js").Column<JobView>[]} */
const FINISHED = [
  { label: "Job", head: true, cell: (j) => html`<a href=${jobHref(j.id)}>${j.name || j.title}</a> <small class="muted">${j.jobClass}</small>` },
  { label: "Outcome", cell: (j) => html`<${Badge} word=${j.state} title=${j.reason} />` },
  { label: "tx/s", number: true, cell: (j) => html`<strong>${figure(j.headline?.transactionsPerSecond)}</strong>` },
  { label: "p95", number: true, cell: (j) => (j.headline ? latency(j.headline.p95Millis) : NONE) },
  { label: "Audit", cell: (j) => (j.headline?.audit ? html`<${Badge} word=${j.headline.audit} />` : NONE) },
  { label: "Generator", cell: (j) => (j.headline?.generator ? html`<${Badge} word=${j.headline.generator} />` : NONE) },
  { label: "Load", cell: (j) => html`<span class="nowrap">${j.agents.count} × ${plural(j.threadsPerAgent, "thread")}</span>` },
  { label: "Ended", number: true, cell: (j) => html`<time class="nowrap" dateTime=${j.endedAt}>${clock(j.endedAt)}</time>` },
  { label: "Again", cell: (j) => html`<a href="/new?from=${encodeURIComponent(j.id)}" aria-label="Clone ${j.name || j.title}">Clone</a>` },
];
