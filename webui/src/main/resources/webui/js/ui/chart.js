// @ts-check
/** A chart over the run's time axis, with its legend, its phases and its figures as a table. */
import { html, useMemo, useRef, useState } from "../html.js";
import { clock, elapsed } from "../lib/format.js";
import { inWords as markWords } from "../lib/marks.js";
import { toggled } from "../lib/toggle.js";
import { FigureTable, inWords, Legend } from "./chart-figures.js";
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
 * @property {import("../lib/series.js").Drawn} source
 * @property {number} from seconds
 * @property {number} to seconds
 * @property {{kind: string, start: number, end: number}[]} phases in ms
 * @property {number} version changes with each new interval
 * @property {import("../types.js").Mark[]} marks what happened; another list where there is more
 * @property {string} chosen the key of the mark that is shown above all others
 * @property {(from: number, to: number) => void} [onSelect] is told in seconds what was drawn over
 * @property {string} [startedAt] when the axis begins by the clock
 */

const HEIGHT = 190;

/**
 * @param {{title: string, unit: string, lines: Line[], axis: Axis, format: (value: number) => string,
 *   logarithmic?: boolean, most?: number}} props
 */
export function Chart({ title, unit, lines, axis, format, logarithmic = false, most }) {
  const shown = useRef({ axis, most });
  shown.current = { axis, most };
  const [cursor, setCursor] = useState(/** @type {number | null} */ (null));
  const [hidden, setHidden] = useState(/** @type {Set<string>} */ (new Set()));
  const points = useMemo(
    () => axis.source.points(lines.map((line) => line.metric)),
    [axis.version, axis.source, axis.marks, axis.chosen],
  );
  const envelope = points.high !== undefined;
  const data = useMemo(
    () => [
      points.x,
      ...columns(points).map((column, i) => {
        const { metric } = lines[envelope ? i >> 1 : i];
        return hidden.has(metric) ? column.map(() => null) : logarithmic ? column.map(aboveZero) : column;
      }),
    ],
    [points, logarithmic, hidden],
  );
  const options = () =>
    chartOptions({ lines, envelope, logarithmic, format, shown, onCursor: setCursor });
  const shape = `${lines.map((line) => line.metric)} ${logarithmic} ${envelope}`;
  const at = cursor !== null && cursor < points.x.length ? moment(points.x[cursor], axis.startedAt) : "";
  return html`<figure class="chart">
    <figcaption class="chart-head">
      <span class="chart-title">${title} <small>${unit}</small></span>
      <${Legend} unit=${unit} lines=${lines} points=${points} cursor=${cursor} hidden=${hidden}
        onToggle=${(/** @type {string} */ metric) => setHidden(toggled(lines.map((line) => line.metric), hidden, metric))} />
    </figcaption>
    <${Plot} data=${data} options=${options} shape=${shape} height=${HEIGHT}
      label=${inWords(title, unit, lines, points)} />
    ${points.x.length === 0 && html`<p class="chart-empty">No interval yet</p>`}
    ${envelope && html`<${EnvelopeNote} stride=${points.stride} />`}
    <p class="chart-mark" aria-hidden="true">${cursor === null ? "" : markAt(points.x, cursor, axis)}</p>
    <span class="chart-time" aria-hidden="true">${at}</span>
    <${FigureTable} title=${title} unit=${unit} lines=${lines} points=${points} />
  </figure>`;
}

/** `at 0:28, 14:03:22`: the clock's time is what a database's log says. @param {number} seconds @param {string} [startedAt] */
function moment(seconds, startedAt) {
  const start = Date.parse(startedAt ?? "");
  const time = Number.isNaN(start) ? "" : `, ${clock(new Date(start + seconds * 1e3).toISOString())}`;
  return `at ${elapsed(seconds)}${time}`;
}

/**
 * What happened where the cursor is: within a hundredth of the axis.
 *
 * @param {number[]} x
 * @param {number} cursor
 * @param {Axis} axis
 */
function markAt(x, cursor, { marks, from, to }) {
  const near = Math.max((to - from) / 100, 0.5);
  const here = marks.filter(({ atMillis, untilMillis }) => {
    const until = (untilMillis ?? atMillis) / 1e3;
    return x[cursor] >= atMillis / 1e3 - near && x[cursor] <= until + near;
  });
  return here.map((mark) => `${mark.kind}: ${markWords(mark)}`).join("; ");
}

/** @param {{stride: number}} props */
function EnvelopeNote({ stride }) {
  return html`<p class="chart-note">
    Each point spans ${stride} intervals: their lowest to their highest figure.
  </p>`;
}

/** What uPlot draws: a line each, or two where points are envelopes. @param {Points} points */
function columns({ y, high }) {
  return high ? y.flatMap((low, i) => [high[i], low]) : y;
}

/** A logarithmic scale has no place for 0. @param {import("../lib/series.js").Value} value */
function aboveZero(value) {
  return value === undefined || (value !== null && value > 0) ? value : null;
}
