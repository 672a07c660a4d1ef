// @ts-check
/**
 * The intervals of one run, reduced to what charts draw, in bounded memory however long the run is.
 *
 * Intervals fall into buckets of `stride` intervals each. A bucket keeps the lowest and the highest
 * value of each metric, so that no peak is lost; while the stride is 1 nothing is lost at all. When
 * there would be more than {@link MAX_BUCKETS} buckets the stride doubles. A bucket without a value
 * is a gap, never a 0.
 *
 * The server reduces what has happened in the same way; the page begins with that and goes on with
 * what comes live. An interval that is added again replaces its earlier self while the stride is 1.
 * From then on it only widens its bucket, and its heat map stays: what a provisional one was is taken
 * back when the server's series is taken anew, after the run's end.
 */

/** @typedef {import("../types.js").IntervalDocument} IntervalDocument */
/** @typedef {import("../types.js").SeriesDocument} SeriesDocument */
/** @typedef {(interval: IntervalDocument) => number | null} Metric */

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

export const MAX_BUCKETS = 2_000;

/** @typedef {{lo: Float64Array, hi: Float64Array}} Column */

/** @typedef {import("../types.js").Heat} Heat */

/**
 * How many transactions of some time took how long, from band `first` on.
 *
 * @typedef {Heat & {from: number, to: number}} HeatColumn in seconds
 */

/** @type {Heat} */
const NO_HEAT = { first: 0, counts: [] };

/**
 * Where a band of a heat map begins, in ms: each power of two of microseconds has four.
 *
 * @param {number} band
 */
export function bandMillis(band) {
  return (2 ** Math.floor(band / 4) * (1 + (band % 4) / 4)) / 1e3;
}

/** What charts draw of an interval's latencies. @param {IntervalDocument} interval */
export function heatOf(interval) {
  return (interval.phase === "drain" ? undefined : interval.heat) ?? NO_HEAT;
}

/**
 * True where no agent's record has come: nothing is known about this interval.
 *
 * @param {IntervalDocument} interval
 */
export function isUnknown(interval) {
  return interval.missing.length > 0 && interval.threads === 0 && interval.begun === 0;
}

export class Series {
  /** @param {Record<string, Metric>} metrics */
  constructor(metrics) {
    this.metrics = metrics;
    this.names = Object.keys(metrics);
    /** The interval with which the first bucket begins. */
    this.first = 0;
    this.stride = 1;
    this.buckets = 0;
    this.start = new Float64Array(MAX_BUCKETS);
    this.end = new Float64Array(MAX_BUCKETS);
    this.provisional = new Uint8Array(MAX_BUCKETS);
    /** @type {Heat[]} */
    this.heat = new Array(MAX_BUCKETS).fill(NO_HEAT);
    /** Of the intervals that were added, the newest: counts are added up once. */
    this.newest = -1;
    /** @type {Record<string, Column>} */
    this.columns = {};
    this.names.forEach((name) => this.#makeColumn(name));
    this.#clear(0, MAX_BUCKETS);
  }

  /** @param {string} name */
  #makeColumn(name) {
    this.columns[name] = {
      lo: new Float64Array(MAX_BUCKETS).fill(NaN),
      hi: new Float64Array(MAX_BUCKETS).fill(NaN),
    };
  }

  /** Another metric, of which nothing is known so far. @param {string} name @param {Metric} metric */
  learn(name, metric) {
    this.metrics = { ...this.metrics, [name]: metric };
    this.names.push(name);
    this.#makeColumn(name);
  }

  /** Begins anew with what the server has. @param {SeriesDocument} series */
  take({ first, stride, startMillis, endMillis, provisional, metrics, heat, newest }) {
    this.#clear(0, MAX_BUCKETS);
    this.first = first;
    this.stride = stride;
    this.buckets = startMillis.length;
    fill(this.start, startMillis);
    fill(this.end, endMillis);
    this.provisional.set(provisional.map(Number));
    heat.forEach((counts, b) => (this.heat[b] = counts));
    this.newest = newest[newest.length - 1]?.index ?? first + this.buckets * stride - 1;
    for (const name of this.names) {
      fill(this.columns[name].lo, metrics[name]?.low ?? []);
      fill(this.columns[name].hi, metrics[name]?.high ?? []);
    }
  }

  /** @param {IntervalDocument} interval */
  add(interval) {
    const place = interval.index - this.first;
    if (place < 0) {
      return; // It has come again, and is drawn here no more.
    }
    while (place >= this.stride * MAX_BUCKETS) {
      this.#coarsen();
    }
    const bucket = Math.floor(place / this.stride);
    this.buckets = Math.max(this.buckets, bucket + 1);
    const end = interval.startMillis + interval.lengthMillis;
    this.start[bucket] = lower(this.start[bucket], interval.startMillis);
    this.end[bucket] = higher(this.end[bucket], end);
    const unknown = isUnknown(interval);
    if (this.stride === 1) {
      this.#forget(bucket);
    }
    this.provisional[bucket] |= interval.missing.length > 0 ? 1 : 0;
    if (this.stride === 1 || interval.index > this.newest) {
      this.heat[bucket] = sum(this.heat[bucket], heatOf(interval));
    }
    this.newest = Math.max(this.newest, interval.index);
    for (const name of this.names) {
      const value = unknown ? null : this.metrics[name](interval);
      if (value !== null && Number.isFinite(value)) {
        const { lo, hi } = this.columns[name];
        lo[bucket] = lower(lo[bucket], value);
        hi[bucket] = higher(hi[bucket], value);
      }
    }
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
    while (first < this.buckets - 1 && !(this.end[first] > from)) {
      first++;
    }
    let last = first;
    while (last < this.buckets - 1 && !(this.start[last + 1] >= to)) {
      last++;
    }
    return [this.first + first * this.stride, this.first + (last + 1) * this.stride - 1];
  }

  /** Forgets all but the newest buckets. @param {number} kept how many stay */
  forgetBefore(kept) {
    const gone = this.buckets - kept;
    const columns = Object.values(this.columns).flatMap(({ lo, hi }) => [lo, hi]);
    for (const column of [this.start, this.end, this.provisional, this.heat, ...columns]) {
      column.copyWithin(0, gone, this.buckets);
    }
    this.#clear(kept, MAX_BUCKETS);
    this.buckets = kept;
    this.first += gone * this.stride;
  }

  /** Where the newest interval ends, in ms from the common start; 0 where there is none. */
  get endMillis() {
    return this.buckets === 0 ? 0 : this.end[this.buckets - 1];
  }

  /**
   * The points to draw: each interval, or each bucket with its lowest and its highest value.
   *
   * @param {string[]} names which metrics
   * @param {number} [from] the first bucket
   * @returns {Points}
   */
  points(names, from = 0) {
    const buckets = Array.from({ length: this.buckets - from }, (_, b) => from + b);
    const column = (/** @type {Float64Array} */ values) => buckets.map((b) => orNull(values[b]));
    return {
      x: buckets.map((b) => this.#middle(b)),
      y: names.map((name) => column(this.columns[name].lo)),
      high: this.stride > 1 ? names.map((name) => column(this.columns[name].hi)) : undefined,
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
      .map((heat, b) => ({ ...heat, from: this.start[b] / 1e3, to: this.end[b] / 1e3 }))
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
      if (this.provisional[b] && !Number.isNaN(this.start[b])) {
        stretches.push([this.start[b] / 1e3, this.end[b] / 1e3]);
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
      from: Number.isNaN(this.start[first]) ? this.#middle(first) : this.start[first] / 1e3,
      points: (names) => this.points(names, first),
      heatColumns: () => this.heatColumns(first),
      provisionalStretches: () => this.provisionalStretches(first),
    };
  }

  /** In seconds. @param {number} bucket */
  #middle(bucket) {
    const start = this.start[bucket];
    return Number.isNaN(start) ? this.#guess(bucket) : (start + this.end[bucket]) / 2e3;
  }

  /**
   * The middle of a bucket of which nothing is known: between its neighbours.
   *
   * @param {number} bucket
   */
  #guess(bucket) {
    let before = bucket;
    let after = bucket;
    while (before >= 0 && Number.isNaN(this.end[before])) {
      before--;
    }
    while (after < this.buckets && Number.isNaN(this.start[after])) {
      after++;
    }
    const from = before < 0 ? 0 : this.end[before];
    const to = after < this.buckets ? this.start[after] : from;
    return (
      (from + ((to - from) * (bucket - before - 0.5)) / Math.max(1, after - before - 1)) / 1e3
    );
  }

  /** @param {number} bucket */
  #forget(bucket) {
    this.provisional[bucket] = 0;
    this.heat[bucket] = NO_HEAT;
    for (const name of this.names) {
      this.columns[name].lo[bucket] = NaN;
      this.columns[name].hi[bucket] = NaN;
    }
  }

  #coarsen() {
    const kept = Math.ceil(this.buckets / 2);
    for (let b = 0; b < kept; b++) {
      this.#merge(b, 2 * b, 2 * b + 1);
    }
    this.#clear(kept, MAX_BUCKETS);
    this.buckets = kept;
    this.stride *= 2;
  }

  /** @param {number} into @param {number} first @param {number} second */
  #merge(into, first, second) {
    const { start, end, provisional } = this;
    start[into] = lower(start[first], start[second]);
    end[into] = higher(end[first], end[second]);
    provisional[into] = provisional[first] | provisional[second];
    this.heat[into] = sum(this.heat[first], this.heat[second]);
    for (const { lo, hi } of Object.values(this.columns)) {
      lo[into] = lower(lo[first], lo[second]);
      hi[into] = higher(hi[first], hi[second]);
    }
  }

  /** @param {number} from @param {number} to */
  #clear(from, to) {
    this.start.fill(NaN, from, to);
    this.end.fill(NaN, from, to);
    this.provisional.fill(0, from, to);
    this.heat.fill(NO_HEAT, from, to);
    for (const name of this.names) {
      this.columns[name].lo.fill(NaN, from, to);
      this.columns[name].hi.fill(NaN, from, to);
    }
  }
}

/** @param {Heat} a @param {Heat} b @returns {Heat} */
function sum(a, b) {
  if (a.counts.length === 0 || b.counts.length === 0) {
    return a.counts.length === 0 ? b : a;
  }
  const first = Math.min(a.first, b.first);
  const end = Math.max(a.first + a.counts.length, b.first + b.counts.length);
  const counts = Array.from({ length: end - first }, (_, i) => {
    const band = first + i;
    return (a.counts[band - a.first] ?? 0) + (b.counts[band - b.first] ?? 0);
  });
  return { first, counts };
}

/** @param {Float64Array} into @param {(number | null)[]} values */
function fill(into, values) {
  values.forEach((value, b) => (into[b] = value ?? NaN));
}

/** @param {number} a @param {number} b */
function lower(a, b) {
  return Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.min(a, b);
}

/** @param {number} a @param {number} b */
function higher(a, b) {
  return Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.max(a, b);
}

/** @param {number} value */
function orNull(value) {
  return Number.isNaN(value) ? null : value;
}
