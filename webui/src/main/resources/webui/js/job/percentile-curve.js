// @ts-check
/** Latency over percentiles, evenly spaced from the median to the maximum. */
import { html, useMemo } from "../html.js";
import { short } from "../lib/format.js";
import { LATENCIES, valueOf } from "../lib/measures.js";
import { colours } from "../lib/theme.js";
import { axis } from "../ui/chart-options.js";
import { Swatch } from "../ui/figures.js";
import { Plot } from "../ui/plot.js";

/** @typedef {import("../types.js").StatsDocument} StatsDocument */
/**
 * @typedef {object} Curve
 * @property {string} name
 * @property {StatsDocument} stats
 * @property {string} colour a custom property such as `--c1`
 * @property {number[]} [dash]
 */

const STEPS = LATENCIES.filter((id) => id !== "mean");
const HEIGHT = 230;

/** Those in which nothing ended are left out. @param {{curves: Curve[]}} props */
export function PercentileCurves({ curves }) {
  const lines = curves.filter(({ stats }) => stats.latencyMillis);
  const data = useMemo(
    () => [STEPS.map((_, i) => i), ...lines.map((line) => values(line.stats))],
    [curves],
  );
  if (lines.length === 0) {
    return null;
  }
  const shape = lines.map((line) => line.name).join(", ");
  return html`<figure class="chart">
    <figcaption class="chart-head">
      <span class="chart-title">Percentiles <small>ms, logarithmic</small></span>
      <span class="legend">${lines.map((line) => html`<${Item} ...${line} />`)}</span>
    </figcaption>
    <${Plot} data=${data} options=${() => options(lines)} shape=${shape} height=${HEIGHT}
      label=${`Latency by percentile, from the median to the maximum: ${shape}. A table has the figures.`} />
  </figure>`;
}

/** @param {StatsDocument} stats */
const values = (stats) => STEPS.map((step) => Math.max(0.001, valueOf(stats, step) ?? 0));

/** @param {{name: string, colour: string, dash?: number[]}} props */
function Item({ name, colour, dash }) {
  return html`<span class="legend-item"><${Swatch} colour=${colour} dash=${dash} /> ${name}</span>`;
}

/** @param {{name: string, colour: string, dash?: number[]}[]} lines */
function options(lines) {
  const [ink, grid] = colours(["--chart-ink", "--chart-grid"]);
  const strokes = colours(lines.map((line) => line.colour));
  return {
    padding: [10, 24, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false, range: () => [0, STEPS.length - 1] }, y: { distr: 3 } },
    axes: [
      { ...axis(ink, grid), size: 28, splits: () => STEPS.map((_, i) => i), values: () => STEPS },
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
        label: line.name,
        stroke: strokes[i],
        width: i === 0 ? 2.5 : 1.5,
        dash: line.dash,
        points: { show: true, size: 5, fill: strokes[i] },
      })),
    ],
  };
}
