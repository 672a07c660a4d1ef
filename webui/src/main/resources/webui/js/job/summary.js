// @ts-check
/** The figures of a finished run on its first screen. */
import { html } from "../html.js";
import { count, figure, latency, ratio, span } from "../lib/format.js";
import { LATENCIES, valueOf } from "../lib/measures.js";
import { measuredMillis } from "../lib/states.js";
import { Figure } from "../ui/figures.js";
import { Section } from "../ui/section.js";
import { Causes } from "./outcomes.js";

/** @typedef {import("../types.js").RunDocument} RunDocument */
/** @typedef {import("../types.js").StatsDocument} StatsDocument */

/** @param {{result: RunDocument}} props */
export function Summary({ result }) {
  const { summary } = result;
  return html`<${Section} id="summary-title" title="Summary" note="measured phases, all agents">
    <div class="hero hero-two">
      <${Latencies} summary=${summary} meaning=${result.job.latencyMeaning} facts=${result.provenance} />
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
    <span class="hero-value">${figure(valueOf(summary, "throughput"))}<small>tx/s</small></span>
    <dl class="hero-figures">
      <${Figure} label="p50">${latency(latencyMillis?.p50)}<//>
      <${Figure} label="p99">${latency(latencyMillis?.p99)}<//>
      <${Figure} label="failed" hot=${failed > 0}>${ratio(failed, begun)}<//>
    </dl>
    <span class="hero-note">
      ${count(summary.transactions)} transactions in ${span(measuredMillis(phases, endMillis))},
      ${" "}${figure(valueOf(summary, "statements"))} statements/s, goodput
      ${" "}${figure(valueOf(summary, "goodput"))} of ${figure(valueOf(summary, "attempts"))} attempts/s
    </span>
  </div>`;
}

/** @param {{summary: StatsDocument, meaning: string, facts: RunDocument["provenance"]}} props */
function Latencies({ summary, meaning, facts }) {
  const { "floor.roundTripMillis": roundTrip, "floor.select1Millis": select } = facts;
  return html`<div class="hero-side panel">
    <span class="hero-label"><b>Latency</b> <span class="meaning">${meaning}</span></span>
    <dl class="hero-figures">
      ${LATENCIES.map((id) => html`<${Figure} label=${id}>${latency(valueOf(summary, id))}<//>`)}
      <${Figure} label="std dev">${latency(summary.latencyMillis?.stdDev)}<//>
      ${roundTrip && select && html`<${Figure} label="round trip, before">${latency(Number(roundTrip))}<//>
        <${Figure} label="select 1, before">${latency(Number(select))}<//>`}
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
