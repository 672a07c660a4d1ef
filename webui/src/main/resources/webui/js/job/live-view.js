// @ts-check
/** A job that is not over: why it waits, how far its preparation is, how it runs. */
import { html } from "../html.js";
import { jobPath } from "../lib/api.js";
import { usePolled } from "../ui/use-present.js";
import { ReportSection, VerdictTables } from "../ui/report.js";
import { Charts } from "./charts.js";
import { Control } from "./control.js";
import { Parameters } from "./facts.js";
import { History } from "./history.js";
import { LiveFigures } from "./live-figures.js";
import { LogLines } from "./log-lines.js";
import { Notebook } from "./notebook.js";
import { Now } from "./now.js";
import { LiveOperations } from "./operations.js";
import { PhaseBar } from "./phase-bar.js";
import { ShareTable } from "./shares.js";

/** @typedef {import("./run-model.js").RunModel} RunModel */
/** @typedef {import("../types.js").JobView} JobView */

/** @param {{model: RunModel, over: boolean}} props */
export function LiveView({ model, over }) {
  const job = /** @type {JobView} */ (model.job);
  const began = model.whole.buckets > 0 || job.state === "running";
  return html`
    <${Now} model=${model} job=${job} over=${over} />
    ${began && html`<${Running} model=${model} job=${job} />`}
    <${ShareTable} shares=${model.agents} figures=${model.figures.values()} />
    <${Notebook} id=${job.id} />
    <${Parameters} parameters=${job.parameters} target=${job.target} />
    <${LogLines} id=${job.id} model=${model} />
    <${History} job=${job} />`;
}

const REPORT_EVERY_MILLIS = 4_000;

/** What is better read before the end than after it: what failed, and what drifts. */
const SO_FAR = new Set(["errors", "drift"]);

/** @param {{model: RunModel, job: JobView}} props */
function Running({ model, job }) {
  /** @type {import("../types.js").ReportDocument | undefined} */
  const report = usePolled(jobPath(job.id, "/report"), REPORT_EVERY_MILLIS);
  return html`
    <${PhaseBar} model=${model} job=${job} />
    ${job.control && html`<${Control} job=${job} control=${job.control} />`}
    <${LiveFigures} model=${model} />
    ${report && html`<${Charts} id=${job.id} model=${model} live=${true} report=${report} />
      <${VerdictTables} report=${report} />
      ${report.sections
        .filter((section) => SO_FAR.has(section.id))
        .map((section) => html`<${ReportSection} key=${section.id} section=${section} />`)}`}
    <${LiveOperations} model=${model} />`;
}
