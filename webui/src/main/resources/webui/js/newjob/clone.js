// @ts-check
/** The form of a job that was submitted before, from what was asked of it. Pure. */
import { formatSpan, parseSpan } from "../lib/spans.js";
import { presets, RUN_DEFAULTS } from "./form-model.js";

/** @typedef {import("../types.js").JobClassView} JobClassView */
/** @typedef {import("../types.js").PhaseText} PhaseText */
/** @typedef {import("../types.js").SubmissionView} Submission */
/** @typedef {import("./form-model.js").Kept} Kept */
/** @typedef {import("./form-model.js").Texts} Texts */

/** The only order of phases that the form has fields for; each but the measured one may lack. */
const ORDER = ["ramp-up", "warm-up", "measure", "cool-down"];

/**
 * Everything of the job: in the fields, or kept beside them where there are none. Its secrets, which
 * nobody is shown, the server takes over from the job itself.
 *
 * @param {Submission} job
 * @param {JobClassView} jobClass
 * @returns {{run: Texts, parameters: Texts, kept: Kept}}
 */
export function cloned(job, jobClass) {
  const known = new Set(jobClass.parameters.map((p) => p.name));
  const given = Object.entries(job.parameters).filter(([name]) => known.has(name));
  const { grace, startAt, waitForAgents, timeouts, secretsOf } = job;
  return {
    run: {
      ...RUN_DEFAULTS,
      name: job.name,
      agents: String(job.agents.count),
      names: job.agents.names.join(", "),
      interval: job.interval,
      threadKind: job.threadKind,
      seed: job.seed,
      ...phaseFields(job.phases),
    },
    parameters: { ...presets(jobClass), ...Object.fromEntries(given) },
    kept: {
      phases: fitsFields(job.phases) ? [] : job.phases,
      more: { grace, startAt, waitForAgents, timeouts, secretsOf },
      secrets: job.secretsNeeded ?? [],
    },
  };
}

/**
 * Whether fields can say these phases: one load, brought up, warmed up, measured and let down.
 *
 * @param {PhaseText[]} phases
 */
function fitsFields(phases) {
  const places = phases.map(({ phase }) => ORDER.indexOf(phase));
  const measured = phases.find(({ phase }) => phase === "measure");
  return (
    measured !== undefined &&
    typeof measured.rate !== "object" &&
    places.every((place, i) => i === 0 || place > places[i - 1]) &&
    phases.every((one) => !one.mix && loadOf(one) === expectedLoad(one.phase, measured))
  );
}

/** @param {Pick<PhaseText, "threads" | "rate" | "arrivals" | "think">} phase */
function loadOf({ threads, rate, arrivals, think }) {
  return JSON.stringify([threads, rate, arrivals, think]);
}

/**
 * The load that fields give to a phase: in a ramp-up a rate rises from nothing.
 *
 * @param {string} phase
 * @param {PhaseText} measured
 */
function expectedLoad(phase, measured) {
  const { rate } = measured;
  return loadOf(
    phase === "ramp-up" && typeof rate === "number"
      ? { ...measured, rate: { ramp: [0, rate] } }
      : measured,
  );
}

/**
 * The phases as the fields have them; of those that do not fit, what comes nearest, for somebody who
 * wants to use the fields instead.
 *
 * @param {PhaseText[]} phases
 * @returns {Texts}
 */
function phaseFields(phases) {
  const sum = (/** @type {string} */ kind) => {
    const own = phases.filter(({ phase }) => phase === kind);
    return own.length === 1
      ? own[0].duration
      : formatSpan(own.reduce((all, { duration }) => all + (parseSpan(duration) ?? 0), 0));
  };
  const { rate, arrivals, think } = phases.filter(({ phase }) => phase === "measure")[0];
  return {
    threads: String(Math.max(...phases.map(({ threads }) => threads))),
    loadKind: rate === undefined ? "closed" : "rate",
    rate: typeof rate === "number" ? String(rate) : "",
    arrivals: arrivals ?? RUN_DEFAULTS.arrivals,
    think: think ?? RUN_DEFAULTS.think,
    rampup: sum("ramp-up"),
    warmup: sum("warm-up"),
    duration: sum("measure"),
    cooldown: sum("cool-down"),
  };
}

/** A phase in a line, for people. @param {PhaseText} phase */
export function phaseWords({ phase, duration, threads, rate, arrivals, think, mix }) {
  return [
    `${phase} for ${duration}`,
    `${threads} threads of each agent`,
    rate === undefined ? "" : rateWords(rate),
    arrivals === "poisson" ? "Poisson arrivals" : "",
    think ? `think time ${think}` : "",
    ...Object.entries(mix ?? {}).map(([name, value]) => `${name} = ${value}`),
  ]
    .filter(Boolean)
    .join(", ");
}

/** @param {NonNullable<PhaseText["rate"]>} rate */
function rateWords(rate) {
  return typeof rate === "number"
    ? `${rate} per second`
    : `a rate in the shape of ${Object.keys(rate)[0]}`;
}

/** @type {Record<string, string>} */
const STEP_WORDS = { cleanUp: "clean up", trial: "try the target" };

/** What else is kept and has no field, for people. @param {Kept["more"]} more @returns {string[]} */
export function moreWords({ grace, startAt, waitForAgents, timeouts = {} }) {
  return [
    grace && grace !== "10s" ? `${grace} of grace when it is stopped` : "",
    startAt ? `not before ${startAt}` : "",
    waitForAgents === false ? "fails at once where agents are missing" : "",
    ...Object.entries(timeouts).map(([step, span]) => `at most ${span} to ${STEP_WORDS[step] ?? step}`),
  ].filter(Boolean);
}
