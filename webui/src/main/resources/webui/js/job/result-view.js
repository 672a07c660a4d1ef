// @ts-check
/** A job that is over: the verdicts first, then the figures, then everything behind them. */
import { html } from "../html.js";
import { count, elapsed, figure, latency, ratio, span, words } from "../lib/format.js";
import { phaseWord, plannedMillis } from "../lib/states.js";
import { Badge } from "../ui/badge.js";
import { Empty } from "../ui/notice.js";
import { Table } from "../ui/table.js";
import { AgentResults } from "./agent-results.js";
import { Charts } from "./charts.js";
import { Parameters, Provenance } from "./facts.js";
import { History } from "./history.js";
import { LogLines } from "./log-lines.js";
import { ResultOperations } from "./operations.js";
import { FailedBy } from "./outcomes.js";
import { PercentileCurve } from "./percentile-curve.js";
import { Verdicts } from "./verdicts.js";

/** @typedef {import("../types.js").RunDocument} RunDocument */
/** @typedef {import("../types.js").ErrorSample} ErrorSample */

/** @param {{job: import("../types.js").JobView, result: RunDocument, model: import("./run-model.js").RunModel}} props */
export function ResultView({ job, result, model }) {
  const ran = model.whole.buckets > 0;
  return html`
    <${Verdicts} result=${result} ran=${ran} />
    ${ran
      ? html`
        <${Summary} result=${result} />
        <${Charts} model=${model} live=${false} meaning=${result.job.latencyMeaning} />
        <section aria-labelledby="percentiles-title">
          <div class="section-head"><h2 id="percentiles-title">Latency by percentile</h2><span class="muted">measured phases, ${result.job.latencyMeaning}</span></div>
          <${PercentileCurve} summary=${result.summary} operations=${result.operations} />
          <${ResultOperations} summary=${result.summary} operations=${result.operations} />
        </section>`
      : html`<${Empty} title="It made no load, so there are no figures.">
          <p>Mend what its outcome says, then <a href="/new?from=${encodeURIComponent(job.id)}">clone it</a>; all that it was given is kept, but for secrets.</p>
        <//>`}
    <${Errors} errors=${result.errors} />
    ${result.audit.checks.length > 0 && html`<${Checks} checks=${result.audit.checks} />`}
    <${AgentResults} agents=${result.agents} />
    <${Parameters} parameters=${result.parameters} />
    <${Provenance} provenance=${result.provenance} />
    <${LogLines} lines=${model.log} />
    <${History} job=${job} />`;
}

/** @param {RunDocument} result */
function measuredMillis({ phases }) {
  return plannedMillis(phases.filter((phase) => phaseWord(phase.kind) === "measure"));
}

/** @param {{result: RunDocument}} props */
function Summary({ result }) {
  const { summary } = result;
  const late = summary.latencyMillis;
  const top = (/** @type {number} */ value) => (late.count === 0 ? "–" : late.clamped > 0 ? `> ${latency(value)}` : latency(value));
  return html`<section aria-labelledby="summary-title">
    <div class="section-head"><h2 id="summary-title">Summary</h2><span class="muted">measured phases, all agents</span></div>
    <div class="hero">
      <div class="hero-main panel">
        <span class="hero-label">Throughput</span>
        <span class="hero-value">${figure(summary.transactionsPerSecond)}<small>tx/s</small></span>
        <span class="hero-note">${figure(summary.statementsPerSecond)} statements/s</span>
        <span class="hero-note">${count(summary.transactions)} transactions in ${span(measuredMillis(result))}</span>
      </div>
      <div class="hero-side panel">
        <span class="hero-label">Latency <b class="meaning">${result.job.latencyMeaning}</b></span>
        <dl class="hero-figures">
          ${/** @type {const} */ (["mean", "p50", "p90", "p95", "p99"]).map((p) => html`<div key=${p}><dt>${p}</dt><dd>${late.count > 0 ? latency(late[p]) : "–"}</dd></div>`)}
          <div><dt>p99.9</dt><dd>${top(late.p99_9)}</dd></div>
          <div><dt>p99.99</dt><dd>${top(late.p99_99)}</dd></div>
          <div><dt>max</dt><dd>${top(late.max)}</dd></div>
        </dl>
      </div>
      <div class="hero-side panel">
        <span class="hero-label">Outcomes</span>
        <dl class="hero-figures">
          <div><dt>ok</dt><dd>${count(summary.transactions)}</dd></div>
          <div class=${summary.failed > 0 ? "hot" : ""}><dt>failed</dt><dd>${count(summary.failed)} <small>${ratio(summary.failed, summary.begun)}</small></dd></div>
          <div class=${summary.uncertain > 0 ? "hot" : ""}><dt>uncertain</dt><dd>${count(summary.uncertain)}</dd></div>
          <div><dt>retried</dt><dd>${count(summary.retried)}</dd></div>
          ${summary.rolledBack > 0 && html`<div><dt>rolled back</dt><dd>${count(summary.rolledBack)}</dd></div>`}
          ${summary.dropped > 0 && html`<div class="hot"><dt>dropped</dt><dd>${count(summary.dropped)}</dd></div>`}
          ${summary.rowsRead + summary.rowsWritten > 0 && html`<div><dt>rows read</dt><dd>${ratio(summary.rowsRead, summary.rowsRead + summary.rowsWritten)}</dd></div>`}
        </dl>
        <${FailedBy} failedBy=${summary.failedBy} />
      </div>
    </div>
  </section>`;
}

/** @type {import("../ui/table.js").Column<ErrorSample>[]} */
const ERRORS = [
  { label: "Kind", head: true, cell: (e) => words(e.errorClass) },
  { label: "Count", number: true, cell: (e) => count(e.count) },
  { label: "First message", wide: true, cell: (e) => html`<span class="message">${e.message}</span>` },
  { label: "Code", number: true, cell: (e) => [e.vendorCode || "", e.sqlState].filter(Boolean).join(" / ") },
  { label: "First", number: true, cell: (e) => elapsed(e.firstMillis / 1e3) },
  { label: "Last", number: true, cell: (e) => elapsed(e.lastMillis / 1e3) },
];

/** @param {{errors: ErrorSample[]}} props */
function Errors({ errors }) {
  if (errors.length === 0) {
    return null;
  }
  return html`<section aria-labelledby="errors-title">
    <div class="section-head"><h2 id="errors-title">Failures</h2><span class="muted">repetitions included; times on the run's axis</span></div>
    <${Table} caption="Failures by kind" columns=${ERRORS} rows=${errors} rowKey=${(/** @type {ErrorSample} */ e) => `${e.errorClass} ${e.vendorCode} ${e.sqlState}`} />
  </section>`;
}

/** @param {{checks: import("../types.js").Check[]}} props */
function Checks({ checks }) {
  return html`<section aria-labelledby="checks-title">
    <h2 id="checks-title">Target after the run</h2>
    <ul class="checks">
      ${checks.map((check) => html`<li key=${check.name}>
        <${Badge} word=${check.holds ? "holds" : "broken"} as=${check.holds ? "good" : check.evidence ? "warn" : "bad"} />
        <span><b>${check.name}</b>${check.evidence && html` <small class="muted">evidence only</small>`}<br /><span class="muted">${check.detail}</span></span>
      </li>`)}
    </ul>
  </section>`;
}
