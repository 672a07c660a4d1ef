// @ts-check
/** Throughput and response along an axis, of one study or of several. */
import { html, useMemo } from "../html.js";
import { figure, short } from "../lib/format.js";
import { look } from "../lib/look.js";
import { colours } from "../lib/theme.js";
import { axis } from "../ui/chart-options.js";
import { Swatch } from "../ui/figures.js";
import { Plot } from "../ui/plot.js";

/** @typedef {import("../types.js").StudyTableRow} StudyRow */
/** @typedef {{name: string, rows: StudyRow[]}} Named */
/** @typedef {import("../types.js").Knee} Knee */
/** @typedef {{label: string, colour: string, dash?: number[], hollow?: boolean}} Line */

const HEIGHT = 230;
const DASH = [7, 3];

/**
 * @param {{studies: Named[], axis?: string, knees?: Knee[]}} props each with its rows ascending along
 *   the axis; knees are drawn where they lie
 */
export function StudyCharts({ studies, axis: along = "threads", knees = [] }) {
  const of = { studies, along, knees };
  return html`<div class="charts">
    <${Curve} title="Throughput" unit="transactions/s" ...${of} of=${throughput} />
    <${Curve} title="95th percentile" unit="ms" ...${of} of=${p95} />
  </div>`;
}

/** @param {StudyRow} row @param {string} along */
const place = (row, along) => (along === "threads" ? row.threads : Number(row.point.at[along]));

/** @param {StudyRow} row */
const throughput = (row) => row.numbers.throughput;

/** Whether a step is a valid measurement. @param {StudyRow} row */
const valid = (row) => !row.doubt;

/** @param {StudyRow} row */
const p95 = (row) => row.numbers.p95 ?? NaN;

/**
 * @param {{title: string, unit: string, studies: Named[], along: string, knees: Knee[],
 *   of: (row: StudyRow) => number}} props
 */
function Curve({ title, unit, studies, along, knees, of }) {
  const places = useMemo(() => allPlaces(studies, along), [studies, along]);
  const data = useMemo(
    () => [
      places,
      ...studies.map(({ rows }) => column(places, rows.filter(valid), along, of)),
      ...studies.map(({ rows }) => column(places, rows.filter((row) => !valid(row)), along, of)),
    ],
    [places, studies, along],
  );
  const drawn = studies.map((study, i) => line(study.name || title, i));
  const lines = [...drawn, ...drawn.map((one) => ({ ...one, hollow: true }))];
  const doubted = studies.some(({ rows }) => !rows.every(valid));
  const shape = `${title} ${lines.map((one) => one.label).join()} ${places.join()} ${knees.map((knee) => knee.rate).join()}`;
  return html`<figure class="chart">
    <figcaption class="chart-head">
      <span class="chart-title">${title} <small>${unit}, over ${along}</small></span>
      <span class="legend">${studies.length > 1 && drawn.map((one) => html`<${Item} ...${one} />`)}
        ${doubted && html`<span class="legend-item">○ not a valid measurement</span>`}</span>
    </figcaption>
    <${Plot} data=${data} options=${() => options(lines, places, along, knees)} shape=${shape} height=${HEIGHT}
      label=${inWords(title, unit, studies, along, of)} />
  </figure>`;
}

/** @param {string} label @param {number} index @returns {Line} */
function line(label, index) {
  return { label, colour: look(index).colour, dash: index === 0 ? undefined : DASH };
}

/** @param {Line} props */
function Item({ label, colour, dash }) {
  return html`<span class="legend-item"><${Swatch} colour=${colour} dash=${dash} /> ${label}</span>`;
}

/** @param {Named[]} studies @param {string} along */
function allPlaces(studies, along) {
  const all = new Set(studies.flatMap(({ rows }) => rows.map((row) => place(row, along))));
  return [...all].sort((a, b) => a - b);
}

/**
 * The mean over the repeats of each place.
 *
 * @param {number[]} places
 * @param {StudyRow[]} rows
 * @param {string} along
 * @param {(row: StudyRow) => number} of
 */
function column(places, rows, along, of) {
  return places.map((here) => {
    const values = rows.filter((row) => place(row, along) === here).map(of).filter(Number.isFinite);
    return values.length > 0 ? values.reduce((sum, one) => sum + one, 0) / values.length : null;
  });
}

/**
 * @param {string} title
 * @param {string} unit
 * @param {Named[]} studies
 * @param {string} along
 * @param {(row: StudyRow) => number} of
 */
function inWords(title, unit, studies, along, of) {
  const parts = studies.map(({ name, rows }) => {
    const points = rows.map((row) => `${figure(of(row))} at ${place(row, along)}${valid(row) ? "" : ", not valid"}`);
    return `${name ? `${name}: ` : ""}${points.join(", ")}`;
  });
  return `Chart of ${title} (${unit}) over ${along}. ${parts.join("; ")}. A table stands below it.`;
}

/**
 * The intervals that hold the knees, and the knees.
 *
 * @param {Knee[]} knees
 * @param {string} shade
 * @param {string} stroke
 */
function drawKnees(knees, shade, stroke) {
  return (/** @type {any} */ plot) => {
    const { ctx, bbox } = plot;
    const at = (/** @type {number} */ rate) => plot.valToPos(rate, "x", true);
    ctx.save();
    for (const { rate, low, high } of knees.filter((knee) => knee.high > 0)) {
      ctx.fillStyle = shade;
      ctx.fillRect(at(low), bbox.top, at(high) - at(low), bbox.height);
      ctx.fillStyle = stroke;
      ctx.fillRect(at(rate) - 1, bbox.top, 2, bbox.height);
    }
    ctx.restore();
  };
}

/** Places near to each other share a label. @param {number[]} places */
function labelled(places) {
  const span = Math.log(places[places.length - 1] / places[0]) / 9;
  let last = 0;
  return places.filter((here) => {
    const far = last === 0 || Math.log(here / last) > span;
    last = far ? here : last;
    return far;
  });
}

/** @param {Line[]} lines @param {number[]} places @param {string} along @param {Knee[]} knees */
function options(lines, places, along, knees) {
  const [ink, grid, shade, loud] = colours([
    "--chart-ink",
    "--chart-grid",
    "--chart-shade",
    "--accent",
  ]);
  const strokes = colours(lines.map((one) => one.colour));
  const logarithmic = places[0] > 0;
  const least = logarithmic ? places[0] / 1.1 : places[0];
  const x = () => [least, places[places.length - 1] * 1.1];
  const y = (/** @type {any} */ _, /** @type {number} */ __, /** @type {number} */ high) => [
    0,
    high > 0 ? high * 1.12 : 1,
  ];
  return {
    padding: [10, 24, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    hooks: { drawClear: [drawKnees(knees, shade, loud)] },
    // Places double from step to step, so each step gets the same width.
    scales: {
      x: { time: false, range: x, ...(logarithmic ? { distr: 3, log: 2 } : {}) },
      y: { range: y },
    },
    axes: [
      {
        ...axis(ink, grid),
        size: 28,
        splits: () => (logarithmic ? labelled(places) : places),
        filter: (/** @type {any} */ _, /** @type {number[]} */ splits) => splits,
        values: (/** @type {any} */ _, /** @type {number[]} */ splits) => splits.map(along === "threads" ? String : short),
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
        width: one.hollow ? 0 : 2,
        dash: one.dash,
        spanGaps: true,
        points: one.hollow
          ? { show: true, size: 8, width: 2, stroke: strokes[i], fill: "transparent" }
          : { show: true, size: 6, fill: strokes[i] },
      })),
    ],
  };
}
