// @ts-check
/** A job that is not over: why it waits, how far its preparation is, how it runs. */
import { html } from "../html.js";
import { count, elapsed, figure, latency, plural, ratio, span } from "../lib/format.js";
import { plannedMillis, stretches } from "../lib/states.js";
import { Bar } from "../overview/jobs.js";
import { Ago } from "../ui/hooks.js";
import { Charts } from "./charts.js";
import { History } from "./history.js";
import { LiveOperations } from "./operations.js";
import { FailedBy, since } from "./outcomes.js";
import { LogLines } from "./log-lines.js";
import { Parameters } from "./facts.js";
import { ShareTable } from "./shares.js";

/** @typedef {import("./run-model.js").RunModel} RunModel */
/** @typedef {import("../types.js").JobView} JobView */

/** @param {{model: RunModel, over: boolean}} props */
export function LiveView({ model, over }) {
  const job = /** @type {JobView} */ (model.job);
  const began = model.whole.buckets > 0 || job.state === "running";
  return html`
    <${Now} model=${model} job=${job} over=${over} />
    ${began && html`
      <${PhaseBar} model=${model} job=${job} />
      <${Hero} model=${model} />
      <${Charts} model=${model} live=${true} meaning=${meaningOf(job)} />
      <${LiveOperations} model=${model} />`}
    ${model.agents.length > 0 && html`<${ShareTable} shares=${model.agents} />`}
    <${LogLines} lines=${model.log} />
    ${!began && html`<${Parameters} parameters=${job.parameters} />`}
    <${History} job=${job} />`;
}

/** @param {JobView} job */
function meaningOf(job) {
  return job.load.startsWith("open") ? "response time from the intended start" : "service time only";
}

/** The one sentence that matters now. @param {{model: RunModel, job: JobView, over: boolean}} props */
function Now({ model, job, over }) {
  if (over) {
    return html`<p class="now" role="status">It is over; loading its result …</p>`;
  }
  switch (job.state) {
    case "pending":
      return html`<div class="now now-waiting" role="status">
        <span class="now-word">Waiting</span> <strong>${job.reason || "for its turn"}</strong>
        ${" "}<span class="muted">submitted <${Ago} at=${job.submittedAt} /></span>
      </div>`;
    case "preparing":
      return html`<${Preparing} progress=${model.progress} />`;
    case "stopping":
      return html`<div class="now now-waiting" role="status">
        <span class="now-word">Stopping</span> <strong>threads finish, and the last records come in</strong>
        ${" "}<span class="muted">${job.reason}</span>
      </div>`;
    default:
      return null;
  }
}

/** @param {{progress: import("../types.js").Progress | undefined}} props */
function Preparing({ progress }) {
  const { agent = "", step = "agents make ready", done = 0, total = 0 } = progress ?? {};
  const figures = total > 0 ? `${count(done)} of ${count(total)} (${ratio(done, total)})` : "";
  return html`<div class="now now-preparing" role="status">
    <span class="now-word">Preparing</span> <strong>${step}</strong> <span class="muted">${[figures, agent].filter(Boolean).join(" · ")}</span>
    <${Bar} share=${total > 0 ? done / total : undefined} words="" />
  </div>`;
}

/** The plan as a bar, filled as far as figures have come. @param {{model: RunModel, job: JobView}} props */
function PhaseBar({ model, job }) {
  const planned = plannedMillis(job.phases);
  const end = Math.min(planned, model.whole.endMillis);
  const parts = stretches(job.phases);
  const current = parts.find((part) => end < part.end)?.kind ?? "drain";
  return html`<div class="phases">
    <svg class="phase-bar" viewBox="0 0 1000 10" preserveAspectRatio="none" role="img" aria-label=${`${span(end)} of ${span(planned)}, ${current}`}>
      ${parts.map((part) => html`<rect key=${part.start} class="phase phase-${part.kind}" x=${(1000 * part.start) / planned} y="0" height="10" width=${(1000 * (part.end - part.start)) / planned} />`)}
      ${parts.filter((part) => end > part.start).map((part) => html`<rect key=${`done ${part.start}`} class="phase-done phase-${part.kind}" x=${(1000 * part.start) / planned} y="0" height="10" width=${(1000 * (Math.min(end, part.end) - part.start)) / planned} />`)}
    </svg>
    <span class="phase-words"><b>${current}</b> · ${elapsed(end / 1e3)} of ${elapsed(planned / 1e3)}${job.state === "running" && end < planned && ` · ${span(planned - end)} left`}</span>
  </div>`;
}

/** @param {{model: RunModel}} props */
function Hero({ model }) {
  const { latest, totals } = model;
  const late = latest?.latencyMillis;
  const seen = late && late.count > 0;
  return html`<div class="hero">
    <div class="hero-main panel">
      <span class="hero-label">Throughput ${latest && latest.missing.length > 0 && html`<span class="provisional-word" title=${`waiting for ${latest.missing.join(", ")}`}>provisional</span>`}</span>
      <span class="hero-value">${figure(latest?.transactionsPerSecond)}<small>tx/s</small></span>
      <span class="hero-note">${figure(latest?.statementsPerSecond)} statements/s · ${plural(latest?.threads ?? 0, "thread")}</span>
    </div>
    <div class="hero-side panel">
      <span class="hero-label">Latency, newest interval</span>
      <dl class="hero-figures">
        ${/** @type {const} */ (["p50", "p95", "p99", "max"]).map((p) => html`<div key=${p}><dt>${p}</dt><dd>${seen ? latency(late[p]) : "–"}</dd></div>`)}
      </dl>
    </div>
    <div class="hero-side panel">
      <span class="hero-label">Outcomes, ${since(model)}</span>
      <dl class="hero-figures">
        <div><dt>ok</dt><dd>${count(totals.ok)}</dd></div>
        <div class=${totals.failed > 0 ? "hot" : ""}><dt>failed</dt><dd>${count(totals.failed)}</dd></div>
        <div class=${totals.uncertain > 0 ? "hot" : ""}><dt>uncertain</dt><dd>${count(totals.uncertain)}</dd></div>
        <div><dt>retried</dt><dd>${count(totals.retried)}</dd></div>
      </dl>
      <${FailedBy} failedBy=${model.failedBy} />
    </div>
  </div>`;
}
