// @ts-check
/**
 * Latencies over the run's time axis: each cell is as strong in colour as many transactions took
 * that long then, on a logarithmic scale, so that a few slow ones are seen beside a million.
 */
import { html, useMemo, useRef, useState } from "../html.js";
import { count, elapsed, short } from "../lib/format.js";
import { bandMillis } from "../lib/series.js";
import { colours } from "../lib/theme.js";
import { chartOptions } from "./chart-options.js";
import { Plot } from "./plot.js";

/** @typedef {import("./chart.js").Axis} Axis */
/** @typedef {import("../lib/series.js").HeatColumn} HeatColumn */

const HEIGHT = 190;
const STRENGTHS = 10;
/** How much of the full colour the weakest cell has, so that it can be seen. */
const WEAKEST = 0.16;
/** Room for the names of phases above the slowest, as a part of the axis. */
const ROOM = 0.12;

/** @typedef {{columns: HeatColumn[], bottom: number, top: number, most: number}} Map what is drawn */

/** @param {{title: string, unit: string, axis: Axis}} props */
export function HeatMap({ title, unit, axis }) {
  const map = useMemo(
    () => mapOf(axis.source.heatColumns()),
    [axis.version, axis.source, axis.marks, axis.chosen],
  );
  const shown = useRef({ axis, map });
  shown.current = { axis, map };
  const [cursor, setCursor] = useState(/** @type {number | null} */ (null));
  const { columns } = map;
  const data = useMemo(() => [columns.map(({ from, to }) => (from + to) / 2), columns.map(() => 0)], [map]);
  const column = columns[Math.min(cursor ?? Infinity, columns.length - 1)];
  return html`<figure class="chart wide">
    <figcaption class="chart-head">
      <span class="chart-title">${title} <small>${unit}</small></span>
      <span class="legend">${column && inWords(column)}</span>
    </figcaption>
    <${Plot} data=${data} options=${() => options(shown, setCursor)} shape="heat" height=${HEIGHT}
      label=${label(title, unit, map)} />
    ${columns.length === 0 && html`<p class="chart-empty">No latency is known</p>`}
    <p class="chart-note"><${Key} /></p>
  </figure>`;
}

/** From the weakest to the strongest colour. */
function Key() {
  return html`<span class="heat-key">fewer <i aria-hidden="true"></i> more transactions</span>`;
}

/** @param {HeatColumn[]} columns @returns {Map} */
function mapOf(columns) {
  const first = columns.reduce((least, { first }) => Math.min(least, first), Infinity);
  const end = columns.reduce((most, { first, counts }) => Math.max(most, first + counts.length), 0);
  const most = columns.reduce((most, { counts }) => Math.max(most, ...counts), 0);
  const known = columns.length > 0;
  return { columns, bottom: known ? bandMillis(first) : 0.1, top: known ? bandMillis(end) : 10, most };
}

/** @param {HeatColumn} column */
function inWords({ from, first, counts }) {
  const all = counts.reduce((a, b) => a + b);
  const most = Math.max(...counts);
  const fullest = first + counts.indexOf(most);
  return html`<span class="legend-item">at ${elapsed(from)}, transactions <b>${count(all)}</b></span>
    <span class="legend-item">most <b>${bandInWords(fullest)}</b> (${count(most)})</span>
    <span class="legend-item">slowest <b>${bandInWords(first + counts.length - 1)}</b></span>`;
}

/** @param {number} band */
function bandInWords(band) {
  return `${short(bandMillis(band))}–${short(bandMillis(band + 1))} ms`;
}

/** @param {string} title @param {string} unit @param {Map} map */
function label(title, unit, { columns, bottom, top }) {
  const range = columns.length === 0 ? "none known" : `from ${short(bottom)} to ${short(top)}`;
  return `${title} (${unit}) over time: ${range}. The table of the latency chart has figures.`;
}

/**
 * @param {{current: {axis: Axis, map: Map}}} shown
 * @param {(index: number | null) => void} onCursor
 */
function options(shown, onCursor) {
  const format = (/** @type {number} */ value) => short(value);
  const base = chartOptions({ lines: [], envelope: false, logarithmic: true, format, shown, onCursor });
  const [weak, strong] = colours(["--surface", "--c1"]);
  const shades = Array.from({ length: STRENGTHS }, (_, i) =>
    mixed(weak, strong, WEAKEST + ((1 - WEAKEST) * i) / (STRENGTHS - 1)),
  );
  const range = () => {
    const { bottom, top } = shown.current.map;
    return [bottom, top * (top / bottom) ** ROOM];
  };
  return {
    ...base,
    axes: [base.axes[0], { ...base.axes[1], splits: () => ticks(range()), filter: (/** @type {any} */ _, /** @type {number[]} */ splits) => splits }],
    scales: { ...base.scales, y: { distr: 3, range } },
    series: [{}, { show: true, width: 0, points: { show: false }, paths: () => null }],
    hooks: {
      ...base.hooks,
      drawAxes: [(/** @type {any} */ u) => drawCells(u, shown.current, shades)],
    },
  };
}

/** What stands at an axis of each power of ten, from fine to coarse. */
const FACTORS = [[1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8], [1, 2, 5], [1]];
const MOST_TICKS = 8;

/** Round values of a logarithmic axis, as fine as there is room. @param {number[]} ends */
function ticks([bottom, top]) {
  const first = Math.floor(Math.log10(bottom));
  const powers = Array.from({ length: Math.ceil(Math.log10(top)) - first }, (_, i) => first + i);
  const all = FACTORS.map((factors) =>
    powers
      .flatMap((power) => factors.map((factor) => Number(`${factor}e${power}`)))
      .filter((value) => value >= bottom && value <= top),
  );
  return all.find((some) => some.length <= MOST_TICKS) ?? all[all.length - 1];
}

/**
 * @param {any} u
 * @param {{axis: Axis, map: Map}} shown
 * @param {string[]} shades
 */
function drawCells(u, { axis, map }, shades) {
  const { ctx } = u;
  const strength = (STRENGTHS - 1e-9) / Math.log1p(map.most);
  const across = (/** @type {number} */ seconds) => Math.round(u.valToPos(seconds, "x", true));
  const up = (/** @type {number} */ band) => Math.round(u.valToPos(bandMillis(band), "y", true));
  ctx.save();
  for (const { from, to, first, counts } of map.columns) {
    if (to <= axis.from || from >= axis.to) {
      continue;
    }
    const left = across(Math.max(from, axis.from));
    const width = Math.max(1, across(Math.min(to, axis.to)) - left);
    counts.forEach((n, i) => {
      if (n > 0) {
        const top = up(first + i + 1);
        ctx.fillStyle = shades[Math.floor(strength * Math.log1p(n))];
        ctx.fillRect(left, top, width, Math.max(1, up(first + i) - top));
      }
    });
  }
  ctx.restore();
}

/** Between two colours. @param {string} weak @param {string} strong @param {number} part */
function mixed(weak, strong, part) {
  const [a, b] = [weak, strong].map((colour) => (colour.match(/[\d.]+/g) ?? []).map(Number));
  return `rgb(${[0, 1, 2].map((i) => Math.round(a[i] + (b[i] - a[i]) * part))})`;
}
