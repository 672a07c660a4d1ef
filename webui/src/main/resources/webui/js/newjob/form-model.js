// @ts-check
/** What stands in the new-job form, what is wrong with it, and the request it makes. Pure. */
import { parseSpan, formatSpan } from "../lib/spans.js";
import { phaseWord } from "../lib/states.js";
import { parseThreads, threadsComplaint } from "../lib/threads.js";

/** @typedef {import("../types.js").ParameterDescriptor} ParameterDescriptor */
/** @typedef {import("../types.js").JobClassView} JobClassView */
/** @typedef {import("../types.js").JobView} JobView */
/** @typedef {import("../types.js").Problem} Problem */
/** @typedef {Record<string, string>} Texts field name to what stands in it */

/** How secrets come back from the server. */
export const REDACTED = "********";

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
    minimum: String(Number.MIN_SAFE_INTEGER),
    maximum: String(Number.MAX_SAFE_INTEGER),
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
 * @returns {Record<string, string>}
 */
export function complaints(jobClass, run, parameters) {
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

/** Whether the form asks for a study: several numbers of threads. @param {Texts} run */
export function isStudy(run) {
  return (parseThreads(run.threads) ?? []).length > 1;
}

/**
 * The body of POST /api/v1/jobs, or of POST /api/v1/studies, whose threads are a list.
 *
 * @param {string} id chosen once per form, so that sending it twice makes one job
 * @param {JobClassView} jobClass
 * @param {Texts} run
 * @param {Texts} parameters
 */
export function requestBody(id, jobClass, run, parameters) {
  const names = nameList(run.names);
  const count = Number(run.agents);
  /** @type {Record<string, unknown>} */
  const body = {
    id,
    jobClass: jobClass.id,
    pack: jobClass.pack.sha256,
    parameters: givenParameters(jobClass, parameters),
    agents: names.length > 0 ? { count, names } : count,
    threads: isStudy(run) ? parseThreads(run.threads) : Number(run.threads),
    warmup: run.warmup,
    duration: run.duration,
    cooldown: run.cooldown,
    interval: run.interval,
    threadKind: run.threadKind,
    seed: Number(run.seed),
  };
  if (run.name.trim()) {
    body.name = run.name.trim();
  }
  if (run.loadKind === "rate") {
    body.rate = Number(run.rate);
    body.arrivals = run.arrivals;
  } else if (pauses(run.think)) {
    body.think = run.think;
  }
  if ((parseSpan(run.rampup) ?? 0) > 0) {
    body.rampup = run.rampup;
  }
  return body;
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
 * The form of a job that was submitted before, secrets left out.
 *
 * @param {JobView} job
 * @param {JobClassView} jobClass
 * @returns {{run: Texts, parameters: Texts}}
 */
export function cloned(job, jobClass) {
  const known = new Set(jobClass.parameters.map((p) => p.name));
  const kept = Object.entries(job.parameters).filter(
    ([name, text]) => known.has(name) && text !== REDACTED,
  );
  const phase = (/** @type {string} */ kind) =>
    formatSpan(
      job.phases
        .filter((p) => phaseWord(p.kind) === kind)
        .reduce((sum, p) => sum + p.durationMillis, 0),
    );
  const run = {
    ...RUN_DEFAULTS,
    name: job.name,
    agents: String(job.agents.count),
    names: job.agents.names.join(", "),
    threads: String(job.threadsPerAgent),
    rampup: phase("ramp-up"),
    warmup: phase("warm-up"),
    duration: phase("measure"),
    cooldown: phase("cool-down"),
    interval: formatSpan(job.intervalMillis),
    threadKind: job.threadKind.toLowerCase(),
    seed: String(job.seed),
    ...loadFields(job),
  };
  return { run, parameters: { ...presets(jobClass), ...Object.fromEntries(kept) } };
}

/**
 * Reads the load's words back, which is all that the API tells of it.
 *
 * @param {JobView} job
 * @returns {Texts}
 */
function loadFields({ load }) {
  const rate = /^open, ([\d.]+) per second/.exec(load)?.[1];
  if (rate !== undefined) {
    const arrivals = load.includes("Poisson arrivals") ? "poisson" : "constant";
    return { loadKind: "rate", rate, arrivals };
  }
  const [, time, to, mean] = /think time (\w+)(?: to (\w+)| (on average))?$/.exec(load) ?? [];
  const think = to ? `${time}..${to}` : mean ? `exp:${time}` : (time ?? "0s");
  return { loadKind: "closed", think: isThink(think) ? think : "0s" };
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

const PHASES = ["rampup", "warmup", "duration", "cooldown"];

/** What will happen, in one line each. @param {Texts} run */
export function outlook(run) {
  const agents = Number(run.agents) || 0;
  const steps = parseThreads(run.threads) ?? [];
  const threads = Math.max(0, ...steps);
  const part = (/** @type {string} */ field) => parseSpan(run[field]) ?? 0;
  const total = PHASES.reduce((sum, field) => sum + part(field), 0);
  const interval = part("interval");
  const intervals =
    interval > 0
      ? PHASES.reduce((sum, field) => sum + Math.ceil(part(field) / interval), 0)
      : 0;
  return {
    agents,
    threads,
    steps,
    connections: agents * threads,
    totalMillis: total,
    measuredMillis: part("duration"),
    intervals,
  };
}
