// @ts-check
/** What to know before any figure: how it ended, and whether its numbers can be trusted. */
import { html } from "../html.js";
import { jobPath } from "../lib/api.js";
import { clock, plural } from "../lib/format.js";
import { outcome, tone, wholePercent } from "../lib/states.js";
import { Badge } from "../ui/badge.js";
import { backlogs } from "./phases.js";
import { holding, words } from "./thresholds.js";

/** @param {{result: import("../types.js").RunDocument, ran: boolean}} props */
export function Verdicts({ result, ran }) {
  const { job, generator, audit, delivery, seal, drift, thresholds } = result;
  const ended = job.reason || (job.state === "completed" ? "ran to its planned end" : "");
  const how = outcome(job.state, delivery?.share, audit.verdict);
  const lost = delivery && delivery.share < 1 ? [delivered(delivery, job.startedAt)] : [];
  const told = [...lost, ...backlogs(result.phases)];
  const { verdict, findings } = audit;
  // The line repeats its verdict, which stands beside it as a badge.
  const sums = audit.sentence.replace(/^AUDIT \w+\s+/, "").split(" · ");
  const said = html`<span class="dotted">${sums.map((one) => html`<span key=${one}>${one}</span>`)}</span>`;
  return html`<ul class="verdicts" aria-label="Verdicts">
    <${Verdict} label="Outcome" word=${how.word} as=${how.as} findings=${told}>${ended}<//>
    ${ran && html`<${Verdict} label="Generator" word=${words(generator.verdict)}>${generator.reason}<//>`}
    ${ran && html`<${Verdict} label="Audit" word=${verdict} findings=${findings}>${said}<//>`}
    ${ran && thresholds && html`<${Limits} thresholds=${thresholds} />`}
    ${drift && html`<${Verdict} label="Drift" word=${drift.verdict}>${drift.sentence}<//>`}
    ${seal && html`<${Sealed} id=${job.id} seal=${seal} />`}
  </ul>`;
}

/** @param {{thresholds: import("../types.js").ThresholdVerdicts}} props */
function Limits({ thresholds }) {
  const { verdict, each } = thresholds;
  const findings = each
    .filter((one) => one.verdict !== "HOLDS")
    .map(({ verdict: how, text, sentence }) => (how === "NOT_JUDGED" ? `${text} is not judged: ${sentence}` : sentence));
  return html`<${Verdict} label="Thresholds" word=${words(verdict)} findings=${[...new Set(findings)]}>
    ${holding(thresholds)}
  <//>`;
}

/** @param {import("../types.js").Delivery} delivery @param {string} startedAt */
function delivered({ share, shortfalls }, startedAt) {
  const start = Date.parse(startedAt);
  const agents = shortfalls.map(({ agent, untilMillis }) => {
    if (untilMillis < 0) {
      return `${agent} was away for a part of it`;
    }
    return untilMillis > 0
      ? `${agent} delivered nothing after ${clock(new Date(start + untilMillis).toISOString())}`
      : `${agent} delivered nothing`;
  });
  const part = `${wholePercent(share)} of the planned agent time was delivered`;
  return [part, agents.join(", ")].filter(Boolean).join(": ");
}

/** @param {{id: string, seal: import("../types.js").ResultSeal}} props */
function Sealed({ id, seal }) {
  const { amendments } = seal;
  const { sha256, at } = amendments.at(-1) ?? seal;
  const list = amendments.map(
    ({ number, at, records }) =>
      `amendment ${number} of ${clock(at)}: ${Object.entries(records)
        .map(([agent, count]) => `${plural(count, "record")} of ${agent}`)
        .join(", ")}`,
  );
  const first = html`, the <a href=${jobPath(id, "/results?amendment=0")} target="_blank">first
    result</a> at ${clock(seal.at)}`;
  const word = amendments.length > 0 ? `amended ${amendments.length}×` : "sealed";
  const as = amendments.length > 0 ? "warn" : "calm";
  return html`<${Verdict} label="Records" word=${word} as=${as} findings=${list}>
    sealed at ${clock(at)}, SHA-256${" "}<code title=${sha256}>
    ${sha256.slice(0, 16)}…</code>${amendments.length > 0 && first}
  <//>`;
}

/**
 * @param {{label: string, word: string, as?: import("../lib/states.js").Tone, findings?: string[],
 *   children?: any}} props
 */
function Verdict({ label, word, as, findings = [], children }) {
  const list = findings.map((finding) => html`<li key=${finding}>${finding}</li>`);
  return html`<li class="verdict verdict-${as ?? tone(word)}">
    <span class="verdict-label">${label}</span>
    <span class="verdict-word"><${Badge} word=${word} as=${as} /></span>
    <div class="verdict-said">
      <p>${children}</p>
      ${list.length > 0 && html`<ul class="findings">${list}</ul>`}
    </div>
  </li>`;
}
