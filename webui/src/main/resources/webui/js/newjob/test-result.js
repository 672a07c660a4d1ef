// @ts-check
/** What the test of a job has found, worst first. */
import { html } from "../html.js";
import { Badge } from "../ui/badge.js";
import { Failure } from "../ui/notice.js";

/** @typedef {import("../types.js").PreflightDocument} PreflightDocument */
/** @typedef {import("../types.js").PreflightLine} Line */

const TONES = /** @type {const} */ ({ fail: "bad", warn: "warn", ok: "good" });
const ORDER = /** @type {(keyof typeof TONES)[]} */ (Object.keys(TONES));

/** @param {PreflightDocument} result */
const readiness = ({ fit }) => (fit ? "Ready to run." : "Not ready to run.");

/**
 * @param {{testing: boolean, result?: PreflightDocument, failure: string,
 *   words?: (result: PreflightDocument) => string}} props
 */
export function TestResult({ testing, result, failure, words = readiness }) {
  if (failure) {
    return html`<${Failure} title="Not tested" sentence=${failure} />`;
  }
  if (testing) {
    return html`<p class="muted" role="status">Agents are trying the target …</p>`;
  }
  if (!result) {
    return null;
  }
  const lines = ORDER.flatMap((level) => result.findings.filter((line) => line.level === level));
  return html`<section class="preflight" aria-label="Test result">
    <p role="status"><strong>${words(result)}</strong></p>
    <ul>${lines.map((line, i) => html`<${Finding} key=${i} line=${line} />`)}</ul>
  </section>`;
}

/** @param {{line: Line}} props */
function Finding({ line }) {
  const level = /** @type {keyof typeof TONES} */ (line.level);
  return html`<li>
    <${Badge} word=${line.level} as=${TONES[level]} /> <strong>${line.check}</strong>
    <span class="muted"> ${line.where}</span>
    <div>${line.figures}</div>
    ${line.mend && html`<div class="finding-mend">→ ${line.mend}</div>`}
  </li>`;
}
