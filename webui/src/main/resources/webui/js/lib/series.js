// @ts-check
/**
 * The intervals of one run as charts draw them, in buckets that the server has made: here nothing is
 * added up. While a run goes on the buckets that have changed replace those that were there. A bucket
 * without a value is a gap, never a 0.
 */

/** @typedef {import("../types.js").SeriesDocument} SeriesDocument */

/** @typedef {number | null | undefined} Value null in a gap, undefined where a line goes on without a point */

/**
 * @typedef {object} Points
 * @property {number[]} x seconds from the common start, ascending
 * @property {Value[][]} y for each metric as many values
 * @property {Value[][]} [high] the highest values, where `y` holds the lowest
 * @property {number} stride how many intervals a point stands for
 */

/**
 * @typedef {object} Drawn what charts draw
 * @property {(names: string[]) => Points} points
 * @property {() => HeatColumn[]} heatColumns
 * @property {() => [number, number][]} provisionalStretches in seconds
 */

/** @typedef {import("../types.js").Heat} Heat */

/**
 * How many transactions of some time took how long, from band `first` on.
 *
 * @typedef {Heat & {from: number, to: number}} HeatColumn in seconds
 */

/**
 * Where a band of a heat map begins, in ms: each power of two of microseconds has four.
 *
 * @param {number} band
 */
export function bandMillis(band) {
  return (2 ** Math.floor(band / 4) * (1 + (band % 4) / 4)) / 1e3;
}

/** @typedef {{low: (number | null)[], high: (number | null)[]}} Range */

export class Series {
  constructor() {
    /** The interval with which the first bucket begins. */
    this.first = 0;
    this.stride = 1;
    /** @type {(number | null)[]} */
    this.start = [];
    /** @type {(number | null)[]} */
    this.end = [];
    /** @type {boolean[]} */
    this.provisional = [];
    /** @type {Heat[]} */
    this.heat = [];
    /** Of the intervals that are here, the newest. */
    this.newest = -1;
    /** @type {Record<string, Range>} by the name of the metric */
    this.metrics = {};
  }

  get buckets() {
    return this.start.length;
  }

  /** Begins anew with what the server has. @param {SeriesDocument} series */
  take(series) {
    this.first = series.first;
    this.stride = series.stride;
    this.#keep(0);
    this.metrics = {};
    this.#append(series);
  }

  /**
   * The last buckets, which replace those that were there.
   *
   * @param {SeriesDocument} series
   * @returns {boolean} false if they do not follow what is here, so that all is to be asked for
   */
  patch(series) {
    const place = (series.first - this.first) / this.stride;
    if (series.stride !== this.stride || place < 0 || place > this.buckets || !Number.isInteger(place)) {
      return false;
    }
    this.#keep(place);
    this.#append(series);
    return true;
  }

  /** @param {number} count so many buckets */
  #keep(count) {
    const ranges = Object.values(this.metrics).flatMap(({ low, high }) => [low, high]);
    for (const column of [this.start, this.end, this.provisional, this.heat, ...ranges]) {
      column.length = count;
    }
  }

  /** @param {SeriesDocument} series */
  #append({ startMillis, endMillis, provisional, metrics, heat, newest }) {
    const before = this.buckets;
    this.start.push(...startMillis);
    this.end.push(...endMillis);
    this.provisional.push(...provisional);
    this.heat.push(...heat);
    for (const [name, { low, high }] of Object.entries(metrics)) {
      const range = this.#range(name, before);
      range.low.push(...low);
      range.high.push(...high);
    }
    this.newest = newest[newest.length - 1]?.index ?? this.first + this.buckets * this.stride - 1;
  }

  /** A metric may come later than the first bucket. @param {string} name @param {number} before */
  #range(name, before) {
    this.metrics[name] ??= { low: new Array(before).fill(null), high: new Array(before).fill(null) };
    return this.metrics[name];
  }

  /**
   * The first and the last interval of a stretch, as far as the buckets tell.
   *
   * @param {number} from in ms
   * @param {number} to in ms
   * @returns {[number, number]}
   */
  indexes(from, to) {
    let first = 0;
    while (first < this.buckets - 1 && !((this.end[first] ?? NaN) > from)) {
      first++;
    }
    let last = first;
    while (last < this.buckets - 1 && !((this.start[last + 1] ?? NaN) >= to)) {
      last++;
    }
    return [this.first + first * this.stride, this.first + (last + 1) * this.stride - 1];
  }

  /** Forgets all but the newest buckets. @param {number} kept how many stay */
  forgetBefore(kept) {
    const gone = this.buckets - kept;
    const ranges = Object.values(this.metrics).flatMap(({ low, high }) => [low, high]);
    for (const column of [this.start, this.end, this.provisional, this.heat, ...ranges]) {
      column.splice(0, gone);
    }
    this.first += gone * this.stride;
  }

  /** Where the newest interval ends, in ms from the common start; 0 where there is none. */
  get endMillis() {
    return this.end[this.buckets - 1] ?? 0;
  }

  /**
   * The points to draw: each interval, or each bucket with its lowest and its highest value.
   *
   * @param {string[]} names which metrics
   * @param {number} [from] the first bucket
   * @returns {Points}
   */
  points(names, from = 0) {
    const column = (/** @type {string} */ name, /** @type {"low" | "high"} */ end) =>
      this.metrics[name]?.[end].slice(from) ?? this.start.slice(from).map(() => null);
    return {
      x: this.start.slice(from).map((_, b) => this.#middle(from + b)),
      y: names.map((name) => column(name, "low")),
      high: this.stride > 1 ? names.map((name) => column(name, "high")) : undefined,
      stride: this.stride,
    };
  }

  /**
   * How long transactions took, bucket by bucket, where there were any.
   *
   * @param {number} [from] the first bucket
   * @returns {HeatColumn[]}
   */
  heatColumns(from = 0) {
    return this.heat
      .map((heat, b) => ({ ...heat, from: (this.start[b] ?? 0) / 1e3, to: (this.end[b] ?? 0) / 1e3 }))
      .filter(({ counts }, b) => b >= from && counts.length > 0);
  }

  /**
   * Stretches in seconds whose figures are provisional.
   *
   * @param {number} [from] the first bucket
   * @returns {[number, number][]}
   */
  provisionalStretches(from = 0) {
    /** @type {[number, number][]} */
    const stretches = [];
    for (let b = from; b < this.buckets; b++) {
      const [start, end] = [this.start[b], this.end[b]];
      if (this.provisional[b] && start !== null && end !== null) {
        stretches.push([start / 1e3, end / 1e3]);
      }
    }
    return stretches;
  }

  /**
   * The newest buckets alone.
   *
   * @param {number} most how many
   * @returns {Drawn & {from: number}} with where they begin, in seconds
   */
  newestOnly(most) {
    const first = Math.max(0, this.buckets - most);
    return {
      from: (this.start[first] ?? 1e3 * this.#middle(first)) / 1e3,
      points: (names) => this.points(names, first),
      heatColumns: () => this.heatColumns(first),
      provisionalStretches: () => this.provisionalStretches(first),
    };
  }

  /** In seconds. @param {number} bucket */
  #middle(bucket) {
    const [start, end] = [this.start[bucket], this.end[bucket]];
    return start === null || end === null ? this.#guess(bucket) : (start + end) / 2e3;
  }

  /**
   * The middle of a bucket of which nothing is known: between its neighbours.
   *
   * @param {number} bucket
   */
  #guess(bucket) {
    let before = bucket;
    let after = bucket;
    while (before >= 0 && this.end[before] === null) {
      before--;
    }
    while (after < this.buckets && this.start[after] === null) {
      after++;
    }
    const from = this.end[before] ?? 0;
    const to = this.start[after] ?? from;
    return (
      (from + ((to - from) * (bucket - before - 0.5)) / Math.max(1, after - before - 1)) / 1e3
    );
  }
}
