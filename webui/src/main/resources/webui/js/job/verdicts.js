// @ts-check
/** What to know before any figure: how it ended, whether to trust it, what latency means here. */
import { html } from "../html.js";
import { tone } from "../lib/states.js";
import { Badge } from "../ui/badge.js";

/** @param {{result: import("../types.js").RunDocument, ran: boolean}} props */
export function Verdicts({ result, ran }) {
  const { job, generator, audit } = result;
  return html`<section class="verdicts" aria-label="Verdicts">
    <${Verdict} label="Outcome" word=${job.state} sentence=${job.reason || (job.state === "completed" ? "ran to its planned end" : "")} />
    ${ran && html`<${Verdict} label="Generator" word=${generator.verdict} sentence=${generator.reason} />`}
    ${ran && html`<${Verdict} label="Audit" word=${audit.verdict} sentence=${audit.sentence.replace(/^AUDIT \w+\s+/, "")} findings=${audit.findings} />`}
  </section>`;
}

/** @param {{label: string, word: string, sentence: string, findings?: string[]}} props */
function Verdict({ label, word, sentence, findings = [] }) {
  return html`<div class="verdict verdict-${tone(word)}">
    <span class="verdict-label">${label}</span>
    <span class="verdict-word"><${Badge} word=${word} /></span>
    <p class="verdict-sentence">${sentence}</p>
    ${findings.length > 0 && html`<ul class="findings">${findings.map((finding) => html`<li key=${finding}>${finding}</li>`)}</ul>`}
  </div>`;
}
