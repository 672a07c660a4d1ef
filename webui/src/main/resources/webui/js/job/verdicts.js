// @ts-check
/** What to know before any figure: how it ended, and whether its numbers can be trusted. */
import { html } from "../html.js";
import { tone } from "../lib/states.js";
import { Badge } from "../ui/badge.js";

/** @param {{result: import("../types.js").RunDocument, ran: boolean}} props */
export function Verdicts({ result, ran }) {
  const { job, generator, audit } = result;
  const ended = job.reason || (job.state === "completed" ? "ran to its planned end" : "");
  const { verdict, findings } = audit;
  // The line repeats its verdict, which stands beside it as a badge.
  const sums = audit.sentence.replace(/^AUDIT \w+\s+/, "");
  return html`<section class="verdicts" aria-label="Verdicts">
    <${Verdict} label="Outcome" word=${job.state}>${ended}<//>
    ${ran && html`<${Verdict} label="Generator" word=${generator.verdict}>${generator.reason}<//>`}
    ${ran && html`<${Verdict} label="Audit" word=${verdict} findings=${findings}>${sums}<//>`}
  </section>`;
}

/** @param {{label: string, word: string, findings?: string[], children?: any}} props */
function Verdict({ label, word, findings = [], children }) {
  const list = findings.map((finding) => html`<li key=${finding}>${finding}</li>`);
  return html`<div class="verdict verdict-${tone(word)}">
    <span class="verdict-label">${label}</span>
    <span class="verdict-word"><${Badge} word=${word} /></span>
    <p class="verdict-sentence">${children}</p>
    ${list.length > 0 && html`<ul class="findings">${list}</ul>`}
  </div>`;
}
