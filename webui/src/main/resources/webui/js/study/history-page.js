// @ts-check
/** All runs of a definition: their figures, and where a figure's level changed. */
import { html, useEffect, useMemo, useState } from "../html.js";
import { get } from "../lib/api.js";
import { clock, NONE, plural, short } from "../lib/format.js";
import { inUnit, shownIn } from "../lib/measures.js";
import { compareHref, jobHref } from "../lib/router.js";
import { outcome, words } from "../lib/states.js";
import { colours } from "../lib/theme.js";
import { Badge } from "../ui/badge.js";
import { axis } from "../ui/chart-options.js";
import { useTitle } from "../ui/hooks.js";
import { NotShown } from "../ui/not-shown.js";
import { Empty, Loading } from "../ui/notice.js";
import { PageHead } from "../ui/page-head.js";
import { Plot } from "../ui/plot.js";
import { Section } from "../ui/section.js";
import { Table } from "../ui/table.js";
import { amount, figureName, percents } from "./differences.js";
import { columnHeading, columnText } from "./step-table.js";

/** @typedef {import("../types.js").RunHistory} RunHistory */
/** @typedef {import("../types.js").RunHistoryRun} Run */
/** @typedef {import("../types.js").RunHistoryChange} Change */
/** @typedef {import("../types.js").StudyColumn} StudyColumn */

const HEIGHT = 210;

/** @param {{of: string}} props a definition's name, or the id of a run of it */
export function HistoryPage({ of }) {
  useTitle("All runs");
  const [history, setHistory] = useState(/** @type {RunHistory | undefined} */ (undefined));
  const [failure, setFailure] = useState("");
  useEffect(() => {
    if (!of) {
      return;
    }
    const query = new URLSearchParams({ of });
    get(`/api/v1/history?${query}`).then(setHistory, (error) => setFailure(error.message));
  }, [of]);
  if (failure) {
    return html`<${NotShown} what="This history" sentence=${failure} />`;
  }
  if (!of) {
    return html`<${Nobody} />`;
  }
  return history
    ? html`<${Runs} history=${history} />`
    : html`<${Loading} what="the runs of this definition" />`;
}

/** For an address without a job: how to choose one. */
function Nobody() {
  return html`<${PageHead} title="All runs" />
    <${Empty} title="No job chosen.">
      <p>Open a <a href="/jobs">job</a>, then press <em>All runs</em>: it shows every run of the same definition, and
        when its figures changed.</p>
    <//>`;
}

/** @param {{history: RunHistory}} props */
function Runs({ history }) {
  const { definition, runs, columns: more, unreadable, changes, chance } = history;
  const leftOut =
    unreadable.length > 0
      ? `${plural(unreadable.length, "run")} left out: this version cannot read ${unreadable.length === 1 ? "its result" : "their results"}`
      : "";
  const rate = `${plural(runs.length, "run")}; chance alone shows a change in ${Math.round(100 * chance)} of 100 steady histories`;
  return html`
    <div class="job-head">
      <p class="crumbs"><a href="/jobs">Jobs</a> / <span class="id">${definition}</span></p>
      <div class="page-head"><h1>All runs of ${definition}</h1></div>
    </div>
    ${
      runs.length === 0
        ? html`<${Empty} title="No run has finished yet."><p>Its figures appear here when one has.</p><//>`
        : html`<div class="charts">
            <${Curve} title="Throughput" unit="transactions/s" id="throughput" history=${history}
              of=${(/** @type {Run} */ run) => run.measures.throughput} />
            <${Curve} title="95th percentile" unit="ms" id="p95" history=${history}
              of=${(/** @type {Run} */ run) => run.measures.p95 ?? NaN} />
          </div>`
    }
    <${Section} id="changes-title" title="Changes" note=${rate}>
      ${
        changes.length === 0
          ? html`<p class="quiet">No change found.</p>`
          : html`<${Table} caption="Where a figure's level changed" columns=${changed(more)}
              rows=${changes.toReversed()}
              rowKey=${(/** @type {Change} */ one) => `${one.figure} ${one.firstRun}`} />`
      }
    <//>
    <${Section} id="runs-title" title="Runs" note=${leftOut}>
      <div class="sideways" tabindex="0" role="group" aria-label="Table of the runs">
        <${Table} caption="Runs, newest first" columns=${columns(changes, more)} rows=${runs.toReversed()}
          rowKey=${(/** @type {Run} */ run) => run.id} />
      </div>
    <//>`;
}

/**
 * @param {{title: string, unit: string, id: string, history: RunHistory, of: (run: Run) => number}} props
 */
function Curve({ title, unit, id, history, of }) {
  const runs = history.runs.filter((run) => !run.leftOut);
  const own = history.changes.filter((change) => change.figure === id);
  const data = useMemo(() => {
    const x = runs.map((_, i) => i + 1);
    return [x, runs.map(of), levels(runs, own)];
  }, [history]);
  const words = `Chart of ${title} (${unit}) over ${plural(runs.length, "run")}. A table stands below it.`;
  return html`<figure class="chart">
    <figcaption class="chart-head">
      <span class="chart-title">${title} <small>${unit}, run by run</small></span>
      <span class="legend">${plural(own.length, "change")}</span>
    </figcaption>
    <${Plot} data=${data} options=${() => options(runs)} shape=${`${id} ${runs.length}`}
      height=${HEIGHT} label=${words} />
  </figure>`;
}

/** The level of each run, between the changes. @param {Run[]} runs @param {Change[]} changes */
function levels(runs, changes) {
  if (changes.length === 0) {
    return runs.map(() => null);
  }
  let level = changes[0].from;
  return runs.map((run) => {
    level = changes.find((change) => change.firstRun === run.id)?.to ?? level;
    return level;
  });
}

/** @param {Run[]} runs */
function options(runs) {
  const [ink, grid, line, level] = colours(["--chart-ink", "--chart-grid", "--c1", "--c3"]);
  const oneDay = day(runs[0]) === day(runs.at(-1));
  const y = (/** @type {any} */ _, /** @type {number} */ low, /** @type {number} */ high) => [
    Math.max(0, low - (high - low || high) * 0.4),
    high + (high - low || high) * 0.25 || 1,
  ];
  return {
    padding: [10, 24, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false, range: () => [0.5, runs.length + 0.5] }, y: { range: y } },
    axes: [
      {
        ...axis(ink, grid),
        size: 28,
        space: 90,
        incrs: [1, 2, 5, 10, 20, 50, 100],
        values: (/** @type {any} */ _, /** @type {number[]} */ splits) =>
          splits.map((n) => when(runs[Math.round(n) - 1], oneDay)),
      },
      {
        ...axis(ink, grid),
        size: 52,
        values: (/** @type {any} */ _, /** @type {number[]} */ splits) => splits.map(short),
      },
    ],
    series: [
      {},
      { stroke: line, width: 1, points: { show: true, size: 6, fill: line } },
      { stroke: level, width: 2, dash: [7, 3], points: { show: false } },
    ],
  };
}

/** `2 Jan`. @param {Run | undefined} run */
function day(run) {
  return run
    ? new Date(run.startedAt).toLocaleDateString("en-GB", { day: "numeric", month: "short" })
    : "";
}

/** The day; if all runs are of one day, the time. @param {Run | undefined} run @param {boolean} oneDay */
function when(run, oneDay) {
  return run && oneDay ? new Date(run.startedAt).toLocaleTimeString("en-GB").slice(0, 5) : day(run);
}

/** @param {Change} change */
function setup({ differences }) {
  return differences.length === 0
    ? html`<span class="muted">nothing</span>`
    : differences.map(
        ({ what, a, b }) => html`<div key=${what}>${what}: ${a || NONE} → <strong>${b || NONE}</strong></div>`,
      );
}

/** A figure's value, and its name. @param {StudyColumn[]} more @param {string} id */
function told(more, id) {
  const column = more.find((one) => one.id === id);
  return column
    ? { name: columnHeading(column), text: (/** @type {number} */ value) => columnText(column, value) }
    : { name: figureName(id), text: (/** @type {number} */ value) => amount(id, value) };
}

/** @param {StudyColumn[]} more @returns {import("../ui/table.js").Column<Change>[]} */
const changed = (more) => [
  {
    label: "Figure",
    head: true,
    cell: (one) => html`${told(more, one.figure).name}${" "}
      <${Badge} word=${one.better ? "better" : "worse"} as=${one.better ? "good" : "bad"} />`,
  },
  {
    label: "Change",
    number: true,
    cell: (one) => html`<strong class="nowrap">${percents(one.percent)}</strong>`,
  },
  {
    label: "From, to",
    number: true,
    cell: (one) => {
      const { text } = told(more, one.figure);
      return html`<span class="nowrap">${text(one.from)} → ${text(one.to)}</span>`;
    },
  },
  {
    label: "Confidence",
    number: true,
    cell: (one) => `${(100 * one.confidence).toFixed(2)} %`,
  },
  {
    label: "First run after",
    cell: (one) => html`<a href=${jobHref(one.firstRun)}>${one.firstRun}</a>
      <small class="muted"> ${clock(one.at)}</small>`,
  },
  { label: "What else changed", wide: true, cell: setup },
  {
    label: "Before and after",
    cell: (one) => html`<a class="nowrap" href=${compareHref(one.lastRun, one.firstRun)}
      aria-label=${`Compare ${one.firstRun} with ${one.lastRun} before it`}>Compare</a>`,
  },
];

/** @param {import("../lib/measures.js").Measure} measure @returns {import("../ui/table.js").Column<Run>} */
const measured = ({ id, heading, unit }) => ({
  label: heading,
  number: true,
  cell: (run) => inUnit(run.measures[id], unit),
});

/** @param {StudyColumn} column @returns {import("../ui/table.js").Column<Run>} */
const besides = (column) => ({
  label: columnHeading(column),
  title: column.help || undefined,
  number: true,
  cell: (run) => columnText(column, run.measures[column.id]),
});

/** @param {Change[]} changes @param {StudyColumn[]} more @returns {import("../ui/table.js").Column<Run>[]} */
function columns(changes, more) {
  const here = (/** @type {Run} */ run) => changes.filter((one) => one.firstRun === run.id);
  return [
    {
      label: "Run",
      head: true,
      cell: (run) => html`<a href=${jobHref(run.id)}>${run.id}</a>
        <small class="muted"> ${run.name}</small>`,
    },
    { label: "Started", number: true, cell: (run) => clock(run.startedAt) },
    {
      label: "Outcome",
      phone: "bare",
      cell: (run) => html`<${Badge} ...${outcome(run.state, run.delivered)} />
        ${run.leftOut && html` <small class="muted">left out: ${run.leftOut}</small>`}`,
    },
    ...shownIn("history").map(measured),
    ...more.map(besides),
    { label: "Audit", cell: (run) => html`<${Badge} word=${run.audit} />` },
    { label: "Generator", cell: (run) => html`<${Badge} word=${words(run.generator)} />` },
    {
      label: "Change",
      cell: (run) =>
        here(run).map(
          (one) => html`<div key=${one.figure} class="nowrap">${one.figure} ${percents(one.percent)}</div>`,
        ),
    },
  ];
}
