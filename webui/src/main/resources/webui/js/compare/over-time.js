// @ts-check
/** Several runs in the same charts: throughput, latencies, and a figure that the user chooses. */
import { html, useEffect, useMemo, useState } from "../html.js";
import { get, jobPath } from "../lib/api.js";
import { short } from "../lib/format.js";
import { look } from "../lib/look.js";
import { shownIn } from "../lib/measures.js";
import { stretches } from "../lib/states.js";
import { closely } from "../job/closely.js";
import { chartsOf } from "../job/figures.js";
import { RunModel } from "../job/run-model.js";
import { Chart } from "../ui/chart.js";
import { DataChart } from "../ui/data-chart.js";
import { Section } from "../ui/section.js";
import { nameOf, overlaid } from "./overlaid.js";

/** @typedef {import("../lib/series.js").Series} Series */
/** @typedef {{metric: string, title: string, unit: string}} Choice */
/**
 * @typedef {object} Run
 * @property {string} name
 * @property {string} id
 * @property {RunModel} model
 */

/** More lines than colours that can be told apart help nobody. */
const MOST_RUNS = 7;

/** @type {Choice} */
const THROUGHPUT = { metric: "throughput", title: "Throughput", unit: "tx/s" };
/** @type {Choice} */
const P95 = { metric: "p95", title: "95th percentile", unit: "ms" };
/** @type {Choice[]} */
const OTHERS = [
  ...shownIn("chart")
    .filter(({ id }) => id !== THROUGHPUT.metric && id !== P95.metric)
    .map(({ id, unit }) => ({
      metric: id,
      title: id[0].toUpperCase() + id.slice(1).replace("_", " "),
      unit: unit === "/s" ? "per second" : unit,
    })),
  { metric: "hostCpu", title: "Agents' hosts, CPU", unit: "%" },
  { metric: "processCpu", title: "Workers, CPU", unit: "%" },
  { metric: "cpuWait", title: "Load threads waiting for CPU", unit: "%" },
];

/**
 * @param {{sides: {name: string, ids: string[]}[], below?: string}} props jobs that have ended; a
 *   side with repeats has several
 */
export function OverTime({ sides, below }) {
  const named = useMemo(() => namesOf(sides), [JSON.stringify(sides)]);
  const runs = useRuns(named);
  const [chosen, setChosen] = useState("p99");
  const [closer, setCloser] = useState(/** @type {Closer | undefined} */ (undefined));
  const charts = useMemo(() => choices(runs ?? []), [runs]);
  const whole = useMemo(() => wholeOf(runs ?? []), [runs]);
  const percentiles = usePercentiles(sides);
  if (!runs || runs.every(({ model }) => model.whole.buckets === 0)) {
    return null;
  }
  const zoom = (/** @type {number} */ from, /** @type {number} */ to) =>
    void lookCloser(runs, from, to).then(setCloser, () => setCloser(undefined));
  const axis = { ...(closer ?? whole), phases: phasesOf(runs), marks: NONE, chosen: "", onSelect: zoom };
  const left = sides.flatMap(({ ids }) => ids).length - named.length;
  const third = charts.find(({ metric }) => metric === chosen) ?? OTHERS[0];
  const end = html`<div class="switches">
    ${closer && html`<button type="button" onClick=${() => setCloser(undefined)}>Whole runs</button>`}
    <label class="switch">Third chart
      <select class="input" onChange=${(/** @type {any} */ event) => setChosen(event.target.value)}>
        ${charts.map(
          ({ metric, title }) =>
            html`<option key=${metric} value=${metric} selected=${metric === third.metric}>${title}</option>`,
        )}
      </select>
    </label>
  </div>`;
  const note = `each from its own start${left > 0 ? `; the first ${MOST_RUNS} runs of ${left + MOST_RUNS}` : ""}`;
  return html`<${Section} id="over-time-title" title="Over time" note=${note} end=${end} below=${below}>
    <div class="charts">
      ${[THROUGHPUT, P95, third].map(
        ({ metric, title, unit }, i) =>
          html`<${Chart} key=${i === 2 ? metric : i} title=${title} unit=${unit} lines=${lines(runs, metric)}
            axis=${axis} format=${short} />`,
      )}
      ${percentiles && html`<${DataChart} chart=${percentiles} />`}
    </div>
  <//>`;
}

/** @type {import("../types.js").Mark[]} */
const NONE = [];

/** `A`; for repeats `A 1`, `A 2`. @param {{name: string, ids: string[]}[]} sides */
function namesOf(sides) {
  return sides
    .flatMap(({ name, ids }) =>
      ids.map((id, i) => ({ id, name: ids.length > 1 ? `${name} ${i + 1}` : name })),
    )
    .slice(0, MOST_RUNS);
}

/**
 * @param {{name: string, id: string}[]} named
 * @returns {Run[] | undefined} none until they are there, or if one of them cannot be had
 */
function useRuns(named) {
  const [runs, setRuns] = useState(/** @type {Run[] | undefined} */ (undefined));
  useEffect(() => {
    let asked = true;
    setRuns(undefined);
    Promise.all(named.map(load)).then(
      (loaded) => asked && setRuns(loaded),
      () => asked && setRuns(undefined),
    );
    return () => void (asked = false);
  }, [named]);
  return runs;
}

/** @param {{name: string, id: string}} run @returns {Promise<Run>} */
async function load({ name, id }) {
  const model = new RunModel();
  const [job, series] = await Promise.all([get(jobPath(id)), get(jobPath(id, "/series?figures=true"))]);
  model.job = job;
  model.takeSeries(series);
  return { name, id, model };
}

/**
 * Their latencies by percentile.
 *
 * @param {{ids: string[]}[]} sides
 * @returns {import("../types.js").BlockChart | undefined} none until it is there
 */
function usePercentiles(sides) {
  const [chart, setChart] = useState(/** @type {import("../types.js").BlockChart | undefined} */ (undefined));
  const [a, ...others] = sides.map(({ ids }) => ids.join(","));
  const query = `${new URLSearchParams({ a, b: others.join(";") })}`;
  useEffect(() => {
    get(`/api/v1/comparison/percentiles?${query}`).then(
      (/** @type {import("../types.js").PercentileCurves} */ curves) => setChart(curves.chart),
      () => setChart(undefined),
    );
  }, [query]);
  return chart;
}

/** @typedef {ReturnType<typeof wholeOf>} Closer */

/** @param {Run[]} runs */
function wholeOf(runs) {
  const series = runs.map(({ model }) => model.whole);
  const to = Math.max(0, ...series.map((one) => one.endMillis / 1e3));
  return { source: overlaid(series), from: 0, to, version: 0 };
}

/**
 * A stretch of all runs, as fine as the server has it.
 *
 * @param {Run[]} runs
 * @param {number} from seconds
 * @param {number} to seconds
 * @returns {Promise<Closer>}
 */
async function lookCloser(runs, from, to) {
  const series = await Promise.all(
    runs.map(({ id, model: { whole } }) => closely(id, ...whole.indexes(from * 1e3, to * 1e3))),
  );
  return { source: overlaid(series), from, to, version: 0 };
}

/** Phases are shaded where all runs have the same. @param {Run[]} runs */
function phasesOf(runs) {
  const [first, ...others] = runs.map(({ model }) => stretches(model.job?.phases ?? []));
  return others.every((phases) => JSON.stringify(phases) === JSON.stringify(first)) ? first : [];
}

/**
 * What the third chart may show: what every run has, then what any of them declares.
 *
 * @param {Run[]} runs
 * @returns {Choice[]}
 */
function choices(runs) {
  const figures = new Map(runs.flatMap(({ model }) => [...model.figures]));
  const declared = chartsOf(figures.values()).flatMap(({ title, unit, lines: own }) =>
    own.map(({ metric, label }) => ({ metric, title: `${title}: ${label}`, unit })),
  );
  return [...OTHERS, ...declared];
}

/** @param {Run[]} runs @param {string} metric */
function lines(runs, metric) {
  return runs.map(({ name }, i) => ({
    metric: nameOf(i, metric),
    label: name,
    ...look(i),
  }));
}
