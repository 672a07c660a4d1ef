// @ts-check
/** A chart over the run's time axis, with its legend, its phases and its figures as a table. */
import { html, useMemo, useRef, useState } from "../html.js";
import { elapsed, figure, NONE } from "../lib/format.js";
import { chartOptions } from "./chart-options.js";
import { Plot } from "./plot.js";

/** @typedef {import("../lib/series.js").Points} Points */

/**
 * @typedef {object} Line
 * @property {string} metric
 * @property {string} label
 * @property {string} colour a custom property such as `--c1`
 * @property {number[]} [dash]
 * @property {boolean} [filled]
 *
 * @typedef {object} Axis what all charts of a run share
 * @property {{points: (names: string[]) => Points, provisionalStretches: () => [number, number][]}} source
 * @property {number} from seconds
 * @property {number} to seconds
 * @property {{kind: string, start: number, end: number}[]} phases in ms
 * @property {number} version changes with each new interval
 */

const HEIGHT = 190;
const TABLE_ROWS = 24;

/**
 * @param {{title: string, unit: string, lines: Line[], axis: Axis, format: (value: number) => string,
 *   logarithmic?: boolean, most?: number}} props
 */
export function Chart({ title, unit, lines, axis, format, logarithmic = false, most }) {
  const shown = useRef({ axis, most });
  shown.current = { axis, most };
  const [cursor, setCursor] = useState(/** @type {number | null} */ (null));
  const points = useMemo(() => axis.source.points(lines.map((line) => line.metric)), [axis.version, axis.source]);
  const envelope = points.high !== undefined;
  const data = useMemo(() => [points.x, ...columns(points).map((column) => (logarithmic ? column.map(aboveZero) : column))], [points, logarithmic]);
  const options = () => chartOptions({ lines, envelope, logarithmic, format, shown, onCursor: setCursor });
  return html`<figure class="chart">
    <figcaption class="chart-head">
      <span class="chart-title">${title} <small>${unit}</small></span>
      <${Legend} lines=${lines} points=${points} cursor=${cursor} />
    </figcaption>
    <${Plot} data=${data} options=${options} shape=${`${lines.map((l) => l.metric)} ${logarithmic} ${envelope}`} height=${HEIGHT}
      label=${summary(title, unit, lines, points)} />
    ${points.x.length === 0 && html`<p class="chart-empty">No interval yet</p>`}
    ${envelope && html`<p class="chart-note">Each point spans ${points.stride} intervals: their lowest to their highest figure.</p>`}
    <span class="chart-time" aria-hidden="true">${cursor !== null && cursor < points.x.length ? `at ${elapsed(points.x[cursor])}` : ""}</span>
    <${Figures} title=${title} lines=${lines} points=${points} />
  </figure>`;
}

/** What uPlot draws: a line each, or two where points are envelopes. @param {Points} points */
function columns({ y, high }) {
  return high ? y.flatMap((low, i) => [high[i], low]) : y;
}

/** A logarithmic scale has no place for 0. @param {number | null} value */
function aboveZero(value) {
  return value !== null && value > 0 ? value : null;
}

/** What stands under the cursor, else the newest figure. @param {{lines: Line[], points: Points, cursor: number | null}} props */
function Legend({ lines, points, cursor }) {
  const at = cursor !== null && cursor < points.x.length ? cursor : newest(points);
  return html`<span class="legend">
    ${lines.map((line, i) => {
      return html`<span class="legend-item" key=${line.metric}>
        <svg class="swatch" width="16" height="8" aria-hidden="true"><line x1="0" y1="4" x2="16" y2="4" class="stroke${line.colour}" stroke-dasharray=${line.dash?.join(" ")} /></svg>
        ${line.label} <b>${at < 0 ? NONE : show(points, i, at)}</b>
      </span>`;
    })}
  </span>`;
}

/** The index of the newest point with any value. @param {Points} points */
function newest({ x, y }) {
  for (let i = x.length - 1; i >= 0; i--) {
    if (y.some((column) => column[i] !== null)) {
      return i;
    }
  }
  return -1;
}

/** @param {string} title @param {string} unit @param {Line[]} lines @param {Points} points */
function summary(title, unit, lines, points) {
  const parts = lines.map((line, i) => {
    const values = [...points.y[i], ...(points.high?.[i] ?? [])].filter((value) => value !== null);
    if (values.length === 0) {
      return `${line.label}: nothing yet`;
    }
    const low = values.reduce((a, b) => Math.min(a, b));
    const high = values.reduce((a, b) => Math.max(a, b));
    return `${line.label}: from ${figure(low)} to ${figure(high)}`;
  });
  return `Chart of ${title} (${unit}) over time. ${parts.join("; ")}. The figures stand in the table below it.`;
}

/** @param {{title: string, lines: Line[], points: Points}} props */
function Figures({ title, lines, points }) {
  const [open, setOpen] = useState(false);
  const step = Math.max(1, Math.ceil(points.x.length / TABLE_ROWS));
  const picked = open ? points.x.map((_, i) => i).filter((i) => i % step === 0) : [];
  return html`<details class="figures" onToggle=${(/** @type {any} */ e) => setOpen(e.target.open)}>
    <summary>Figures</summary>
    ${open && html`<table class="table-small">
      <caption class="unseen">${title}, every ${step === 1 ? "point" : `${step} points`}</caption>
      <thead><tr><th scope="col">time</th>${lines.map((line) => html`<th scope="col" class="number">${line.label}</th>`)}</tr></thead>
      <tbody>${picked.map((i) => html`<tr key=${i}><th scope="row">${elapsed(points.x[i])}</th>${lines.map((_, l) => html`<td class="number">${show(points, l, i)}</td>`)}</tr>`)}</tbody>
    </table>`}
  </details>`;
}

/** @param {Points} points @param {number} line @param {number} at */
function show({ y, high }, line, at) {
  const low = y[line][at];
  const top = high ? high[line][at] : low;
  if (low === null || top === null) {
    return NONE;
  }
  return low === top ? figure(low) : `${figure(low)}–${figure(top)}`;
}
