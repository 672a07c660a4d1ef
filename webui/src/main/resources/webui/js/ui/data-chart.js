// @ts-check
/** A chart whose lines the server has computed; here it is only drawn. */
import { html, useMemo } from "../html.js";
import { elapsed, short } from "../lib/format.js";
import { look } from "../lib/look.js";
import { colours } from "../lib/theme.js";
import { axis } from "./chart-options.js";
import { Swatch } from "./figures.js";
import { Plot } from "./plot.js";

/** @typedef {import("../types.js").BlockChart} BlockChart */

const HEIGHT = 230;

/** @param {{chart: BlockChart}} props */
export function DataChart({ chart }) {
  const { title, unit, x, lines } = chart;
  const data = useMemo(() => [x, ...lines.map((line) => line.high.map(visible))], [chart]);
  const names = lines.map((line) => line.label).join(", ");
  return html`<figure class="chart">
    <figcaption class="chart-head">
      <span class="chart-title">${title} <small>${unit}</small></span>
      <span class="legend">${lines.map(({ label }, i) => html`<span class="legend-item" key=${label}>
        <${Swatch} ...${look(i)} /> ${label}</span>`)}</span>
    </figcaption>
    <${Plot} data=${data} options=${() => options(chart)} shape=${names} height=${HEIGHT}
      label=${`${title} (${unit}): ${names}. A table has the figures.`} />
  </figure>`;
}

/** A logarithmic axis has no place for 0. @param {number | null} value */
const visible = (value) => (value === null ? null : Math.max(0.001, value));

/** What stands below the axis. @param {BlockChart["axis"]} kind @param {number} at */
function place(kind, at) {
  if (kind === "time") {
    return elapsed(at / 1e3);
  }
  return kind === "nines" ? `${Number((100 * (1 - 10 ** -at)).toPrecision(12))} %` : short(at);
}

/** The median and each nine. @param {number} last */
const nines = (last) => [Math.log10(2), ...Array.from({ length: Math.floor(last) }, (_, i) => i + 1)];

/** @param {BlockChart} chart */
function options({ axis: kind, x, lines }) {
  const [ink, grid] = colours(["--chart-ink", "--chart-grid"]);
  const strokes = colours(lines.map((_, i) => look(i).colour));
  const last = x[x.length - 1];
  const values = (/** @type {any} */ _, /** @type {number[]} */ splits) => splits.map((at) => place(kind, at));
  const below = { ...axis(ink, grid), size: 28, values };
  return {
    padding: [10, 24, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false, range: () => [0, last] }, y: kind === "nines" ? { distr: 3 } : {} },
    axes: [
      kind === "nines" ? { ...below, splits: () => nines(last) } : below,
      {
        ...axis(ink, grid),
        size: 52,
        values: (/** @type {any} */ _, /** @type {number[]} */ splits) =>
          splits.map((v) => (v === null ? "" : short(v))),
      },
    ],
    series: [
      {},
      ...lines.map((line, i) => ({
        label: line.label,
        stroke: strokes[i],
        width: i === 0 ? 2.5 : 1.5,
        dash: look(i).dash,
        points: { show: false },
      })),
    ],
  };
}
