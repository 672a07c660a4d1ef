// @ts-check
/** Jobs on the overview: running as cards, waiting with their reasons, finished as a table. */
import { html, useState } from "../html.js";
import { clock, figure, latency, NONE, plural, span } from "../lib/format.js";
import { cloneHref, jobHref } from "../lib/router.js";
import { outcome, plannedMillis } from "../lib/states.js";
import { Badge } from "../ui/badge.js";
import { Bar } from "../ui/bar.js";
import { Figure } from "../ui/figures.js";
import { Filing } from "../ui/filing.js";
import { Ago, useNow } from "../ui/hooks.js";
import { Section } from "../ui/section.js";
import { Table } from "../ui/table.js";
import { useChosen } from "./choose.js";

/** @typedef {import("../types.js").JobView} JobView */

const PAGE = 25;

/** @param {{jobs: JobView[]}} props */
export function ActiveJobs({ jobs }) {
  const cards = jobs.map((job) => html`<li key=${job.id}><${ActiveJob} job=${job} /></li>`);
  return html`<${Section} id="running-title" title="Running"><ul class="cards">${cards}</ul><//>`;
}

/** @param {{job: JobView}} props */
function ActiveJob({ job }) {
  const threads = plural(job.threadsPerAgent, "thread");
  return html`<article class="card">
    <div class="card-head">
      <h3><a class="cover" href=${jobHref(job.id)}>${job.name || job.title}</a></h3>
      <${Badge} word=${job.state} />
    </div>
    <p class="muted">${job.jobClass} · ${plural(job.agents.count, "agent")} × ${threads}</p>
    <${Filing} folder=${job.folder} tags=${job.tags} />
    ${job.reason && html`<p class="warn-line">${job.reason}</p>`}
    ${job.headline && html`<${HeadlinePair} ...${job.headline} />`}
    <${RunClock} job=${job} />
  </article>`;
}

/** @param {import("../types.js").Headline} props */
function HeadlinePair({ transactionsPerSecond, p95Millis }) {
  return html`<dl class="pair">
    <${Figure} label="tx/s">${figure(transactionsPerSecond)}<//>
    <${Figure} label="p95">${latency(p95Millis)}<//>
  </dl>`;
}

/**
 * How far a job is: of its preparation while it prepares, of its plan while it runs.
 *
 * @param {{job: JobView}} props
 */
function RunClock({ job }) {
  const now = useNow();
  if (job.state === "preparing") {
    const { step = "making ready", done = 0, total = 0 } = job.progress ?? {};
    return html`<${Bar}
      share=${total > 0 ? done / total : undefined}
      words=${job.reason || step}
    />`;
  }
  const planned = plannedMillis(job.phases);
  const passed = Math.min(planned, Math.max(0, now - Date.parse(job.startedAt ?? "")));
  const words =
    job.state === "stopping"
      ? job.reason || "collecting the rest"
      : `${span(Math.floor(passed / 1e3) * 1e3)} of ${span(planned)}`;
  return html`<${Bar} share=${passed / planned} words=${words} />`;
}

/** @param {{jobs: JobView[]}} props */
export function WaitingJobs({ jobs }) {
  const items = jobs.map((job) => html`<${WaitingJob} key=${job.id} job=${job} />`);
  return html`<${Section} id="waiting-title" title="Waiting"><ul class="waiting">${items}</ul><//>`;
}

/** @param {{job: JobView}} props */
function WaitingJob({ job }) {
  return html`<li>
    <a class="waiting-name" href=${jobHref(job.id)}>${job.name || job.title}</a>
    <span class="waiting-reason">${job.reason}</span>
    <span class="muted">${job.jobClass} · submitted <${Ago} at=${job.submittedAt} /></span>
    <${Filing} folder=${job.folder} tags=${job.tags} />
  </li>`;
}

/** @param {{jobs: JobView[]}} props */
export function FinishedJobs({ jobs }) {
  const [shown, setShown] = useState(PAGE);
  const { button, column } = useChosen();
  const rows = jobs.slice(0, shown);
  const showMore = () => setShown(shown + PAGE);
  const more = html`<button class="button more" type="button" onClick=${showMore}>
    Show more (${jobs.length - shown} left)
  </button>`;
  return html`<${Section} id="finished-title" title="Finished"
    end=${html`<a class="button" href="/jobs">Search all jobs</a> ${jobs.length > 1 && button}`}>
    <${Table} caption="Finished jobs" columns=${[...JOB_COLUMNS, column]} rows=${rows} rowKey=${idOf} />
    ${jobs.length > shown && more}
  <//>`;
}

/** @param {JobView} job */
const idOf = (job) => job.id;

/** @param {{job: JobView}} props */
function JobLink({ job }) {
  const name = job.name || job.title;
  return html`<a href=${jobHref(job.id)}>${name}</a> <small class="muted">${job.jobClass}</small>
    <${Filing} folder=${job.folder} tags=${job.tags} />`;
}

/** @param {{job: JobView}} props */
function Outcome({ job }) {
  const { delivered, audit, thresholds } = job.headline ?? {};
  return html`<${Badge} ...${outcome(job.state, delivered, audit, thresholds)} title=${job.reason} />`;
}

/** @param {import("../types.js").Headline} props */
function Audit({ audit, amendments = 0 }) {
  const amended = html`<${Badge} word="amended ${amendments}×" as="warn"
    title="Records came after the job had ended" />`;
  return html`<${Badge} word=${audit} /> ${amendments > 0 && amended}`;
}

/** @param {{job: JobView}} props */
function CloneLink({ job }) {
  const label = `Clone ${job.name || job.title}`;
  return html`<a href=${cloneHref(job.id)} aria-label=${label}>Clone</a>`;
}

/** @type {import("../ui/table.js").Column<JobView>[]} */
export const JOB_COLUMNS = [
  { label: "Job", head: true, cell: (j) => html`<${JobLink} job=${j} />` },
  { label: "Outcome", cell: (j) => html`<${Outcome} job=${j} />` },
  {
    label: "tx/s",
    number: true,
    cell: (j) => html`<strong>${figure(j.headline?.transactionsPerSecond)}</strong>`,
  },
  { label: "p95", number: true, cell: (j) => (j.headline ? latency(j.headline.p95Millis) : NONE) },
  {
    label: "Audit",
    cell: (j) => (j.headline?.audit ? html`<${Audit} ...${j.headline} />` : NONE),
  },
  {
    label: "Generator",
    cell: (j) =>
      j.headline?.generator
        ? html`<${Badge} word=${j.headline.generator} title=${j.headline.generatorReason} />`
        : NONE,
  },
  {
    label: "Load",
    cell: (j) =>
      html`<span class="nowrap">${j.agents.count} × ${plural(j.threadsPerAgent, "thread")}</span>`,
  },
  {
    label: "Ended",
    number: true,
    cell: (j) => html`<time class="nowrap" dateTime=${j.endedAt}>${clock(j.endedAt)}</time>`,
  },
  { label: "Again", cell: (j) => html`<${CloneLink} job=${j} />` },
];
