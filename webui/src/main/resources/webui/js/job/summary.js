// @ts-check
/** The figures of a finished run on its first screen. */
import { html } from "../html.js";
import { count, figure, latency, ratio, span } from "../lib/format.js";
import { measuredMillis } from "../lib/states.js";
import { Figure } from "../ui/figures.js";
import { Section } from "../ui/section.js";
import { Causes } from "./outcomes.js";

/** @typedef {import("../types.js").RunDocument} RunDocument */
/** @typedef {import("../types.js").StatsDocument} StatsDocument */

const LATENCIES = /** @type {const} */ ([
  ["mean", "mean"],
  ["p50", "p50"],
  ["p90", "p90"],
  ["p95", "p95"],
  ["p99", "p99"],
  ["p99_9", "p99.9"],
  ["p99_99", "p99.99"],
  ["max", "max"],
  ["stdDev", "std dev"],
]);

/** @param {{result: RunDocument}} props */
export function Summary({ result }) {
  const { summary } = result;
  return html`<${Section} id="summary-title" title="Summary" note="measured phases, all agents">
    <div class="hero hero-two">
      <${Latencies} summary=${summary} meaning=${result.job.latencyMeaning} />
      <${Outcomes} summary=${summary} />
    </div>
  <//>`;
}

/**
 * The figures that everybody asks for first.
 *
 * @param {{result: RunDocument, endMillis: number}} props
 */
export function Throughput({ result: { summary, phases }, endMillis }) {
  const { latencyMillis, failed, begun } = summary;
  return html`<div class="hero-main panel">
    <span class="hero-label">Throughput</span>
    <span class="hero-value">${figure(summary.transactionsPerSecond)}<small>tx/s</small></span>
    <dl class="hero-figures">
      <${Figure} label="p50">${latency(latencyMillis?.p50)}<//>
      <${Figure} label="p99">${latency(latencyMillis?.p99)}<//>
      <${Figure} label="failed" hot=${failed > 0}>${ratio(failed, begun)}<//>
    </dl>
    <span class="hero-note">
      ${count(summary.transactions)} transactions in ${span(measuredMillis(phases, endMillis))},
      ${" "}${figure(summary.statementsPerSecond)} statements/s, goodput
      ${" "}${figure(summary.goodputPerSecond)} of ${figure(summary.attemptsPerSecond)} attempts/s
    </span>
  </div>`;
}

/** @param {{summary: StatsDocument, meaning: string}} props */
function Latencies({ summary, meaning }) {
  const late = summary.latencyMillis;
  const shown = (/** @type {(typeof LATENCIES)[number][0]} */ which) => latency(late?.[which]);
  return html`<div class="hero-side panel">
    <span class="hero-label"><b>Latency</b> <span class="meaning">${meaning}</span></span>
    <dl class="hero-figures">
      ${LATENCIES.map(([which, label]) => html`<${Figure} label=${label}>${shown(which)}<//>`)}
    </dl>
  </div>`;
}

/** @param {{summary: StatsDocument}} props */
function Outcomes({ summary }) {
  const { failed, uncertain, retried, okAfterRetries } = summary;
  const { rolledBack, dropped, rowsRead, rowsWritten, failedLatencyMillis } = summary;
  const rows = rowsRead + rowsWritten;
  return html`<div class="hero-side panel">
    <span class="hero-label"><b>Outcomes</b> transactions</span>
    <dl class="hero-figures">
      <${Figure} label="ok">${count(summary.transactions)}<//>
      <${Figure} label=${failed > 0 ? `failed, ${ratio(failed, summary.begun)}` : "failed"} hot=${failed > 0}>${count(failed)}<//>
      <${Figure} label="uncertain" hot=${uncertain > 0}>${count(uncertain)}<//>
      ${failedLatencyMillis && html`<${Figure} label="p99 of these">
        ${latency(failedLatencyMillis.p99)}
      <//>`}
      <${Figure} label="retried">${count(retried)}<//>
      ${Object.entries(okAfterRetries).map(
        ([n, ok]) => html`<${Figure} key=${n} label=${`ok after ${n}`}>${count(ok)}<//>`,
      )}
      ${rolledBack > 0 && html`<${Figure} label="rolled back">${count(rolledBack)}<//>`}
      ${dropped > 0 && html`<${Figure} label="dropped" hot=${true}>${count(dropped)}<//>`}
      ${summary.waitMillis && summary.carriedOver > 0 && html`<${Figure} label="carried over">
        ${count(summary.carriedOver)}
      <//>`}
      ${rows > 0 && html`<${Figure} label=${`rows read, ${ratio(rowsRead, rows).replace(" ", "\u00a0")}`}>${count(rowsRead)}<//>
        <${Figure} label="rows written">${count(rowsWritten)}<//>`}
    </dl>
    <${Causes} counts=${{ ...summary.failedBy, ...summary.droppedBy }} />
  </div>`;
}
