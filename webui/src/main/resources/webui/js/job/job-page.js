// @ts-check
/** One job: live while it waits, makes ready and runs; its result afterwards. */
import { html, useEffect, useRef, useState } from "../html.js";
import { get, getInPieces, jobPath } from "../lib/api.js";
import { IntervalSplitter } from "../lib/interval-splitter.js";
import { isOver } from "../lib/states.js";
import { useLive, useRedraw, useTitle } from "../ui/hooks.js";
import { Failure, LinkLost, Loading } from "../ui/notice.js";
import { JobHead } from "./job-head.js";
import { LiveView } from "./live-view.js";
import { ResultView } from "./result-view.js";
import { RunModel } from "./run-model.js";

/** @typedef {import("../types.js").JobView} JobView */
/** @typedef {import("../types.js").RunDocument} RunDocument */

/** @param {{id: string}} props */
export function JobPage({ id }) {
  const model = useRef(new RunModel()).current;
  const redraw = useRedraw();
  const [failure, setFailure] = useState("");
  const [result, setResult] = useState(/** @type {RunDocument | undefined} */ (undefined));
  const over = model.job !== undefined && isOver(model.job.state);
  const fail = (/** @type {Error} */ error) => setFailure(error.message);
  useTitle(model.job?.name || model.job?.title || id);
  useEffect(() => void get(jobPath(id)).then((job) => take(job), fail), [id]);
  useEffect(() => {
    if (over && !result) {
      loadResult(id, model).then(setResult, fail);
    }
  }, [over]);
  /** @param {JobView} job */
  const take = (job) => {
    model.job = job;
    model.progress = job.progress ?? model.progress;
    redraw();
  };
  const { link, retry } = useLive(
    model.job && !over ? jobPath(id, "/live") : "",
    liveHandlers(model, take, redraw),
  );
  if (!model.job) {
    return failure
      ? html`<${Failure} title="No such job to show" sentence=${failure} />`
      : html`<${Loading} what="the job" />`;
  }
  return html`
    ${!over && html`<${LinkLost} link=${link} onRetry=${retry} />`}
    <${JobHead} job=${model.job} onChanged=${take} />
    ${failure && html`<${Failure} sentence=${failure} />`}
    ${
      result
        ? html`<${ResultView} job=${model.job} result=${result} model=${model} />`
        : html`<${LiveView} model=${model} over=${over} />`
    }`;
}

/** @param {RunModel} model @param {(job: JobView) => void} take @param {() => void} redraw */
function liveHandlers(model, take, redraw) {
  return {
    state: take,
    progress: (/** @type {any} */ progress) => {
      model.progress = progress;
      redraw();
    },
    interval: (/** @type {any} */ interval) => {
      model.addInterval(interval);
      redraw();
    },
    agents: (/** @type {any} */ agents) => {
      model.agents = agents;
      redraw();
    },
    log: (/** @type {any} */ line, /** @type {number} */ event) => {
      model.addLog({ ...line, id: event });
      redraw();
    },
    end: take,
  };
}

/**
 * The result without its intervals, which the model keeps in bounded form.
 *
 * @param {string} id
 * @param {RunModel} model
 * @returns {Promise<RunDocument>}
 */
async function loadResult(id, model) {
  const splitter = new IntervalSplitter((interval) => model.addInterval(interval));
  await getInPieces(jobPath(id, "/results"), (text) => splitter.push(text));
  model.takeLog((await get(jobPath(id, "/log"))).lines);
  return splitter.document();
}
