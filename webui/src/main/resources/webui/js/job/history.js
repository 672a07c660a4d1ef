// @ts-check
import { html } from "../html.js";
import { clock } from "../lib/format.js";
import { Badge } from "../ui/badge.js";

/** Every state the job was in. @param {{job: import("../types.js").JobView}} props */
export function History({ job }) {
  if (!job.history || job.history.length === 0) {
    return null;
  }
  return html`<section aria-labelledby="history-title">
    <h2 id="history-title">History</h2>
    <ol class="history">
      ${job.history.map(
        (step, i) => html`<li key=${i}>
        <time dateTime=${step.at}>${clock(step.at)}</time> <${Badge} word=${step.state} /> <span>${step.reason}</span>
      </li>`,
      )}
    </ol>
  </section>`;
}
