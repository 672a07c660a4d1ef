// @ts-check
/**
 * The one sentence that matters now, while a job is not running. It alone is read out when it
 * changes: the times and figures beside it would be, every second.
 */
import { html } from "../html.js";
import { count, ratio, span } from "../lib/format.js";
import { Ago } from "../ui/hooks.js";
import { Bar } from "../ui/bar.js";
import { Reason } from "../ui/reason.js";

/** @typedef {import("./run-model.js").RunModel} RunModel */
/** @typedef {import("../types.js").JobView} JobView */

/** @param {{model: RunModel, job: JobView, over: boolean}} props */
export function Now({ model, job, over }) {
  if (over) {
    return html`<p class="now" role="status">Finished; loading the result …</p>`;
  }
  switch (job.state) {
    case "pending":
      return html`<${Waiting} job=${job} />`;
    case "preparing":
      return html`<${Preparing} progress=${model.progress} />`;
    case "stopping":
      return html`<${Stopping} progress=${model.progress} reason=${job.reason} />`;
    case "running":
      return job.reason ? html`<${Losses} reason=${job.reason} />` : null;
    default:
      return null;
  }
}

/** @param {{job: JobView}} props */
function Waiting({ job }) {
  return html`<div class="now now-waiting">
    <span class="now-word">Waiting</span>
    <strong role="status"><${Reason} text=${job.reason || "for its turn"} /></strong>
    <span class="muted">submitted <${Ago} at=${job.submittedAt} /></span>
  </div>`;
}

/** @param {{progress: import("../types.js").JobProgressView | undefined}} props */
function Preparing({ progress }) {
  const { agent = "", step = "agents are getting ready", done = 0, total = 0 } = progress ?? {};
  const age = ageWords(progress);
  const figures = total > 0 ? `${count(done)} of ${count(total)} (${ratio(done, total)})` : "";
  return html`<div class="now">
    <span class="now-word">Preparing</span>
    <strong role="status">${step}</strong>
    <span class="muted">${[figures, agent, age].filter(Boolean).join(" · ")}</span>
    <${Bar} share=${total > 0 ? done / total : undefined} words=${step} silent=${true} />
  </div>`;
}

/** @param {{reason: string}} props */
function Losses({ reason }) {
  return html`<div class="now now-waiting">
    <span class="now-word">Running</span>
    <strong role="status">${reason}</strong>
  </div>`;
}

/** @param {{progress: import("../types.js").JobProgressView | undefined, reason: string}} props */
function Stopping({ progress, reason }) {
  const { agent = "", step = "threads finish, and the last records arrive" } = progress ?? {};
  const facts = [agent, ageWords(progress), reason];
  return html`<div class="now now-waiting">
    <span class="now-word">Stopping</span>
    <strong role="status">${step}</strong>
    <span class="muted">${facts.filter(Boolean).join(" · ")}</span>
  </div>`;
}

/**
 * For how long a step has been going on; empty if it is short.
 *
 * @param {import("../types.js").JobProgressView | undefined} progress
 */
function ageWords(progress) {
  const { seconds = 0 } = progress ?? {};
  return seconds < 3 ? "" : `for ${span(seconds * 1e3)}`;
}
