// @ts-check
/**
 * Everything the page knows about one run, in bounded memory, told by the server in any order and
 * repetition; here nothing is added up.
 */
import { shownIn } from "../lib/measures.js";
import { Series } from "../lib/series.js";

/** @typedef {import("../types.js").Figure} Figure */
/** @typedef {import("../types.js").IntervalDocument} IntervalDocument */
/** @typedef {import("../types.js").JobView} JobView */
/** @typedef {import("../types.js").RunLogLine} LogLine */
/** @typedef {import("../types.js").SeriesDocument} SeriesDocument */
/** @typedef {import("../types.js").PointEnded} EndedDocument */

export const MAX_LOG_LINES = 300;
/** How many intervals are drawn if only the newest are shown. */
export const NEAR = 300;

/** The ids of the load generator's figures begin with this. */
const GENERATOR = "generator.";

/** A figure that is a share of this is shown as a share of the measured time, or by the minute. */
export const TIME = "run.time";

/** The id of a figure that says for how long a source was watched ends with this. */
const WATCHED = ".watched";

/**
 * The declared figures about the load generator.
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

/** The metrics that draw a declared figure; for one whose values are kept, their percentiles. @param {Figure} figure */
export function metricsOf({ id, kind }) {
  const latencies = shownIn("chart").filter(({ unit }) => unit === "ms");
  return kind === "DISTRIBUTION" || kind === "DURATION" ? latencies.map((p) => `${id} ${p.id}`) : [id];
}

/**
 * Whether a figure is shown per second of the time for which its source was watched.
 *
 * @param {Figure} figure
 */
export const ofWatched = ({ shareOf }) => shareOf.endsWith(WATCHED);

/**
 * Whether a figure is a part of another one and shown in percent; otherwise it is shown for each of the
 * other, as milliseconds for each read, or by the minute.
 *
 * @param {Figure} figure
 * @param {Figure | undefined} other
 */
export function isPart({ unit, shareOf }, other) {
  return !shareOf.endsWith(WATCHED) && (shareOf === TIME ? "ns" : (other?.unit ?? unit)) === unit;
}

/**
 * Charts with only those lines that are ever other than 0, and the names of the others.
 *
 * @template {{lines: {metric: string, label: string}[]}} T
 * @param {T[]} charts
 * @param {{points: import("../lib/series.js").Drawn["points"]}} source
 */
export function tellingLines(charts, source) {
  /** @type {string[]} */
  const zero = [];
  /** @type {string[]} */
  const unknown = [];
  const told = charts.map((chart) => {
    const { y, high } = source.points(chart.lines.map(({ metric }) => metric));
    const lines = chart.lines.filter(({ label }, i) => {
      const known = [...y[i], ...(high?.[i] ?? [])].filter((value) => typeof value === "number");
      const says = known.some((value) => value !== 0);
      if (!says) {
        (known.length > 0 ? zero : unknown).push(label);
      }
      return says;
    });
    return { ...chart, lines };
  });
  return { told: told.filter(({ lines }) => lines.length > 0), zero, unknown };
}

export class RunModel {
  constructor() {
    this.whole = new Series();
    /** @type {Series | undefined} the newest intervals of a long run, since somebody asked for them */
    this.near = undefined;
    /** @type {IntervalDocument | undefined} the newest interval of which something is known */
    this.latest = undefined;
    this.newestIndex = -1;
    /** @type {Map<string, Figure>} what intervals have declared so far */
    this.figures = new Map();
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
    /** @type {import("../types.js").ThresholdVerdicts | undefined} */
    this.thresholds = undefined;
  }

  /** Takes in what happened; what is known changes nothing. @param {import("../types.js").Mark} mark */
  addMark(mark) {
    if (mark.id === 0 || this.marks.every((known) => known.id !== mark.id)) {
      this.marks = [...this.marks, mark].sort((a, b) => a.atMillis - b.atMillis);
    }
  }

  /** Begins anew with all that happened. @param {import("../types.js").RunDocument} run */
  takeResult({ marks, thresholds }) {
    this.marks = marks ?? [];
    this.thresholds = thresholds;
  }

  /** Begins anew with all that has happened. @param {SeriesDocument} series */
  takeSeries(series) {
    this.near = undefined;
    this.whole.take(series);
    this.#take(series);
  }

  /**
   * Goes on with what has changed.
   *
   * @param {SeriesDocument} series the last buckets
   * @returns {boolean} false if they do not follow what is here, so that all is to be asked for
   */
  patchSeries(series) {
    const follows = this.whole.patch(series);
    if (follows) {
      this.#take(series);
    }
    return follows;
  }

  /** Goes on with the newest intervals one by one. @param {SeriesDocument} series */
  patchNear(series) {
    if (this.near && !this.near.patch(series)) {
      this.near = undefined;
    }
    if (this.near && this.near.buckets > 2 * NEAR) {
      this.near.forgetBefore(NEAR);
    }
  }

  /** @param {SeriesDocument} series */
  #take({ figures, totals: { failedBy, operations, ...totals }, newest }) {
    this.figures = new Map(figures.map((figure) => [figure.id, figure]));
    this.totals = totals;
    this.failedBy = failedBy;
    this.operations = new Map(Object.entries(operations));
    this.newestIndex = newest[newest.length - 1]?.index ?? -1;
    this.latest = newest.findLast(isTelling) ?? newest.findLast(isKnown);
    this.version++;
  }

  /** Whether no agent that has load can be heard: then the newest figures are old. */
  get silent() {
    const loaded = this.agents.filter(({ threads }) => threads > 0);
    return loaded.length > 0 && loaded.every(({ state }) => state === "lost");
  }

  /** The newest intervals one by one; of a long run nothing before {@link near} is known. */
  get newest() {
    return this.whole.stride === 1 ? this.whole : this.near;
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

/** Whether any agent's record has come. @param {IntervalDocument} interval */
const isKnown = ({ missing, threads, begun }) => missing.length === 0 || threads > 0 || begun > 0;

/** What ends after the last phase takes a moment, and says nothing of the load. @param {IntervalDocument} interval */
const isTelling = (interval) => isKnown(interval) && interval.phase !== "drain";
