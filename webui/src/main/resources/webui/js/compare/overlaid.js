// @ts-check
/** Several runs over one time axis, each from its own start, as charts draw one run. Pure. */

/** @typedef {import("../lib/series.js").Series} Series */
/** @typedef {import("../lib/series.js").Points} Points */
/** @typedef {import("../lib/series.js").Value} Value */

/**
 * What a chart draws of several runs. A metric is named by the number of its run and its own name.
 *
 * @param {Series[]} runs
 * @returns {import("../lib/series.js").Drawn}
 */
export function overlaid(runs) {
  return {
    points: (names) => together(names.map((name) => pointsOf(runs, name))),
    heatColumns: () => [],
    provisionalStretches: () => [],
  };
}

/** @param {number} run @param {string} metric */
export const nameOf = (run, metric) => `${run} ${metric}`;

/** @param {Series[]} runs @param {string} name @returns {Points} */
function pointsOf(runs, name) {
  const space = name.indexOf(" ");
  const run = runs[Number(name.slice(0, space))];
  const metric = name.slice(space + 1);
  return metric in run.metrics ? run.points([metric]) : { x: [], y: [[]], stride: 1 };
}

/**
 * One axis with the points of all: a line has no value where only others have a point, which is no
 * gap in it.
 *
 * @param {Points[]} lines of one metric each
 * @returns {Points}
 */
function together(lines) {
  const x = [...new Set(lines.flatMap((line) => line.x))].sort((a, b) => a - b);
  const place = new Map(x.map((second, i) => [second, i]));
  const onAxis = (/** @type {Points} */ line, /** @type {Value[]} */ values) => {
    /** @type {Value[]} */
    const column = new Array(x.length).fill(undefined);
    line.x.forEach((second, i) => (column[/** @type {number} */ (place.get(second))] = values[i]));
    return column;
  };
  const stride = Math.max(1, ...lines.map((line) => line.stride));
  return {
    x,
    y: lines.map((line) => onAxis(line, line.y[0])),
    high: stride > 1 ? lines.map((line) => onAxis(line, (line.high ?? line.y)[0])) : undefined,
    stride,
  };
}
