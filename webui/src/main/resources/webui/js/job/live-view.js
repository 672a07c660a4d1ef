// @ts-check
/** A job that is not over: why it waits, how far its preparation is, how it runs. */
import { html } from "../html.js";
import { jobPath } from "../lib/api.js";
import { usePolled } from "../ui/use-present.js";
import { Charts } from "./charts.js";
import { Control } from "./control.js";
import { Drift } from "./drift.js";
import { Errors } from "./errors.js";
import { Parameters } from "./facts.js";
import { History } from "./history.js";
import { LiveFigures } from "./live-figures.js";
import { LogLines } from "./log-lines.js";
import { Notebook } from "./notebook.js";
import { Now } from "./now.js";
import { LiveOperations } from "./operations.js";
import { PhaseBar } from "./phase-bar.js";
import { ShareTable } from "./shares.js";
import { Thresholds } from "./thresholds.js";

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

const FAILURES_EVERY_MILLIS = 4_000;

/** What the database said: nobody wants to wait for the end of a run to read it. @param {{id: string}} props */
function FailuresSoFar({ id }) {
  /** @type {import("../types.js").RunDocument | undefined} */
  const run = usePolled(jobPath(id, "/results?intervals=false"), FAILURES_EVERY_MILLIS);
  return html`<${Errors} errors=${run?.errors ?? []} />`;
}

/** @param {{model: RunModel, job: JobView}} props */
function Running({ model, job }) {
  const open = job.load.startsWith("open");
  const meaning = open ? "response time from the intended start" : "service time only";
  return html`
    <${PhaseBar} model=${model} job=${job} />
    ${job.control && html`<${Control} job=${job} control=${job.control} />`}
    <${LiveFigures} model=${model} />
    <${Charts} id=${job.id} model=${model} live=${true} meaning=${meaning} />
    ${model.totals.failed + model.totals.uncertain > 0 && html`<${FailuresSoFar} id=${job.id} />`}
    ${model.thresholds && html`<${Thresholds} thresholds=${model.thresholds} />`}
    ${model.drift && html`<${Drift} drift=${model.drift} />`}
    <${LiveOperations} model=${model} />`;
}
