// @ts-check
/** What the page makes of a job's state. Pure. */

/** @typedef {import("../types.js").JobView} JobView */
/** @typedef {"good" | "bad" | "warn" | "live" | "calm"} Tone */

const OVER = new Set(["completed", "cancelled", "failed", "lost"]);
const ACTIVE = new Set(["preparing", "running", "stopping"]);

/** @param {string} state */
export function isOver(state) {
  return OVER.has(state);
}

/** @param {string} state */
export function isActive(state) {
  return ACTIVE.has(state);
}

/** Jobs by what the overview does with them, each newest first. @param {JobView[]} jobs */
export function sorted(jobs) {
  return {
    active: jobs.filter((job) => isActive(job.state)),
    waiting: jobs.filter((job) => !isActive(job.state) && !isOver(job.state)),
    over: jobs.filter((job) => isOver(job.state)),
  };
}

/**
 * How a job ended, as a badge has it: one that lost a part of its planned load did not come through
 * unharmed, nor did one whose records do not add up, or whose thresholds do not hold.
 *
 * @param {string} state
 * @param {number | undefined} delivered the share of the planned load; undefined where unknown
 * @param {string | undefined} audit
 * @param {string | undefined} thresholds the verdict on all of them
 * @returns {{word: string, as: "good" | "bad" | "warn" | "live" | "calm"}}
 */
export function outcome(state, delivered = 1, audit = "BALANCED", thresholds = "HOLDS") {
  if (thresholds !== "HOLDS" && isOver(state)) {
    const as = tone(state) === "bad" ? "bad" : tone(thresholds);
    return { word: `${state}, thresholds ${thresholds}`, as };
  }
  if (state !== "completed") {
    return { word: state, as: tone(state) };
  }
  const losses = delivered < 1 ? `, ${wholePercent(delivered)} delivered` : "";
  const as = audit === "BALANCED" && delivered === 1 ? "good" : tone(audit);
  return { word: state + losses, as: as === "good" && losses ? "warn" : as };
}

/** Whether a job that is over should be looked at. @param {JobView} job */
export function wentWrong(job) {
  const { delivered, audit, thresholds } = job.headline ?? {};
  return job.state === "lost" || outcome(job.state, delivered, audit, thresholds).as === "bad";
}

/** Never rounded up. @param {number} share from 0 to 1 */
export function wholePercent(share) {
  return `${Math.floor(share * 1000) / 10} %`;
}

/** `WARM_UP` and `warm-up` alike as `warm-up`. @param {string} kind */
export function phaseWord(kind) {
  return kind.toLowerCase().replaceAll("_", "-");
}

/** The planned length of all phases in ms. @param {{durationMillis: number}[]} phases */
export function plannedMillis(phases) {
  return phases.reduce((sum, phase) => sum + phase.durationMillis, 0);
}

/**
 * Phases with where they begin and end, in ms from the common start.
 *
 * @param {{kind: string, durationMillis: number}[]} phases
 */
export function stretches(phases) {
  let end = 0;
  return phases.map(({ kind, durationMillis }) => {
    const start = end;
    end += durationMillis;
    return { kind: phaseWord(kind), start, end };
  });
}

/**
 * How long was measured: less than planned where a run was ended early.
 *
 * @param {{kind: string, durationMillis: number}[]} phases
 * @param {number} endMillis where the last figures end
 */
export function measuredMillis(phases, endMillis) {
  return stretches(phases)
    .filter(({ kind }) => kind === "measure")
    .reduce((sum, { start, end }) => sum + Math.max(0, Math.min(end, endMillis) - start), 0);
}

/** The load without what stands beside it anyway. @param {string} load the load model in words */
export function loadWords(load) {
  return load.replace(/, \d+ threads? per agent/, "");
}

/**
 * What a state or verdict feels like: decides colour and sign, which always come together.
 *
 * @param {string} word
 * @returns {"good" | "bad" | "warn" | "live" | "calm"}
 */
export function tone(word) {
  switch (word) {
    case "completed":
    case "succeeded":
    case "connected":
    case "BALANCED":
    case "OK":
    case "HOLDS":
    case "STEADY":
      return "good";
    case "failed":
    case "CONFLICT":
    case "BROKEN":
    case "broken":
    case "rejected":
      return "bad";
    case "lost":
    case "suspect":
    case "INCOMPLETE":
    case "LIMITED":
    case "TOO FEW THREADS":
    case "NOT JUDGED":
    case "WORSE":
    case "stopping":
    case "paused":
      return "warn";
    case "running":
    case "preparing":
      return "live";
    default:
      return "calm";
  }
}

/** Whether an agent has no load, and only watches its host. @param {{labels: Record<string, string>}} agent */
export const watchesOnly = ({ labels }) => labels["watch-only"] !== undefined;

/** A verdict as people read it. @param {string} verdict as the server sends it */
export const words = (verdict) => verdict.replaceAll("_", " ");

/** How many thresholds hold. @param {import("../types.js").ThresholdVerdicts} thresholds */
export function holding({ each }) {
  return `${each.filter((one) => one.verdict === "HOLDS").length} of ${each.length} hold`;
}
