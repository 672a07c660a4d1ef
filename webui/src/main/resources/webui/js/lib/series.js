// @ts-check
/**
 * The intervals of one run, reduced to what charts draw, in bounded memory however long the run is.
 *
 * Intervals fall into buckets of `stride` intervals each. A bucket keeps the lowest and the highest
 * value of each metric and which of them came first, so that no peak is lost; while the stride is 1
 * or 2 nothing is lost at all. When there would be more than {@link MAX_BUCKETS} buckets the stride
 * doubles. Adding an interval again changes nothing. A bucket without a value is a gap, never a 0.
 */

/** @typedef {import("../types.js").IntervalDocument} IntervalDocument */
/** @typedef {(interval: IntervalDocument) => number | null} Metric */

/**
 * @typedef {object} Points
 * @property {number[]} x seconds from the common start, ascending
 * @property {(number | null)[][]} y for each metric as many values, null in gaps
 * @property {(number | null)[][]} [high] the highest values, where `y` holds the lowest
 * @property {number} stride how many intervals a point stands for
 */

export const MAX_BUCKETS = 1_000;

/** @typedef {{lo: Float64Array, hi: Float64Array, hiFirst: Uint8Array}} Column */

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
    this.stride = 1;
    this.buckets = 0;
    this.start = new Float64Array(MAX_BUCKETS);
    this.end = new Float64Array(MAX_BUCKETS);
    this.provisional = new Uint8Array(MAX_BUCKETS);
    /** @type {Record<string, Column>} */
    this.columns = {};
    for (const name of this.names) {
      this.columns[name] = {
        lo: new Float64Array(MAX_BUCKETS),
        hi: new Float64Array(MAX_BUCKETS),
        hiFirst: new Uint8Array(MAX_BUCKETS),
      };
    }
    this.#clear(0, MAX_BUCKETS);
  }

  /** @param {IntervalDocument} interval */
  add(interval) {
    while (interval.index >= this.stride * MAX_BUCKETS) {
      this.#coarsen();
    }
    const bucket = Math.floor(interval.index / this.stride);
    this.buckets = Math.max(this.buckets, bucket + 1);
    const end = interval.startMillis + interval.lengthMillis;
    this.start[bucket] = lower(this.start[bucket], interval.startMillis);
    this.end[bucket] = higher(this.end[bucket], end);
    const unknown = isUnknown(interval);
    if (this.stride === 1) {
      this.#forget(bucket);
    }
    this.provisional[bucket] |= interval.missing.length > 0 ? 1 : 0;
    for (const name of this.names) {
      const value = unknown ? null : this.metrics[name](interval);
      if (value !== null && Number.isFinite(value)) {
        put(this.columns[name], bucket, value);
      }
    }
  }

  /** Where the newest interval ends, in ms from the common start; 0 where there is none. */
  get endMillis() {
    return this.buckets === 0 ? 0 : this.end[this.buckets - 1];
  }

  /**
   * The points to draw. While a bucket holds one or two intervals they are drawn as they are;
   * beyond that each bucket is one point with its lowest and its highest value.
   *
   * @param {string[]} names which metrics
   * @returns {Points}
   */
  points(names) {
    return this.stride > 2 ? this.#envelope(names) : this.#line(names);
  }

  /** @param {string[]} names @returns {Points} */
  #envelope(names) {
    const buckets = Array.from({ length: this.buckets }, (_, b) => b);
    const column = (/** @type {Float64Array} */ values) => buckets.map((b) => orNull(values[b]));
    return {
      x: buckets.map((b) => this.#at(b, 0.5)),
      y: names.map((name) => column(this.columns[name].lo)),
      high: names.map((name) => column(this.columns[name].hi)),
      stride: this.stride,
    };
  }

  /** @param {string[]} names @returns {Points} */
  #line(names) {
    /** @type {number[]} */
    const x = [];
    /** @type {(number | null)[][]} */
    const y = names.map(() => []);
    for (let b = 0; b < this.buckets; b++) {
      if (this.stride === 1) {
        x.push(this.#at(b, 0.5));
        names.forEach((name, i) => y[i].push(orNull(this.columns[name].lo[b])));
      } else {
        x.push(this.#at(b, 0.25), this.#at(b, 0.75));
        names.forEach((name, i) => y[i].push(...pair(this.columns[name], b)));
      }
    }
    return { x, y, stride: 1 };
  }

  /** Stretches in seconds whose figures are provisional. @returns {[number, number][]} */
  provisionalStretches() {
    /** @type {[number, number][]} */
    const stretches = [];
    for (let b = 0; b < this.buckets; b++) {
      if (this.provisional[b] && !Number.isNaN(this.start[b])) {
        stretches.push([this.start[b] / 1e3, this.end[b] / 1e3]);
      }
    }
    return stretches;
  }

  /** @param {number} bucket @param {number} share */
  #at(bucket, share) {
    const start = this.start[bucket];
    if (Number.isNaN(start)) {
      return this.#guess(bucket, share);
    }
    return (start + (this.end[bucket] - start) * share) / 1e3;
  }

  /**
   * A moment within a bucket of which nothing is known: between its neighbours.
   *
   * @param {number} bucket
   * @param {number} share
   */
  #guess(bucket, share) {
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
      (from + ((to - from) * (bucket - before - 1 + share)) / Math.max(1, after - before - 1)) / 1e3
    );
  }

  /** @param {number} bucket */
  #forget(bucket) {
    this.provisional[bucket] = 0;
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
    const both = second < MAX_BUCKETS;
    this.start[into] = both ? lower(this.start[first], this.start[second]) : this.start[first];
    this.end[into] = both ? higher(this.end[first], this.end[second]) : this.end[first];
    this.provisional[into] = this.provisional[first] | (both ? this.provisional[second] : 0);
    for (const name of this.names) {
      mergeColumn(this.columns[name], into, first, both ? second : first);
    }
  }

  /** @param {number} from @param {number} to */
  #clear(from, to) {
    this.start.fill(NaN, from, to);
    this.end.fill(NaN, from, to);
    this.provisional.fill(0, from, to);
    for (const name of this.names) {
      this.columns[name].lo.fill(NaN, from, to);
      this.columns[name].hi.fill(NaN, from, to);
      this.columns[name].hiFirst.fill(0, from, to);
    }
  }
}

/** @param {Column} column @param {number} bucket @param {number} value */
function put(column, bucket, value) {
  if (Number.isNaN(column.lo[bucket])) {
    column.lo[bucket] = value;
    column.hi[bucket] = value;
    column.hiFirst[bucket] = 0;
  } else if (value > column.hi[bucket]) {
    column.hi[bucket] = value;
    column.hiFirst[bucket] = 0;
  } else if (value < column.lo[bucket]) {
    column.lo[bucket] = value;
    column.hiFirst[bucket] = 1;
  }
}

/** @param {Column} column @param {number} into @param {number} first @param {number} second */
function mergeColumn({ lo, hi, hiFirst }, into, first, second) {
  const low = lower(lo[first], lo[second]);
  const high = higher(hi[first], hi[second]);
  const lowInFirst = lo[first] === low;
  const highInFirst = hi[first] === high;
  const inOne = lowInFirst === highInFirst;
  const order = inOne ? hiFirst[lowInFirst ? first : second] : highInFirst ? 1 : 0;
  lo[into] = low;
  hi[into] = high;
  hiFirst[into] = order;
}

/** @param {Column} column @param {number} b @returns {(number | null)[]} */
function pair({ lo, hi, hiFirst }, b) {
  return hiFirst[b] ? [orNull(hi[b]), orNull(lo[b])] : [orNull(lo[b]), orNull(hi[b])];
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
