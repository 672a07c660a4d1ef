// @ts-check
/** What to know before any figure: how it ended, and whether its numbers can be trusted. */
import { html } from "../html.js";
import { jobPath } from "../lib/api.js";
import { clock, plural } from "../lib/format.js";
import { Badge } from "../ui/badge.js";

/** @typedef {import("../types.js").ReportDocument} Report */
/** @typedef {import("../types.js").Block} Block */

/** @param {{id: string, report: Report, seal?: import("../types.js").ResultSeal}} props */
export function Verdicts({ id, report: { head, verdicts }, seal }) {
  const ended = head.reason || (head.outcome === "completed" ? "ran to its planned end" : "");
  const notes = verdicts.flatMap((block) => (block.type === "note" ? [noteWords(block)] : []));
  return html`<ul class="verdicts" aria-label="Verdicts">
    <${Verdict} label="Outcome" word=${head.outcome} as=${head.tone} findings=${notes}>${ended}<//>
    ${verdicts.map(
      (block) =>
        block.type === "verdict" &&
        html`<${Verdict} key=${block.of} label=${block.of} word=${block.word} as=${block.tone}
          findings=${[...block.findings, ...(block.of === "Thresholds" ? reasons(verdicts) : [])]}>
          <span class="dotted">${block.reason.split(" · ").map((one) => html`<span key=${one}>${one}</span>`)}</span>
        <//>`,
    )}
    ${seal && html`<${Sealed} id=${id} seal=${seal} />`}
  </ul>`;
}

/** @param {import("../types.js").BlockNote} note */
const noteWords = ({ of, text }) => [of, text].filter(Boolean).join(": ");

/** Why thresholds do not hold. @param {Block[]} verdicts */
const reasons = (verdicts) => verdicts.flatMap((block) => (block.type === "text" ? [block.text] : []));

/** @param {{id: string, seal: import("../types.js").ResultSeal}} props */
function Sealed({ id, seal }) {
  const { amendments } = seal;
  const { sha256, at } = amendments.at(-1) ?? seal;
  const first = html`, the <a href=${jobPath(id, "/results?amendment=0")} target="_blank">first
    result</a> at ${clock(seal.at)}`;
  const amended = amendments.length > 0;
  return html`<${Verdict} label="Records" word=${amended ? `amended ${plural(amendments.length, "time")}` : "sealed"}
    as=${amended ? "warn" : "calm"}>
    sealed at ${clock(at)}, SHA-256${" "}<code title=${sha256}>
    ${sha256.slice(0, 16)}…</code>${amended && first}
  <//>`;
}

/**
 * @param {{label: string, word: string, as: import("../lib/states.js").Tone | "plain",
 *   findings?: string[], children?: any}} props
 */
function Verdict({ label, word, as, findings = [], children }) {
  const list = findings.map((finding) => html`<li key=${finding}>${finding}</li>`);
  const tone = as === "plain" ? "calm" : as;
  return html`<li class="verdict verdict-${tone}">
    <span class="verdict-label">${label}</span>
    <span class="verdict-word"><${Badge} word=${word} as=${tone} /></span>
    <div class="verdict-said">
      <p>${children}</p>
      ${list.length > 0 && html`<ul class="findings">${list}</ul>`}
    </div>
  </li>`;
}
