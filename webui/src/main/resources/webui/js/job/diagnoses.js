// @ts-check
/** What held a run back, each with a link to where its figures are. */
import { html } from "../html.js";
import { bytes, elapsed, short } from "../lib/format.js";
import { Badge } from "../ui/badge.js";
import { Section } from "../ui/section.js";

/** @typedef {import("../types.js").Diagnosis} Diagnosis */
/** @typedef {import("../types.js").DiagnosisEvidence} Evidence */

/** @param {{diagnoses: Diagnosis[]}} props */
export function Diagnoses({ diagnoses }) {
  return html`<${Section} id="diagnoses-title" title="Diagnoses" note="what held the run back">
    <ul class="verdicts" aria-label="Diagnoses">
      ${diagnoses.map((one) => html`<${OneDiagnosis} key=${one.id} one=${one} />`)}
    </ul>
  <//>`;
}

/** @param {{one: Diagnosis}} props */
function OneDiagnosis({ one: { title, certainty, sentence, todo, evidence } }) {
  return html`<li class="verdict verdict-warn">
    <span class="verdict-label">${title}</span>
    <span class="verdict-word"><${Badge} word=${certainty} as="warn" /></span>
    <div class="verdict-said">
      <p>${sentence}.</p>
      <p>To do: ${todo}.</p>
      ${evidence.map((shown) => html`<p key=${shown.figure}><${Shown} shown=${shown} /></p>`)}
    </div>
  </li>`;
}

/** @param {{shown: Evidence}} props */
function Shown({ shown: { label, value, unit, fromMillis, untilMillis, section } }) {
  const amount = /^B(\/|$)/.test(unit)
    ? bytes(value) + unit.slice(1)
    : `${short(value)}${unit.startsWith("/") ? "" : " "}${unit}`.trim();
  return html`Seen in ${label} ${amount}, <a href=${`#${section}-title`}>
    ${elapsed(fromMillis / 1e3)} to ${elapsed(untilMillis / 1e3)}</a>`;
}
