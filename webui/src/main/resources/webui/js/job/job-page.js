// @ts-check
/** One job: live while it waits, makes ready and runs; its result afterwards. */
import { html, useEffect, useRef, useState } from "../html.js";
import { get, groupPath, jobPath, studyPath } from "../lib/api.js";
import { go, groupHref, jobsHref, studyHref } from "../lib/router.js";
import { isOver } from "../lib/states.js";
import { PerhapsDeleted } from "../ui/bring-back.js";
import { useLive, useRedraw, useTitle } from "../ui/hooks.js";
import { NotShown } from "../ui/not-shown.js";
import { Failure, LinkLost, Loading } from "../ui/notice.js";
import { Undelivered } from "../ui/tells.js";
import { JobHead } from "./job-head.js";
import { LiveView } from "./live-view.js";
import { ResultView } from "./result-view.js";
import { RunModel } from "./run-model.js";

/** @typedef {import("../types.js").JobView} JobView */
/** @typedef {import("../types.js").RunLogLine} LogLine */
/** @typedef {import("../types.js").RunDocument} RunDocument */
/** @typedef {import("../types.js").ReportDocument} Report */
/** @typedef {{result: RunDocument, report: Report}} Outcome */
/** @typedef {import("../types.js").SeriesDocument} SeriesDocument */

/** @param {{id: string}} props */
export function JobPage({ id }) {
  const model = useRef(new RunModel()).current;
  const redraw = useRedraw();
  const [failure, setFailure] = useState("");
  const [outcome, setOutcome] = useState(/** @type {Outcome | undefined} */ (undefined));
  const over = model.job !== undefined && isOver(model.job.state);
  const fail = (/** @type {Error} */ error) => setFailure(error.message);
  useTitle(model.job?.name || model.job?.title || id);
  useEffect(
    () => void get(jobPath(id)).then((job) => take(job), (error) => noJob(id).then((href) => (href ? go(href, true) : fail(error)))),
    [id],
  );
  const known = model.job !== undefined;
  const [through, setThrough] = useState(/** @type {number | undefined} */ (undefined));
  useEffect(() => {
    if (!known) {
      return undefined;
    }
    const wanted = { still: true };
    // After the rest: of a long run they weigh more than all the others.
    const drawFigures = async () => {
      const series = await wholeSeries(id, model);
      if (wanted.still) {
        model.takeSeries(series);
        redraw();
      }
    };
    load(id).then(
      (found) => {
        if (wanted.still) {
          model.takeSeries(found.series);
          model.takeLog(found.lines);
          model.takeResult(found.result);
          setThrough(found.series.through);
          setOutcome(over ? found : undefined);
          if (found.series.figures.length > 0) {
            // A server that has gone away meanwhile is asked again with the next interval.
            drawFigures().catch(over ? fail : () => changed(0));
          }
        }
      },
      (error) => {
        setThrough(0);
        fail(error);
      },
    );
    return () => void (wanted.still = false);
  }, [known, over]);
  const changed = useChanged((since) => catchUp(id, model, since).then(redraw), !over);
  /** @param {JobView} job */
  const take = (job) => {
    model.job = job;
    model.progress = job.progress;
    redraw();
  };
  const { link, retry } = useLive(
    through !== undefined && !over ? jobPath(id, "/live") : "",
    liveHandlers(model, take, redraw, changed),
    through,
  );
  if (!model.job) {
    return failure
      ? html`<${NotShown} what="The job" sentence=${failure}>
          <${PerhapsDeleted} href=${jobsHref("state:deleted")} />
        <//>`
      : html`<${Loading} what="the job" />`;
  }
  return html`
    ${!over && html`<${LinkLost} link=${link} onRetry=${retry} />`}
    <${JobHead} job=${model.job} onChanged=${take} />
    ${failure && html`<${Failure} sentence=${failure} />`}
    <${Undelivered} kind="job" work=${model.job} />
    <${Body} model=${model} outcome=${outcome} over=${over} known=${through !== undefined} />`;
}

/**
 * @param {{model: RunModel, outcome: Outcome | undefined, over: boolean, known: boolean}} props
 *   `known` says whether what has happened so far has been loaded
 */
function Body({ model, outcome, over, known }) {
  if (outcome) {
    return html`<${ResultView} job=${model.job} ...${outcome} model=${model} />`;
  }
  return known
    ? html`<${LiveView} model=${model} over=${over} />`
    : html`<${Loading} what=${over ? "the result" : "what has happened so far"} />`;
}

/**
 * @param {RunModel} model
 * @param {(job: JobView) => void} take
 * @param {() => void} redraw
 * @param {(index: number) => void} changed takes the index of an interval that is new, or another
 */
function liveHandlers(model, take, redraw, changed) {
  return {
    state: take,
    progress: (/** @type {any} */ progress) => {
      model.progress = progress;
      redraw();
    },
    interval: (/** @type {any} */ interval) => changed(interval.index),
    agents: (/** @type {any} */ agents) => {
      model.agents = agents;
      redraw();
    },
    log: (/** @type {any} */ line, /** @type {number} */ event) => {
      model.addLog({ ...line, id: event });
      redraw();
    },
    mark: (/** @type {any} */ mark) => {
      model.addMark(mark);
      redraw();
    },
    thresholds: (/** @type {any} */ thresholds) => {
      model.thresholds = thresholds;
      redraw();
    },
    end: take,
  };
}

/**
 * The page of an id that is not a job's: lists show studies, and members of groups that have not begun, beside jobs.
 *
 * @param {string} id @returns {Promise<string>} empty if there is no such work
 */
async function noJob(id) {
  const group = id.split(".")[0];
  const there = (/** @type {string} */ path) => get(path).then(() => true, () => false);
  return (await there(studyPath(id))) ? studyHref(id) : group !== id && (await there(groupPath(group))) ? groupHref(group) : "";
}

/**
 * Collects what has changed while something is asked for, so that one request at a time is on its way.
 *
 * @param {(since: number) => Promise<void>} ask for all since an interval
 * @param {boolean} wanted
 * @returns {(index: number) => void}
 */
function useChanged(ask, wanted) {
  const waiting = useRef({ since: Infinity, busy: false, wanted });
  waiting.current.wanted = wanted;
  const next = () => {
    const now = waiting.current;
    if (now.busy || now.since === Infinity || !now.wanted) {
      return;
    }
    const { since } = now;
    now.busy = true;
    now.since = Infinity;
    void ask(since).then(() => true, () => false).then((asked) => {
      now.busy = false;
      if (asked) {
        next();
      } else {
        now.since = Math.min(now.since, since); // It is asked for again with the next interval.
      }
    });
  };
  return (index) => {
    waiting.current.since = Math.min(waiting.current.since, index);
    next();
  };
}

/** @param {string} id @param {RunModel} model @param {number} since the first interval that has changed */
async function catchUp(id, model, since) {
  if (!model.patchSeries(await get(jobPath(id, `/series?figures=true&since=${since}`)))) {
    model.takeSeries(await wholeSeries(id, model));
  } else if (model.near) {
    const from = Math.max(since, model.near.first);
    model.patchNear(await get(jobPath(id, `/series?figures=true&from=${from}&to=${model.newestIndex}`)));
  }
}

/** @param {SeriesDocument} series */
function newestOf({ newest }) {
  return newest[newest.length - 1]?.index ?? -1;
}

/**
 * All that charts draw; nothing that came live meanwhile is missing in it.
 *
 * @param {string} id
 * @param {RunModel} model
 * @returns {Promise<SeriesDocument>}
 */
async function wholeSeries(id, model) {
  let series = await get(jobPath(id, "/series?figures=true"));
  while (series.more || newestOf(series) < model.newestIndex) {
    series = await get(jobPath(id, "/series?figures=true"));
  }
  return series;
}

/**
 * What has happened so far, and its result so far, without its intervals.
 *
 * @param {string} id
 * @returns {Promise<{series: SeriesDocument, lines: LogLine[], result: RunDocument, report: Report}>}
 */
async function load(id) {
  let series = await get(jobPath(id, "/series"));
  while (series.more) {
    series = await get(jobPath(id, "/series"));
  }
  // Asked for after the series, with whose end the live stream begins: so no line is missing.
  const { lines } = await get(jobPath(id, "/log"));
  const result = await get(jobPath(id, "/results?intervals=false"));
  const report = await get(jobPath(id, "/report"));
  return { series, lines, result, report };
}
