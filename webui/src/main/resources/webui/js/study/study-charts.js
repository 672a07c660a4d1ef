// @ts-check
/** Throughput and response over the threads, of one study or of two. */
import { html, useMemo } from "../html.js";
import { figure, short } from "../lib/format.js";
import { colours } from "../lib/theme.js";
import { axis } from "../ui/chart-options.js";
import { Swatch } from "../ui/figures.js";
import { Plot } from "../ui/plot.js";

/** @typedef {import("../types.js").StudyTableRow} StudyRow */
/** @typedef {{name: string, rows: StudyRow[]}} Named */
/** @typedef {{label: string, colour: string, dash?: number[]}} Line */

const HEIGHT = 230;
const COLOURS = ["--c1", "--c2"];
const DASH = [7, 3];

/** @param {{studies: Named[]}} props each with its rows ascending by threads */
export function StudyCharts({ studies }) {
  return html`<div class="charts">
    <${Curve} title="Throughput" unit="transactions/s" studies=${studies} of=${throughput} />
    <${Curve} title="95th percentile" unit="ms" studies=${studies} of=${p95} />
  </div>`;
}

/** @param {StudyRow} row */
const throughput = (row) => row.transactionsPerSecond;

/** @param {StudyRow} row */
const p95 = (row) => row.latencyMillis.p95;

/** @param {{title: string, unit: string, studies: Named[], of: (row: StudyRow) => number}} props */
function Curve({ title, unit, studies, of }) {
  const threads = useMemo(() => allThreads(studies), [studies]);
  const data = useMemo(() => [threads, ...studies.map(({ rows }) => column(threads, rows, of))], [
    threads,
    studies,
  ]);
  const lines = studies.map((study, i) => line(study.name || title, i));
  const shape = `${title} ${lines.map((one) => one.label).join()} ${threads.join()}`;
  return html`<figure class="chart">
    <figcaption class="chart-head">
      <span class="chart-title">${title} <small>${unit}, over threads</small></span>
      <span class="legend">${studies.length > 1 && lines.map((one) => html`<${Item} ...${one} />`)}</span>
    </figcaption>
    <${Plot} data=${data} options=${() => options(lines, threads)} shape=${shape} height=${HEIGHT}
      label=${inWords(title, unit, studies, of)} />
  </figure>`;
}

/** @param {string} label @param {number} index @returns {Line} */
function line(label, index) {
  return { label, colour: COLOURS[index], dash: index === 0 ? undefined : DASH };
}

/** @param {Line} props */
function Item({ label, colour, dash }) {
  return html`<span class="legend-item"><${Swatch} colour=${colour} dash=${dash} /> ${label}</span>`;
}

/** @param {Named[]} studies */
function allThreads(studies) {
  const all = new Set(studies.flatMap(({ rows }) => rows.map((row) => row.threads)));
  return [...all].sort((a, b) => a - b);
}

/** @param {number[]} threads @param {StudyRow[]} rows @param {(row: StudyRow) => number} of */
function column(threads, rows, of) {
  const byThreads = new Map(rows.map((row) => [row.threads, of(row)]));
  return threads.map((n) => byThreads.get(n) ?? null);
}

/**
 * @param {string} title
 * @param {string} unit
 * @param {Named[]} studies
 * @param {(row: StudyRow) => number} of
 */
function inWords(title, unit, studies, of) {
  const parts = studies.map(({ name, rows }) => {
    const points = rows.map((row) => `${figure(of(row))} at ${row.threads}`);
    return `${name ? `${name}: ` : ""}${points.join(", ")}`;
  });
  return `Chart of ${title} (${unit}) over threads. ${parts.join("; ")}. A table stands below it.`;
}

/** @param {Line[]} lines @param {number[]} threads */
function options(lines, threads) {
  const [ink, grid] = colours(["--chart-ink", "--chart-grid"]);
  const strokes = colours(lines.map((one) => one.colour));
  const x = () => [threads[0] / 1.1, threads[threads.length - 1] * 1.1];
  const y = (/** @type {any} */ _, /** @type {number} */ __, /** @type {number} */ high) => [
    0,
    high > 0 ? high * 1.12 : 1,
  ];
  return {
    padding: [10, 24, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    // Thread counts double from step to step, so each step gets the same width.
    scales: { x: { time: false, distr: 3, log: 2, range: x }, y: { range: y } },
    axes: [
      {
        ...axis(ink, grid),
        size: 28,
        splits: () => threads,
        filter: (/** @type {any} */ _, /** @type {number[]} */ splits) => splits,
        values: (/** @type {any} */ _, /** @type {number[]} */ splits) => splits.map(String),
      },
      {
        ...axis(ink, grid),
        size: 52,
        values: (/** @type {any} */ _, /** @type {number[]} */ splits) => splits.map(short),
      },
    ],
    series: [
      {},
      ...lines.map((one, i) => ({
        label: one.label,
        stroke: strokes[i],
        width: 2,
        dash: one.dash,
        spanGaps: true,
        points: { show: true, size: 6, fill: strokes[i] },
      })),
    ],
  };
}
