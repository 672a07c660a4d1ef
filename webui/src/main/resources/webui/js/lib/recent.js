// @ts-check
/** The newest intervals of a run one by one, for a close look while a long run goes on. */
import { heatOf, isUnknown } from "./series.js";

/** @typedef {import("../types.js").IntervalDocument} IntervalDocument */

export const RECENT = 300;

/**
 * @typedef {{index: number, start: number, end: number, provisional: boolean, values: (number |
 * null)[], heat: import("../types.js").Heat}} Row
 */

export class Recent {
  /** @param {Record<string, import("./series.js").Metric>} metrics */
  constructor(metrics) {
    this.metrics = metrics;
    this.names = Object.keys(metrics);
    /** @type {Row[]} */
    this.rows = [];
  }

  /**
   * Another metric, of which nothing is known so far.
   *
   * @param {string} name
   * @param {import("./series.js").Metric} metric
   */
  learn(name, metric) {
    this.metrics = { ...this.metrics, [name]: metric };
    this.names.push(name);
  }

  /**
   * Takes the next interval in; one that is not newer than the newest replaces its earlier self.
   *
   * @param {IntervalDocument} interval
   */
  add(interval) {
    const row = this.#row(interval);
    const known = this.rows.findIndex((one) => one.index === row.index);
    if (known >= 0) {
      this.rows[known] = row;
    } else if (this.rows.length === 0 || row.index > this.rows[this.rows.length - 1].index) {
      this.rows.push(row);
      if (this.rows.length > RECENT) {
        this.rows.shift();
      }
    }
  }

  /** @param {IntervalDocument} interval @returns {Row} */
  #row(interval) {
    const unknown = isUnknown(interval);
    return {
      index: interval.index,
      start: interval.startMillis / 1e3,
      end: (interval.startMillis + interval.lengthMillis) / 1e3,
      provisional: interval.missing.length > 0,
      heat: heatOf(interval),
      values: this.names.map((name) => (unknown ? null : this.metrics[name](interval))),
    };
  }

  /** @param {string[]} names @returns {import("./series.js").Points} */
  points(names) {
    const at = names.map((name) => this.names.indexOf(name));
    /** @type {number[]} */
    const x = [];
    /** @type {(number | null)[][]} */
    const y = names.map(() => []);
    this.rows.forEach((row, i) => {
      const before = this.rows[i - 1];
      if (before && row.index > before.index + 1) {
        x.push((before.end + row.start) / 2);
        y.forEach((column) => column.push(null));
      }
      x.push((row.start + row.end) / 2);
      at.forEach((column, n) => y[n].push(row.values[column] ?? null));
    });
    return { x, y, stride: 1 };
  }

  /** @returns {import("./series.js").HeatColumn[]} */
  heatColumns() {
    return this.rows
      .filter(({ heat }) => heat.counts.length > 0)
      .map(({ start, end, heat }) => ({ ...heat, from: start, to: end }));
  }

  /** @returns {[number, number][]} */
  provisionalStretches() {
    return this.rows.filter((row) => row.provisional).map((row) => [row.start, row.end]);
  }
}
