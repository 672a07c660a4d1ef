// @ts-check
import { html } from "../html.js";
import { Badge } from "../ui/badge.js";
import { Section } from "../ui/section.js";

/** @typedef {import("../types.js").VerificationCheck} Check */

/** What the job class found on the target after the run. @param {{checks: Check[]}} props */
export function Checks({ checks }) {
  if (checks.length === 0) {
    return null;
  }
  const items = checks.map((check) => html`<${OneCheck} key=${check.name} ...${check} />`);
  return html`<${Section} id="checks-title" title="Checks of the target after the run">
    <ul class="checks">${items}</ul>
  <//>`;
}

/** @param {Check} props */
function OneCheck({ name, holds, evidence, detail, unchecked }) {
  const failedAs = evidence ? "warn" : "bad";
  const word = unchecked ? "not checked" : holds ? "holds" : "broken";
  return html`<li>
    <${Badge} word=${word} as=${holds ? "good" : failedAs} />
    <span>
      <b>${name}</b>${evidence && !unchecked && html` <small class="muted">evidence only</small>`}<br />
      <span class="muted">${detail}</span>
    </span>
  </li>`;
}
