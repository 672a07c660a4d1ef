// @ts-check
/** What stands in the new-job form, what is wrong with it, and the request it makes. Pure. */
import { parseSpan } from "../lib/spans.js";
import { parseThreads, threadsComplaint } from "../lib/threads.js";

/** @typedef {import("../types.js").ParameterDescriptor} ParameterDescriptor */
/** @typedef {import("../types.js").JobClassView} JobClassView */
/** @typedef {import("../types.js").PhaseText} PhaseText */
/** @typedef {import("../types.js").ProblemItem} Problem */
/** @typedef {Record<string, string>} Texts field name to what stands in it */

/**
 * @typedef {object} Kept what a cloned job was given and no field stands for
 * @property {PhaseText[]} phases instead of the fields about them; none where fields stand for them
 * @property {{grace?: string, startAt?: string, waitForAgents?: boolean, timeouts?: Record<string, string>,
 *   secretsOf?: string}} more
 * @property {string[]} secrets names of those that the server takes over where their fields are empty
 */

/** @type {Kept} */
export const NOTHING_KEPT = { phases: [], more: {}, secrets: [] };

/** These fields say what phases say too. */
const OF_PHASES = ["threads", "rate", "think", "rampup", "warmup", "duration", "cooldown"];

/** The fields that every job has, with their defaults. @type {Texts} */
export const RUN_DEFAULTS = {
  name: "",
  agents: "1",
  names: "",
  threads: "1",
  loadKind: "closed",
  rate: "",
  arrivals: "constant",
  think: "0s",
  rampup: "0s",
  warmup: "0s",
  duration: "1m",
  cooldown: "0s",
  interval: "1s",
  threadKind: "platform",
  seed: "1",
};

/** Where the server's names of places lead. @type {Record<string, string>} */
const RUN_FIELDS = {
  ...Object.fromEntries(Object.keys(RUN_DEFAULTS).map((name) => [name, name])),
  "agents.count": "agents",
  "agents.names": "names",
};

/** @type {Record<string, Partial<ParameterDescriptor>>} */
const RUN_RULES = {
  agents: { kind: "whole", minimum: "1", maximum: "1000" },
  rate: { kind: "decimal", minimum: "0", maximum: "10000000" },
  think: { kind: "think" },
  rampup: { kind: "span", minimum: "0s", maximum: "366d" },
  warmup: { kind: "span", minimum: "0s", maximum: "366d" },
  duration: { kind: "span", minimum: "1s", maximum: "366d" },
  cooldown: { kind: "span", minimum: "0s", maximum: "366d" },
  interval: { kind: "span", minimum: "10ms", maximum: "1h" },
  seed: {
    kind: "whole",
    minimum: "-9223372036854775808",
    maximum: "9223372036854775807",
  },
};

/** The parameters' defaults as texts. @param {JobClassView} jobClass @returns {Texts} */
export function presets(jobClass) {
  return Object.fromEntries(jobClass.parameters.map((p) => [p.name, p.preset ?? ""]));
}

/** @param {ParameterDescriptor} parameter */
export function isRequired(parameter) {
  return parameter.preset === undefined || parameter.preset === null;
}

/**
 * What is wrong with a text, in a few words; empty where nothing is. The server has the last word.
 *
 * @param {Partial<ParameterDescriptor>} rule
 * @param {string} text
 */
export function complaint(rule, text) {
  if (text.trim() === "") {
    return rule.kind !== "secret" && (rule.preset === undefined || rule.preset === null)
      ? "needed"
      : "";
  }
  switch (rule.kind) {
    case "whole":
      return /^[+-]?\d+$/.test(text.trim())
        ? outside(
            BigInt(text.trim().replace("+", "")),
            whole(rule.minimum),
            whole(rule.maximum),
            rule,
          )
        : "not a whole number";
    case "decimal":
      return Number.isFinite(Number(text))
        ? outside(Number(text), decimal(rule.minimum), decimal(rule.maximum), rule)
        : "not a number";
    case "span":
      return spanComplaint(rule, text);
    case "think":
      return isThink(text) ? "" : "not a think time such as 10ms, 5ms..20ms or exp:10ms";
    case "text":
      return textComplaint(rule, text);
    default:
      return "";
  }
}

/**
 * @template {number | bigint} T
 * @param {T} value
 * @param {T | undefined} low
 * @param {T | undefined} high
 * @param {Partial<ParameterDescriptor>} rule
 */
function outside(value, low, high, rule) {
  if (low !== undefined && value < low) {
    return `less than ${rule.minimum}`;
  }
  return high !== undefined && value > high ? `more than ${rule.maximum}` : "";
}

/** @param {string | undefined} text */
function whole(text) {
  return text && /^-?\d+$/.test(text) ? BigInt(text) : undefined;
}

/** @param {string | undefined} text */
function decimal(text) {
  return text ? Number(text) : undefined;
}

/** @param {Partial<ParameterDescriptor>} rule @param {string} text */
function spanComplaint(rule, text) {
  const value = parseSpan(text);
  if (value === undefined) {
    return "not a length of time such as 250ms, 30s, 5m or 1h30m";
  }
  return outside(value, parseSpan(rule.minimum ?? ""), parseSpan(rule.maximum ?? ""), rule);
}

/** Whether a text is a think time of up to an hour. @param {string} text */
function isThink(text) {
  const parts = text.trim() === "none" ? [] : text.trim().replace(/^exp:/, "").split("..");
  const ranges = parts.length < 2 || (parts.length === 2 && !text.trim().startsWith("exp:"));
  return ranges && parts.every((part) => (parseSpan(part) ?? Infinity) <= 3.6e6);
}

/** Whether a think time is a pause at all. @param {string} text */
function pauses(text) {
  return text.trim() !== "none" && parseSpan(text) !== 0;
}

/** @param {Partial<ParameterDescriptor>} rule @param {string} text */
function textComplaint(rule, text) {
  if (rule.maximum && text.length > Number(rule.maximum)) {
    return `longer than ${rule.maximum} characters`;
  }
  return "";
}

/**
 * Everything that is wrong, by field; parameters are keyed `parameters.NAME`.
 *
 * @param {JobClassView} jobClass
 * @param {Texts} run
 * @param {Texts} parameters
 * @param {Kept} kept
 * @returns {Record<string, string>}
 */
export function complaints(jobClass, run, parameters, kept) {
  /** @type {Record<string, string>} */
  const found = {};
  for (const [name, rule] of Object.entries(RUN_RULES)) {
    const idle =
      (name === "rate" && run.loadKind !== "rate") ||
      (name === "think" && run.loadKind !== "closed");
    note(found, name, idle ? "" : complaint(rule, run[name]));
  }
  note(found, "threads", threadsComplaint(run.threads));
  if (run.loadKind === "rate" && !found.rate && !(Number(run.rate) > 0)) {
    found.rate = "must be above 0";
  }
  const named = nameList(run.names);
  if (named.length > 0 && named.length < Number(run.agents)) {
    found.names = `only ${named.length} named, but ${run.agents} wanted`;
  }
  for (const parameter of jobClass.parameters) {
    note(
      found,
      `parameters.${parameter.name}`,
      complaint(parameter, parameters[parameter.name] ?? ""),
    );
  }
  if (kept.phases.length > 0) {
    OF_PHASES.forEach((name) => delete found[name]);
  }
  return found;
}

/** @param {Record<string, string>} found @param {string} field @param {string} sentence */
function note(found, field, sentence) {
  if (sentence) {
    found[field] = sentence;
  }
}

/** @param {string} text names parted by commas or blanks */
function nameList(text) {
  return text
    .split(/\s*,\s*/)
    .map((name) => name.trim())
    .filter(Boolean);
}

/**
 * Whether the form asks for a study: several numbers of threads.
 *
 * @param {Texts} run
 * @param {Kept} kept
 */
export function isStudy(run, kept) {
  return kept.phases.length === 0 && (parseThreads(run.threads) ?? []).length > 1;
}

/**
 * The body of POST /api/v1/jobs, or of POST /api/v1/studies, whose threads are a list.
 *
 * @param {string} id chosen once per form, so that sending it twice makes one job
 * @param {JobClassView} jobClass
 * @param {Texts} run
 * @param {Texts} parameters
 * @param {Kept} kept
 */
export function requestBody(id, jobClass, run, parameters, kept) {
  const names = nameList(run.names);
  const count = Number(run.agents);
  /** @type {Record<string, unknown>} */
  const body = {
    ...kept.more,
    id,
    jobClass: jobClass.id,
    pack: jobClass.pack.sha256,
    parameters: givenParameters(jobClass, parameters),
    agents: names.length > 0 ? { count, names } : count,
    interval: run.interval,
    threadKind: run.threadKind,
    // As a text: a number would be rounded beyond 2^53.
    seed: run.seed.trim().replace("+", ""),
    ...(kept.phases.length > 0 ? { phases: kept.phases } : phasesOf(run)),
  };
  if (run.name.trim()) {
    body.name = run.name.trim();
  }
  return body;
}

/** What the fields say about phases and their load. @param {Texts} run */
function phasesOf(run) {
  /** @type {Record<string, unknown>} */
  const said = {
    threads: isStudy(run, NOTHING_KEPT) ? parseThreads(run.threads) : Number(run.threads),
    warmup: run.warmup,
    duration: run.duration,
    cooldown: run.cooldown,
  };
  if (run.loadKind === "rate") {
    said.rate = Number(run.rate);
    said.arrivals = run.arrivals;
  } else if (pauses(run.think)) {
    said.think = run.think;
  }
  if ((parseSpan(run.rampup) ?? 0) > 0) {
    said.rampup = run.rampup;
  }
  return said;
}

/**
 * Left-empty fields take the server's default.
 *
 * @param {JobClassView} jobClass
 * @param {Texts} parameters
 */
function givenParameters(jobClass, parameters) {
  const given = jobClass.parameters
    .map((p) => [p.name, parameters[p.name] ?? ""])
    .filter(([, text]) => text !== "");
  return Object.fromEntries(given);
}

/**
 * Puts the server's problems beside the fields that they are about.
 *
 * @param {Problem[]} problems
 * @param {JobClassView} jobClass
 * @returns {{fields: Record<string, string>, rest: string[]}} what belongs to no field is in `rest`
 */
export function placed(problems, jobClass) {
  const parameters = new Set(jobClass.parameters.map((p) => p.name));
  /** @type {Record<string, string>} */
  const fields = {};
  /** @type {string[]} */
  const rest = [];
  for (const problem of problems) {
    const where = problem.where.replace(/^parameters?[. ]/, "");
    const words = problem.mend ? `${problem.what}; ${problem.mend}` : problem.what;
    if (parameters.has(where)) {
      fields[`parameters.${where}`] = words;
    } else if (where in RUN_FIELDS) {
      fields[RUN_FIELDS[where]] = words;
    } else {
      rest.push(problem.sentence || `${problem.where}: ${words}.`);
    }
  }
  return { fields, rest };
}

/** How long each phase is, in ms. @param {Texts} run @param {Kept} kept */
function lengths(run, kept) {
  const millis = (/** @type {string} */ text) => parseSpan(text) ?? 0;
  return kept.phases.length > 0
    ? kept.phases.map(({ phase, duration }) => ({ phase, millis: millis(duration) }))
    : [
        { phase: "ramp-up", millis: millis(run.rampup) },
        { phase: "warm-up", millis: millis(run.warmup) },
        { phase: "measure", millis: millis(run.duration) },
        { phase: "cool-down", millis: millis(run.cooldown) },
      ];
}

/** What will happen, in one line each. @param {Texts} run @param {Kept} kept */
export function outlook(run, kept) {
  const agents = Number(run.agents) || 0;
  const steps =
    kept.phases.length > 0
      ? [Math.max(...kept.phases.map((phase) => phase.threads))]
      : (parseThreads(run.threads) ?? []);
  const threads = Math.max(0, ...steps);
  const phases = lengths(run, kept);
  const sum = (/** @type {(typeof phases)} */ some) => some.reduce((all, p) => all + p.millis, 0);
  const interval = parseSpan(run.interval) ?? 0;
  return {
    agents,
    threads,
    steps,
    connections: agents * threads,
    totalMillis: sum(phases),
    measuredMillis: sum(phases.filter(({ phase }) => phase === "measure")),
    intervals:
      interval > 0 ? phases.reduce((all, p) => all + Math.ceil(p.millis / interval), 0) : 0,
  };
}
