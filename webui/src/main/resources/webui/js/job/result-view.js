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
    <${Errors} errors=${result.errors} />
    <${Checks} checks=${result.audit.checks} />
    <${AgentResults} agents=${result.agents} />
    <${Recordings} id=${job.id} />
    <${Notebook} id=${job.id} />
    <${Parameters} parameters=${result.parameters} />
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
    ${result.thresholds && html`<${Thresholds} thresholds=${result.thresholds} />`}
    <${Charts} id=${result.job.id} model=${model} live=${false} meaning=${meaning} />
    ${result.drift && html`<${Drift} drift=${result.drift} />`}
    <${Section} id="percentiles-title" title="Latency by percentile" note=${note}>
      <${PercentileCurves} curves=${ofOperations(summary, operations)} />
      <${ResultOperations} summary=${summary} operations=${operations} />
    <//>
    <${FigureResults} figures=${result.figures} />`;
}

/** @param {{job: JobView}} props */
function NoLoad({ job }) {
  return html`<${Empty} title="It made no load, so there are no figures.">
    <p>
      Mend what its outcome says, then <a href=${cloneHref(job.id)}>clone it</a>; all that it was
      given is kept, but for secrets.
    </p>
  <//>`;
}
