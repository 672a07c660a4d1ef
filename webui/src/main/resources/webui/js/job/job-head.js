// @ts-check
/** What this job is, where it stands, and what can be done with it. */
import { html, useState } from "../html.js";
import { jobPath, post } from "../lib/api.js";
import { clock, plural, span } from "../lib/format.js";
import { cloneHref } from "../lib/router.js";
import { isOver, loadWords, plannedMillis } from "../lib/states.js";
import { Badge } from "../ui/badge.js";
import { Failure } from "../ui/notice.js";

/** @typedef {import("../types.js").JobView} JobView */

/** @param {{job: JobView, onChanged: (job: JobView) => void}} props */
export function JobHead({ job, onChanged }) {
  return html`<div class="job-head">
    <p class="crumbs"><a href="/">Overview</a> / <span class="id">${job.id}</span></p>
    <div class="page-head">
      <h1>${job.name || job.title} <${Badge} word=${job.state} /></h1>
      <div class="actions">
        <a class="button" href=${cloneHref(job.id)}>Clone</a>
        <a class="button" href=${jobPath(job.id, "/results")} target="_blank">JSON</a>
        ${!isOver(job.state) && html`<${Cancel} job=${job} onChanged=${onChanged} />`}
      </div>
    </div>
    <p class="job-line">
      ${facts(job).map((fact, i) => html`<span key=${i}>${fact}</span>`)}
    </p>
  </div>`;
}

/** @param {JobView} job */
function facts(job) {
  const thread = job.threadKind === "platform" ? "thread" : `${job.threadKind} thread`;
  return [
    html`<code>${job.jobClass}</code>`,
    `${plural(job.agents.count, "agent")} × ${plural(job.threadsPerAgent, thread)}`,
    loadWords(job.load),
    `${span(plannedMillis(job.phases))} in ${span(job.intervalMillis)} intervals`,
    job.startedAt ? `started ${clock(job.startedAt)}` : `submitted ${clock(job.submittedAt)}`,
    job.endedAt ? `ended ${clock(job.endedAt)}` : "",
  ].filter(Boolean);
}

/**
 * Asks once more before it ends what may have run for days.
 *
 * @param {{job: JobView, onChanged: (job: JobView) => void}} props
 */
function Cancel({ job, onChanged }) {
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState("");
  const cancel = () => {
    setAsking(false);
    post(jobPath(job.id, "/cancel"), {}).then(
      (view) => view && onChanged(view),
      (error) => setFailure(error.message),
    );
  };
  if (failure) {
    return html`<${Failure} title="Not cancelled" sentence=${failure} />`;
  }
  if (job.state === "stopping") {
    return null;
  }
  return asking
    ? html`<${Really} onYes=${cancel} onNo=${() => setAsking(false)} />`
    : html`<button class="button button-danger-line" type="button" onClick=${() => setAsking(true)}>
        Cancel job
      </button>`;
}

/** @param {HTMLElement | null} element */
const focus = (element) => element?.focus();

/** @param {{onYes: () => void, onNo: () => void}} props */
function Really({ onYes, onNo }) {
  return html`<span class="ask" role="group" aria-label="Cancel this job?">
    <button class="button button-danger" type="button" onClick=${onYes} ref=${focus}>
      Yes, cancel it
    </button>
    <button class="button" type="button" onClick=${onNo}>Keep it</button>
  </span>`;
}
