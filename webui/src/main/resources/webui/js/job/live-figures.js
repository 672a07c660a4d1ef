// @ts-check
/** The figures of the newest interval, and the outcomes so far. */
import { html } from "../html.js";
import { count, elapsed, figure, latency, NONE, plural } from "../lib/format.js";
import { FEW_LATENCIES, valueOf } from "../lib/measures.js";
import { Figure } from "../ui/figures.js";
import { Causes } from "./outcomes.js";

/** @typedef {import("./run-model.js").RunModel} RunModel */
/** @typedef {import("../types.js").IntervalDocument} IntervalDocument */

/** @param {{model: RunModel}} props */
export function LiveFigures({ model }) {
  const { silent } = model;
  const latest = silent ? undefined : model.latest;
  const since = silent ? `no figures since ${elapsed(model.whole.endMillis / 1e3)}` : "";
  return html`<div class="hero">
    <${Throughput} latest=${latest} since=${since} />
    <${Latencies} latest=${latest} />
    <${Outcomes} model=${model} />
  </div>`;
}

/** @param {{latest: IntervalDocument | undefined, since: string}} props `since` when there are none; empty where some come */
function Throughput({ latest, since }) {
  return html`<div class="hero-main panel">
    <span class="hero-label">
      Throughput <${Provisional} missing=${latest?.missing ?? []} />
      <${Limited} limited=${latest?.limited ?? []} />
      ${since && html`<span class="provisional-word" title="No agent that has load can be heard">${since}</span>`}
    </span>
    <span class="hero-value">${figure(valueOf(latest, "throughput"))}<small>tx/s</small></span>
    <span class="hero-note">${latest && `${figure(valueOf(latest, "statements"))} statements/s · ${plural(latest.threads, "thread")}${unconnected(latest)}`}</span>
  </div>`;
}

/** How many threads are without a connection, on the average of the interval. @param {IntervalDocument} latest */
function unconnected({ figures, lengthMillis }) {
  const lost = Math.round((figures?.values["connection.lostTime"] ?? 0) / lengthMillis);
  return lost > 0 ? `, ${lost} without a connection` : "";
}

/** @param {{missing: string[]}} props */
function Provisional({ missing }) {
  const title = `waiting for ${missing.join(", ")}`;
  return missing.length > 0
    ? html`<span class="provisional-word" title=${title}>provisional</span>`
    : null;
}

/**
 * Warns if the newest interval shows the load generator instead of the target.
 *
 * @param {{limited: import("../types.js").Limit[]}} props
 */
function Limited({ limited }) {
  const causes = [...new Set(limited.map((limit) => limit.cause.toLowerCase().replace("_", " ")))];
  const title = limited.map((limit) => `${limit.agent}: ${limit.reason}`).join("\n");
  return causes.length > 0
    ? html`<span class="provisional-word" title=${title}>${causes.length > 1 ? "generator limited" : `generator: ${causes[0]}`}</span>`
    : null;
}

/** @param {{latest: IntervalDocument | undefined}} props */
function Latencies({ latest }) {
  return html`<div class="hero-side panel">
    <span class="hero-label">Latency, last interval</span>
    <dl class="hero-figures">
      ${FEW_LATENCIES.map((id) => html`<${Figure} label=${id}>${latency(valueOf(latest, id))}<//>`)}
      <${InFlight} latest=${latest} />
      <${Waiting} latest=${latest} />
    </dl>
  </div>`;
}

/**
 * A transaction that does not end has no latency yet; its age shows it before.
 *
 * @param {{latest: IntervalDocument | undefined}} props
 */
function InFlight({ latest }) {
  const millis = (latest?.generator?.oldestInFlightNanos ?? 0) / 1e6;
  const long = millis > (latest?.lengthMillis ?? Infinity);
  return html`<${Figure} label="in flight" hot=${long}>${millis > 0 ? latency(millis) : NONE}<//>`;
}

/**
 * The waiting arrivals of an open load, and how long the oldest has been due.
 *
 * @param {{latest: IntervalDocument | undefined}} props
 */
function Waiting({ latest }) {
  const many = latest?.waiting ?? 0;
  const millis = (latest?.generator?.oldestWaitingNanos ?? 0) / 1e6;
  return many > 0
    ? html`<${Figure} label="waiting" hot=${millis > 100}>
        ${count(many)}, ${latency(millis)}
      <//>`
    : null;
}

/** @param {{model: RunModel}} props */
function Outcomes({ model }) {
  const { ok, failed, uncertain, retried } = model.totals;
  return html`<div class="hero-side panel">
    <span class="hero-label">Outcomes so far</span>
    <dl class="hero-figures">
      <${Figure} label="ok">${count(ok)}<//>
      <${Figure} label="failed" hot=${failed > 0}>${count(failed)}<//>
      <${Figure} label="uncertain" hot=${uncertain > 0}>${count(uncertain)}<//>
      <${Figure} label="retried">${count(retried)}<//>
    </dl>
    <${Causes} counts=${model.failedBy} />
    ${failed + uncertain > 0 && html`<a href="#errors-title">What failed, and why</a>`}
  </div>`;
}
