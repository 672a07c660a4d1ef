// @ts-check
/** The measures that every run has, as the page shows them; the server's catalogue declares them. */
import { figure, millis, percent } from "./format.js";
import { MEASURES } from "./measure-catalogue.js";

/** @typedef {import("./measure-catalogue.js").Measure} Measure */
/** @typedef {Pick<import("../types.js").StatsDocument, "measures" | "latencyMillis">} Measured */

/** Those that are shown in a place. @param {string} place */
export const shownIn = (place) => MEASURES.filter(({ shown }) => shown.includes(place));

/** The ids of all latencies, ascending from the mean. */
export const LATENCIES = MEASURES.filter(({ unit }) => unit === "ms").map(({ id }) => id);

/** The ids of those that are drawn, and the longest. */
export const FEW_LATENCIES = [
  ...LATENCIES.filter((id) => shownIn("chart").some((one) => one.id === id)),
  "max",
];

/**
 * A measure of a result, an interval or an operation; undefined if it has none.
 *
 * @param {Measured | undefined} stats @param {string} id
 * @returns {number | undefined}
 */
export const valueOf = (stats, id) =>
  stats?.measures[id] ?? /** @type {Record<string, number>} */ (stats?.latencyMillis ?? {})[id];

/** A value in its unit, without the unit. @param {number | undefined} value @param {string} unit */
export const inUnit = (value, unit) =>
  unit === "ms" ? millis(value) : unit === "%" ? percent((value ?? NaN) / 100) : figure(value);

/** The unit of a measure. @param {string} id */
export const unitOf = (id) => MEASURES.find((one) => one.id === id)?.unit ?? "";
