// @ts-check
/** A job that is over: the verdicts first, then the figures, then what explains them. */
import { html } from "../html.js";
import { cloneHref } from "../lib/router.js";
import { Empty } from "../ui/notice.js";
import { ReportSection, VerdictTables } from "../ui/report.js";
import { Charts } from "./charts.js";
import { Diagnoses } from "./diagnoses.js";
import { Parameters } from "./facts.js";
import { History } from "./history.js";
import { LogLines } from "./log-lines.js";
import { Notebook } from "./notebook.js";
import { Recordings } from "./recordings.js";
import { Slowest } from "./slowest.js";
import { Summary, Throughput } from "./summary.js";
import { Verdicts } from "./verdicts.js";

/** @typedef {import("../types.js").JobView} JobView */
/** @typedef {import("../types.js").RunDocument} RunDocument */
/** @typedef {import("../types.js").ReportDocument} Report */
/** @typedef {import("./run-model.js").RunModel} RunModel */

/** Sections for which the page has more than a terminal or a report: its verdicts, its links and its charts. */
const OWN = new Set(["summary", "diagnoses", "charts", "slowest", "marks", "seal"]);

/** @param {{job: JobView, result: RunDocument, report: Report, model: RunModel}} props */
export function ResultView({ job, result, report, model }) {
  const ran = model.whole.buckets > 0;
  return html`
    <${Glance} result=${result} report=${report} ran=${ran} endMillis=${model.whole.endMillis} />
    ${result.diagnoses.length > 0 && html`<${Diagnoses} diagnoses=${result.diagnoses} />`}
    ${ran ? html`<${Measured} result=${result} report=${report} model=${model} />` : html`<${NoLoad} job=${job} />`}
    <${Recordings} id=${job.id} />
    <${Notebook} id=${job.id} />
    <${Parameters} parameters=${result.parameters} target=${job.target} />
    ${report.setup
      .filter(({ id }) => id === "provenance")
      .map((section) => html`<${ReportSection} key=${section.id} section=${section} />`)}
    <${LogLines} id=${job.id} model=${model} />
    <${History} job=${job} />`;
}

/**
 * What is to be seen without scrolling: how much, how fast, and whether that can be trusted.
 *
 * @param {{result: RunDocument, report: Report, ran: boolean, endMillis: number}} props
 */
function Glance({ result, report, ran, endMillis }) {
  return html`<section class="glance" aria-label="At a glance">
    ${ran && html`<${Throughput} result=${result} endMillis=${endMillis} />`}
    <${Verdicts} id=${result.job.id} report=${report} seal=${result.seal} />
  </section>`;
}

/** @param {{result: RunDocument, report: Report, model: RunModel}} props */
function Measured({ result, report, model }) {
  const sections = report.sections.filter(({ id }) => !OWN.has(id));
  const slowest = report.sections.find(({ id }) => id === "slowest");
  return html`
    <${Summary} result=${result} />
    <${VerdictTables} report=${report} />
    <${Charts} id=${result.job.id} model=${model} live=${false} report=${report} />
    ${slowest && html`<${Slowest} observed=${result.observed} section=${slowest} />`}
    ${sections.map((section) => html`<${ReportSection} key=${section.id} section=${section} />`)}`;
}

/** @param {{job: JobView}} props */
function NoLoad({ job }) {
  const again = job.state === "failed" ? "Fix the cause above, then run it again" : "It can be run again";
  return html`<${Empty} title="There are no results: this job never put load on anything.">
    <p>${again}: a clone keeps every setting but passwords that were typed by hand.</p>
    <p class="actions"><a class="button" href=${cloneHref(job.id)}>Clone job</a></p>
  <//>`;
}
