// @ts-check
import { html } from "../html.js";
import { clock } from "../lib/format.js";
import { Badge } from "../ui/badge.js";
import { Reason } from "../ui/reason.js";
import { Section } from "../ui/section.js";

/** Every state the job was in. @param {{job: import("../types.js").JobView}} props */
export function History({ job }) {
  if (!job.history || job.history.length === 0) {
    return null;
  }
  return html`<${Section} id="history-title" title="History">
    <ol class="history">${job.history.map((step, i) => html`<${Step} key=${i} ...${step} />`)}</ol>
  <//>`;
}

/** @param {{at: string, state: string, reason: string}} props */
function Step({ at, state, reason }) {
  return html`<li>
    <time dateTime=${at}>${clock(at)}</time>
    <${Badge} word=${state} />
    <span><${Reason} text=${reason} /></span>
  </li>`;
}
