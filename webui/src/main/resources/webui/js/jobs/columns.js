// @ts-check
/** The columns of a list of jobs. */
import { html } from "../html.js";
import { beside, shared } from "../lib/alike.js";
import { jobPath } from "../lib/api.js";
import { clock, figure, latency, NONE, plural } from "../lib/format.js";
import { cloneHref, jobHref } from "../lib/router.js";
import { outcome } from "../lib/states.js";
import { Badge } from "../ui/badge.js";
import { bringBack } from "../ui/bring-back.js";
import { Filing } from "../ui/filing.js";
import { Reason } from "../ui/reason.js";

/** @typedef {import("../types.js").JobView} JobView */

/** @param {{job: JobView, names: Set<string>}} props `names` are those that others have, too */
function JobLink({ job, names }) {
  return html`<a href=${jobHref(job.id)}>${job.name || job.title}</a>
    <small class="muted"> ${beside(job, names)}</small>
    <${Filing} folder=${job.folder} tags=${job.tags} />`;
}

/** @param {{job: JobView}} props */
export function Outcome({ job }) {
  const { delivered, audit, thresholds } = job.headline ?? {};
  return html`<${Badge} ...${outcome(job.state, delivered, audit, thresholds)} title=${job.reason} />
    ${job.state === "pending" && job.reason && html` <small class="muted"><${Reason} text=${job.reason} /></small>`}`;
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

/** Of a job that never put load on anything no verdict is worth a word. @param {JobView} job */
const loaded = ({ startedAt, headline }) => startedAt !== undefined && headline !== undefined;

/** @type {import("../ui/table.js").Column<JobView>[]} */
const FIGURES = [
  { label: "Outcome", phone: "bare", cell: (j) => html`<${Outcome} job=${j} />` },
  {
    label: "tx/s",
    number: true,
    cell: (j) => (loaded(j) ? html`<strong class="nowrap">${figure(j.headline?.throughput)}</strong>` : NONE),
  },
  {
    label: "p95",
    number: true,
    cell: (j) =>
      j.headline?.p95 !== undefined ? html`<span class="nowrap">${latency(j.headline.p95)}</span>` : NONE,
  },
  {
    label: "Audit",
    cell: (j) => (loaded(j) && j.headline?.audit ? html`<${Audit} ...${j.headline} />` : NONE),
  },
  {
    label: "Generator",
    cell: (j) =>
      loaded(j) && j.headline?.generator
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
];

/** @param {JobView[]} jobs @returns {import("../ui/table.js").Column<JobView>[]} */
export function jobColumns(jobs) {
  const names = shared(jobs);
  return [
    { label: "Job", head: true, cell: (j) => html`<${JobLink} job=${j} names=${names} />` },
    ...FIGURES,
    { label: "Again", phone: "bare", cell: (j) => html`<${CloneLink} job=${j} />` },
  ];
}

/** @param {JobView[]} jobs @returns {import("../ui/table.js").Column<JobView>[]} */
export function deletedColumns(jobs) {
  const names = shared(jobs);
  return [
    {
      label: "Job",
      head: true,
      cell: (j) => html`${j.name || j.title} <small class="muted">${beside(j, names)}</small>
        <${Filing} folder=${j.folder} tags=${j.tags} />`,
    },
    ...FIGURES,
    bringBack(jobPath, jobHref),
  ];
}
