// @ts-check
/** The columns of a list of jobs. */
import { html } from "../html.js";
import { clock, figure, latency, NONE, plural } from "../lib/format.js";
import { cloneHref, jobHref } from "../lib/router.js";
import { outcome } from "../lib/states.js";
import { Badge } from "../ui/badge.js";
import { Filing } from "../ui/filing.js";

/** @typedef {import("../types.js").JobView} JobView */

/** Jobs that nobody named are told apart by their ids. @param {{job: JobView}} props */
export function JobLink({ job }) {
  return html`<a href=${jobHref(job.id)}>${job.name || job.title}</a>
    <small class="muted"> ${job.name ? job.jobClass : job.id}</small>
    <${Filing} folder=${job.folder} tags=${job.tags} />`;
}

/** @param {{job: JobView}} props */
export function Outcome({ job }) {
  const { delivered, audit, thresholds } = job.headline ?? {};
  return html`<${Badge} ...${outcome(job.state, delivered, audit, thresholds)} title=${job.reason} />
    ${job.state === "pending" && job.reason && html` <small class="muted">${job.reason}</small>`}`;
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
  return html`<a class="nowrap" href=${cloneHref(job.id)} aria-label=${label}>Clone</a>`;
}

/** @type {import("../ui/table.js").Column<JobView>[]} */
export const JOB_COLUMNS = [
  { label: "Job", head: true, cell: (j) => html`<${JobLink} job=${j} />` },
  { label: "Outcome", phone: "bare", cell: (j) => html`<${Outcome} job=${j} />` },
  {
    label: "tx/s",
    number: true,
    cell: (j) => (j.headline ? html`<strong class="nowrap">${figure(j.headline.transactionsPerSecond)}</strong>` : NONE),
  },
  {
    label: "p95",
    number: true,
    cell: (j) =>
      j.headline?.transactionsPerSecond ? html`<span class="nowrap">${latency(j.headline.p95Millis)}</span>` : NONE,
  },
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
    cell: (j) => (j.endedAt ? html`<time class="nowrap" dateTime=${j.endedAt}>${clock(j.endedAt)}</time>` : NONE),
  },
  { label: "Again", phone: "bare", cell: (j) => html`<${CloneLink} job=${j} />` },
];
