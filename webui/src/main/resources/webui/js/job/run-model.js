// @ts-check
/**
 * Everything the page knows about one run, in bounded memory, fed by events in any order and
 * repetition.
 */
import { Recent } from "../lib/recent.js";
import { isUnknown, Series } from "../lib/series.js";

/** @typedef {import("../types.js").IntervalDocument} IntervalDocument */
/** @typedef {import("../types.js").StatsDocument} StatsDocument */
/** @typedef {import("../types.js").JobView} JobView */

export const MAX_LOG_LINES = 300;

/** A latency exists only where something ended well. @param {"p50" | "p95" | "p99"} which */
function latency(which) {
  return (/** @type {IntervalDocument} */ i) => (i.latencyMillis.count > 0 ? i.latencyMillis[which] : null);
}

/** @param {"processCpu" | "hostCpu" | "busiestCore"} which */
function cpu(which) {
  return (/** @type {IntervalDocument} */ i) => {
    const share = i.generator?.[which] ?? -1;
    return share < 0 ? null : share * 100;
  };
}

/** @param {(i: IntervalDocument) => number} pick */
function perSecond(pick) {
  return (/** @type {IntervalDocument} */ i) => (i.lengthMillis > 0 ? (pick(i) * 1e3) / i.lengthMillis : null);
}

/** The metrics that charts draw. @type {Record<string, import("../lib/series.js").Metric>} */
export const METRICS = {
  throughput: (i) => i.transactionsPerSecond,
  p50: latency("p50"),
  p95: latency("p95"),
  p99: latency("p99"),
  failed: perSecond((i) => i.failed),
  uncertain: perSecond((i) => i.uncertain),
  retried: perSecond((i) => i.retried),
  processCpu: cpu("processCpu"),
  hostCpu: cpu("hostCpu"),
  busiestCore: cpu("busiestCore"),
};

/** @typedef {{ok: number, failed: number, uncertain: number, max: number}} OperationTotals */

export class RunModel {
  constructor() {
    this.whole = new Series(METRICS);
    this.recent = new Recent(METRICS);
    /** @type {IntervalDocument | undefined} the newest interval of which something is known */
    this.latest = undefined;
    this.newestIndex = -1;
    /** Changes whenever what charts draw has changed. */
    this.version = 0;
    this.totals = { begun: 0, ok: 0, failed: 0, uncertain: 0, retried: 0, rolledBack: 0, dropped: 0 };
    /** @type {Record<string, number>} */
    this.failedBy = {};
    /** @type {Map<string, OperationTotals>} */
    this.operations = new Map();
    /** @type {JobView | undefined} */
    this.job = undefined;
    /** @type {import("../types.js").Progress | undefined} */
    this.progress = undefined;
    /** @type {import("../types.js").ShareView[]} */
    this.agents = [];
    /** @type {{key: number, at: string, agent: string, level: string, text: string}[]} */
    this.log = [];
    this.logged = 0;
  }

  /** @param {IntervalDocument} interval */
  addInterval(interval) {
    this.whole.add(interval);
    this.recent.add(interval);
    this.version++;
    if (interval.index <= this.newestIndex) {
      return;
    }
    this.newestIndex = interval.index;
    if (!isUnknown(interval)) {
      this.#addTotals(interval);
      if (interval.phase !== "drain" || !this.latest) {
        this.latest = interval;
      }
    }
  }

  /** @param {IntervalDocument} interval */
  #addTotals(interval) {
    const { totals } = this;
    totals.begun += interval.begun;
    totals.ok += interval.transactions;
    totals.failed += interval.failed;
    totals.uncertain += interval.uncertain;
    totals.retried += interval.retried;
    totals.rolledBack += interval.rolledBack;
    totals.dropped += interval.dropped;
    for (const [errorClass, n] of Object.entries(interval.failedBy ?? {})) {
      this.failedBy[errorClass] = (this.failedBy[errorClass] ?? 0) + n;
    }
    for (const [name, stats] of Object.entries(interval.operations ?? {})) {
      this.#addOperation(name, stats);
    }
  }

  /** @param {string} name @param {StatsDocument} stats */
  #addOperation(name, stats) {
    const sum = this.operations.get(name) ?? { ok: 0, failed: 0, uncertain: 0, max: 0 };
    sum.ok += stats.transactions;
    sum.failed += stats.failed;
    sum.uncertain += stats.uncertain;
    sum.max = Math.max(sum.max, stats.latencyMillis.max);
    this.operations.set(name, sum);
  }

  /** @param {Record<string, any>} line */
  addLog(line) {
    const text = String(line.text ?? line.line ?? line.message ?? "");
    this.log.push({ key: this.logged++, at: line.at ?? "", agent: line.agent ?? "", level: line.level ?? "", text });
    if (this.log.length > MAX_LOG_LINES) {
      this.log.shift();
    }
  }
}
