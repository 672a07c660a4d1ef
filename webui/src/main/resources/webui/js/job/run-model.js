// @ts-check
/**
 * Everything the page knows about one run, in bounded memory, fed by events in any order and
 * repetition.
 */
import { shownIn, valueOf } from "../lib/measures.js";
import { isUnknown, Series } from "../lib/series.js";

/** @typedef {import("../types.js").Figure} Figure */
/** @typedef {import("../types.js").IntervalDocument} IntervalDocument */
/** @typedef {import("../types.js").JobView} JobView */
/** @typedef {import("../types.js").RunLogLine} LogLine */
/** @typedef {import("../types.js").SeriesDocument} SeriesDocument */
/** @typedef {import("../types.js").PointEnded} EndedDocument */

export const MAX_LOG_LINES = 300;
/** More provisional intervals than these are not corrected in the totals, but are in the charts. */
const MAX_OPEN = 1_000;

/** So many intervals are drawn where only the newest are looked at. */
export const NEAR = 300;

/**
 * What ends after the last phase takes a moment and not an interval: its rate, its latencies
 * and its CPU would be drawn as a drop and peaks that never were.
 *
 * @param {import("../lib/series.js").Metric} metric
 * @returns {import("../lib/series.js").Metric}
 */
function notDraining(metric) {
  return (interval) => (interval.phase === "drain" ? null : metric(interval));
}

/** @param {"processCpu" | "hostCpu" | "cpuWait"} which */
function cpu(which) {
  return (/** @type {IntervalDocument} */ i) => {
    const share = i.generator?.[which] ?? -1;
    return share < 0 ? null : share * 100;
  };
}

/** @param {import("../lib/measures.js").Measure} measure @returns {[string, import("../lib/series.js").Metric]} */
function drawn({ id, draining }) {
  const value = (/** @type {IntervalDocument} */ i) => valueOf(i, id) ?? null;
  return [id, draining ? value : notDraining(value)];
}

/** What charts draw of every run; the server's `Metric` draws the same of what has happened. @type {Record<string, import("../lib/series.js").Metric>} */
export const ALWAYS_DRAWN = {
  ...Object.fromEntries(shownIn("chart").map(drawn)),
  processCpu: notDraining(cpu("processCpu")),
  hostCpu: notDraining(cpu("hostCpu")),
  cpuWait: notDraining(cpu("cpuWait")),
  waiting: notDraining((i) => i.waiting),
};

/** With what the ids of the load generator's figures begin. */
const GENERATOR = "generator.";

/** What is shown as a share of this is told as a share of the measured time, or by the minute. */
export const TIME = "run.time";

/**
 * Those of the declared figures that tell of the load generator.
 *
 * @param {Iterable<Figure>} figures
 */
export function generatorFigures(figures) {
  return [...figures].filter(({ id }) => id.startsWith(GENERATOR));
}

/**
 * One of them in percent or in milliseconds; not a number where it is unknown.
 *
 * @param {Figure} figure
 * @param {import("../types.js").GeneratorSample | undefined} sample
 */
export function ofGenerator({ id, unit }, sample) {
  const share = unit === "%";
  const key = id.slice(GENERATOR.length) + (share ? "" : "Nanos");
  const value = /** @type {Record<string, any>} */ (sample ?? {})[key] ?? -1;
  return value < 0 ? NaN : share ? value * 100 : value / 1e6;
}

/**
 * What a declared figure draws, by the name of the metric: a share in percent, an amount per second,
 * a reading, or of values that are kept their percentiles.
 *
 * @param {Figure} figure
 * @param {() => Figure | undefined} [other] that of which it is a share
 * @returns {Record<string, import("../lib/series.js").Metric>}
 */
export function ofFigure(figure, other = () => undefined) {
  const { id, kind, unit, shareOf } = figure;
  /** @param {IntervalDocument} i @param {string} of */
  const value = (i, of) =>
    i.figures?.values?.[of] ?? (of.startsWith(GENERATOR) ? ofGenerator(figure, i.generator) : NaN);
  if (kind === "DISTRIBUTION" || kind === "DURATION") {
    const spread = (/** @type {IntervalDocument} */ i) =>
      /** @type {Record<string, any>} */ (i.figures?.distributions?.[id] ?? {});
    return Object.fromEntries(
      shownIn("chart")
        .filter((one) => one.unit === "ms")
        .map((p) => [`${id} ${p.id}`, notDraining((i) => spread(i)[p.id] ?? null)]),
    );
  }
  const adds = kind === "COUNT" || kind === "SUM";
  const whole = (/** @type {IntervalDocument} */ i) =>
    shareOf === TIME ? i.lengthMillis * (unit === "ns" ? 1e6 : 1 / 6e4) : value(i, shareOf);
  const drawn = (/** @type {IntervalDocument} */ i) =>
    shareOf
      ? ((isPart(figure, other()) ? 100 : 1) * value(i, id)) / whole(i)
      : adds
        ? (value(i, id) * 1e3) / i.lengthMillis
        : value(i, id);
  return { [id]: notDraining((i) => (Number.isFinite(drawn(i)) ? drawn(i) : null)) };
}

/**
 * Whether a figure is a part of another one, in percent; otherwise it is told for each of it, as
 * milliseconds for each read, or by the minute.
 *
 * @param {Figure} figure
 * @param {Figure | undefined} other
 */
export function isPart({ unit, shareOf }, other) {
  return (shareOf === TIME ? "ns" : (other?.unit ?? unit)) === unit;
}

/** More figures than these are not drawn. */
const MOST_FIGURES = 200;

export class RunModel {
  constructor() {
    this.whole = new Series(ALWAYS_DRAWN);
    /** @type {Series | undefined} the newest intervals of a long run, since somebody asked for them */
    this.near = undefined;
    /** @type {IntervalDocument | undefined} the newest interval of which something is known */
    this.latest = undefined;
    this.newestIndex = -1;
    /** @type {Map<string, Figure>} what intervals have declared so far */
    this.figures = new Map();
    /**
     * @type {Map<number, IntervalDocument>} counted intervals that may still come again with more
     */
    this.open = new Map();
    /** Changes whenever what charts draw has changed. */
    this.version = 0;
    this.totals = { ok: 0, failed: 0, uncertain: 0, retried: 0 };
    /** @type {Record<string, number>} */
    this.failedBy = {};
    /** @type {Map<string, EndedDocument>} by name, which is the author's: a map has no prototype */
    this.operations = new Map();
    /** @type {JobView | undefined} */
    this.job = undefined;
    /** @type {import("../types.js").JobProgressView | undefined} */
    this.progress = undefined;
    /** @type {import("../types.js").ShareView[]} */
    this.agents = [];
    /** @type {LogLine[]} the newest */
    this.log = [];
    /** How many lines came before these. */
    this.earlier = 0;
    /** @type {import("../types.js").Mark[]} what happened, in the order of time; made anew by each */
    this.marks = [];
    /** @type {import("../types.js").DriftDocument | undefined} */
    this.drift = undefined;
    /** @type {import("../types.js").ThresholdVerdicts | undefined} */
    this.thresholds = undefined;
  }

  /** Takes in what happened; what is known changes nothing. @param {import("../types.js").Mark} mark */
  addMark(mark) {
    if (mark.id === 0 || this.marks.every((known) => known.id !== mark.id)) {
      this.marks = [...this.marks, mark].sort((a, b) => a.atMillis - b.atMillis);
    }
  }

  /** Begins anew with all that happened and what drifts. @param {import("../types.js").RunDocument} run */
  takeResult({ marks, drift, thresholds }) {
    this.marks = marks ?? [];
    this.drift = drift;
    this.thresholds = thresholds;
  }

  /** Begins anew with all that has happened. @param {SeriesDocument} series */
  takeSeries(series) {
    this.near = undefined;
    series.figures.forEach((figure) => this.#learn(figure));
    this.whole.take(series);
    this.open.clear();
    this.latest = undefined;
    const { failedBy, operations, ...totals } = series.totals;
    this.totals = totals;
    this.failedBy = failedBy;
    this.operations = new Map(Object.entries(operations));
    this.newestIndex = series.newest[series.newest.length - 1]?.index ?? -1;
    this.version++;
    series.newest.forEach((interval) => this.#notice(interval));
  }

  /** Whether nobody that has load can be heard, so that the newest figures are old ones. */
  get silent() {
    const loaded = this.agents.filter(({ threads }) => threads > 0);
    return loaded.length > 0 && loaded.every(({ state }) => state === "lost");
  }

  /** The newest intervals one by one; of a long run nothing before {@link near} is known. */
  get newest() {
    return this.whole.stride === 1 ? this.whole : this.near;
  }

  /** @param {Figure} figure */
  #learn(figure) {
    if (this.figures.has(figure.id) || this.figures.size === MOST_FIGURES) {
      return;
    }
    this.figures.set(figure.id, figure);
    for (const [name, metric] of Object.entries(
      ofFigure(figure, () => this.figures.get(figure.shareOf)),
    )) {
      this.whole.learn(name, metric);
      this.near?.learn(name, metric);
    }
  }

  /**
   * @param {IntervalDocument} interval
   * @returns {boolean} false where several intervals that were drawn are told anew as one, so that the
   *   series is to be asked for: which of them were counted is not known any more
   */
  addInterval(interval) {
    if ((interval.intervals ?? 1) > 1) {
      return false;
    }
    interval.figures?.declared?.forEach((figure) => this.#learn(figure));
    this.whole.add(interval);
    this.near?.add(interval);
    if (this.near && this.near.buckets > 2 * NEAR) {
      this.near.forgetBefore(NEAR);
    }
    this.version++;
    if (interval.index > this.newestIndex) {
      this.newestIndex = interval.index;
      this.#count(interval);
    } else if (this.open.has(interval.index)) {
      this.#addTotals(/** @type {IntervalDocument} */ (this.open.get(interval.index)), -1);
      this.open.delete(interval.index);
      this.#count(interval);
    }
    return true;
  }

  /** @param {IntervalDocument} interval */
  #count(interval) {
    this.#addTotals(interval, 1);
    this.#notice(interval);
  }

  /** Remembers what has been counted, as long as that matters. @param {IntervalDocument} interval */
  #notice(interval) {
    if (interval.missing.length > 0) {
      this.#keepOpen(interval);
    }
    const newer = !this.latest || interval.index >= this.latest.index;
    if (newer && !isUnknown(interval) && (interval.phase !== "drain" || !this.latest)) {
      this.latest = interval;
    }
  }

  /** @param {IntervalDocument} interval */
  #keepOpen(interval) {
    this.open.set(interval.index, interval);
    if (this.open.size > MAX_OPEN) {
      this.open.delete(/** @type {number} */ (this.open.keys().next().value));
    }
  }

  /** @param {IntervalDocument} interval @param {1 | -1} sign */
  #addTotals(interval, sign) {
    const { totals } = this;
    totals.ok += sign * interval.transactions;
    totals.failed += sign * interval.failed;
    totals.uncertain += sign * interval.uncertain;
    totals.retried += sign * interval.retried;
    for (const [errorClass, n] of Object.entries(interval.failedBy ?? {})) {
      this.failedBy[errorClass] = (this.failedBy[errorClass] ?? 0) + sign * n;
    }
    for (const [name, stats] of Object.entries(interval.operations ?? {})) {
      const sum = this.operations.get(name) ?? { transactions: 0, failed: 0 };
      sum.transactions += sign * stats.transactions;
      sum.failed += sign * stats.failed;
      this.operations.set(name, sum);
    }
  }

  /** Begins anew with all lines that are kept. @param {LogLine[]} lines */
  takeLog(lines) {
    this.log = [];
    this.earlier = 0;
    lines.forEach((line) => this.addLog(line));
  }

  /** Takes in the next line; one that is not newer than the newest is known. @param {LogLine} line */
  addLog(line) {
    if (line.id <= (this.log[this.log.length - 1]?.id ?? 0)) {
      return;
    }
    this.log.push(line);
    if (this.log.length > MAX_LOG_LINES) {
      this.log.shift();
      this.earlier++;
    }
  }
}
