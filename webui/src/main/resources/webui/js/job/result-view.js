// @ts-check
/** A job that is over: the verdicts first, then the figures, then everything behind them. */
import { html } from "../html.js";
import { cloneHref } from "../lib/router.js";
import { Empty } from "../ui/notice.js";
import { Section } from "../ui/section.js";
import { AgentResults } from "./agent-results.js";
import { Charts } from "./charts.js";
import { Checks } from "./checks.js";
import { Drift } from "./drift.js";
import { Errors } from "./errors.js";
import { Parameters, Provenance } from "./facts.js";
import { FigureResults } from "./figures.js";
import { History } from "./history.js";
import { LogLines } from "./log-lines.js";
import { Notebook } from "./notebook.js";
import { ResultOperations } from "./operations.js";
import { ofOperations, PercentileCurves } from "./percentile-curve.js";
import { Phases } from "./phases.js";
import { Recordings } from "./recordings.js";
import { Summary, Throughput } from "./summary.js";
import { Thresholds } from "./thresholds.js";
import { Verdicts } from "./verdicts.js";

/** @typedef {import("../types.js").JobView} JobView */
/** @typedef {import("../types.js").RunDocument} RunDocument */
/** @typedef {import("./run-model.js").RunModel} RunModel */

/** @param {{job: JobView, result: RunDocument, model: RunModel}} props */
export function ResultView({ job, result, model }) {
  const ran = model.whole.buckets > 0;
  return html`
    <${Glance} result=${result} ran=${ran} endMillis=${model.whole.endMillis} />
    ${ran ? html`<${Measured} result=${result} model=${model} />` : html`<${NoLoad} job=${job} />`}
    <${Checks} checks=${result.audit.checks} />
    ${ran && html`<${AgentResults} agents=${result.agents} />`}
    <${Recordings} id=${job.id} />
    <${Notebook} id=${job.id} />
    <${Parameters} parameters=${result.parameters} target=${job.target} />
    <${Provenance} provenance=${result.provenance} />
    <${LogLines} id=${job.id} model=${model} />
    <${History} job=${job} />`;
}

/**
 * What is to be seen without scrolling: how much, how fast, and whether that can be trusted.
 *
 * @param {{result: RunDocument, ran: boolean, endMillis: number}} props
 */
function Glance({ result, ran, endMillis }) {
  return html`<section class="glance" aria-label="At a glance">
    ${ran && html`<${Throughput} result=${result} endMillis=${endMillis} />`}
    <${Verdicts} result=${result} ran=${ran} />
  </section>`;
}

/** @param {{result: RunDocument, model: RunModel}} props */
function Measured({ result, model }) {
  const { summary, operations } = result;
  const meaning = result.job.latencyMeaning;
  const note = `measured phases, ${meaning}`;
  return html`
    <${Summary} result=${result} />
    <${Phases} phases=${result.phases} />
    <${Errors} errors=${result.errors} />
    <${Charts} id=${result.job.id} model=${model} live=${false} meaning=${meaning} />
    ${result.thresholds && html`<${Thresholds} thresholds=${result.thresholds} />`}
    ${result.drift && html`<${Drift} drift=${result.drift} />`}
    <${Section} id="percentiles-title" title="Latency by percentile" note=${note}>
      <${PercentileCurves} curves=${ofOperations(summary, operations)} />
      <${ResultOperations} summary=${summary} operations=${operations} />
    <//>
    <${FigureResults} figures=${result.figures} />`;
}

/** @param {{job: JobView}} props */
function NoLoad({ job }) {
  const again = job.state === "failed" ? "Fix the cause above, then run it again" : "It can be run again";
  return html`<${Empty} title="There are no results: this job never put load on anything.">
    <p>${again}: a clone keeps every setting but passwords that were typed by hand.</p>
    <p class="actions"><a class="button" href=${cloneHref(job.id)}>Clone job</a></p>
  <//>`;
}
