// @ts-check
/** What stands in the new-job form, what is wrong with it, and the document it makes. Pure. */
import { parseSpan } from "../lib/spans.js";
import { parseThreads } from "../lib/threads.js";

/** @typedef {import("../types.js").JobClassView} JobClassView */
/** @typedef {import("../types.js").JobFieldView} JobFieldView */
/** @typedef {import("../types.js").ParameterDescriptor} ParameterDescriptor */
/** @typedef {import("../types.js").PhaseRequest} PhaseRequest */
/** @typedef {import("../types.js").ProblemItem} Problem */
/** @typedef {Record<string, string>} Texts what stands in fields, by path or by name */
/** @typedef {Record<string, any>} Kept what a document says and no field stands for, such as phases */

/** The parameters' defaults as texts. @param {JobClassView} jobClass @returns {Texts} */
export function presets(jobClass) {
  return Object.fromEntries(jobClass.parameters.map((p) => [p.name, p.preset ?? ""]));
}

/** @param {ParameterDescriptor} parameter */
export function isRequired(parameter) {
  return parameter.preset === undefined || parameter.preset === null;
}

/** Whether a field says something else than its default. @param {ParameterDescriptor} declared @param {string} text */
export function isChanged({ preset }, text) {
  return text.trim() !== "" && text.trim() !== (preset ?? "");
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

/** @param {Partial<ParameterDescriptor>} rule @param {string} text */
function textComplaint(rule, text) {
  if (rule.maximum && text.length > Number(rule.maximum)) {
    return `longer than ${rule.maximum} characters`;
  }
  return "";
}

/** What a named target says instead of the job. */
const OF_TARGET = ["url", "user", "password", "driver-properties"];

/** Whether a job class goes to a database that can be chosen. @param {JobClassView} jobClass */
export function choosesDatabase(jobClass) {
  return jobClass.parameters.some(({ name }) => name === "url");
}

/** The parameters that a job says itself. @param {JobClassView} jobClass @param {Texts} run */
export function ownParameters(jobClass, run) {
  return jobClass.parameters.filter(({ name }) => !(run.target && OF_TARGET.includes(name)));
}

/** The defaults of the fields that every job has, by path. @param {JobFieldView[]} fields @returns {Texts} */
export function runPresets(fields) {
  return Object.fromEntries(fields.map(({ path, declared }) => [path, declared.preset ?? ""]));
}

/**
 * Whether a field means anything beside the others.
 *
 * @param {JobFieldView} field
 * @param {Texts} run
 * @param {Kept} kept
 */
export function applies({ needs, excludes }, run, kept) {
  const there = (/** @type {string} */ path) => path in kept || Boolean(run[path]?.trim());
  return needs.every(there) && !excludes.some(there);
}

/**
 * Everything that is wrong, by field; parameters are keyed `parameters.NAME`.
 *
 * @param {JobClassView} jobClass
 * @param {JobFieldView[]} fields
 * @param {Texts} run
 * @param {Texts} parameters
 * @param {Kept} kept
 * @returns {Record<string, string>}
 */
export function complaints(jobClass, fields, run, parameters, kept) {
  /** @type {[string, string][]} */
  const ofRun = fields
    .filter((field) => applies(field, run, kept))
    .map(({ path, declared }) => [path, complaint({ ...declared, preset: declared.preset ?? "" }, run[path])]);
  /** @type {[string, string][]} */
  const ofClass = ownParameters(jobClass, run).map((parameter) => [
    `parameters.${parameter.name}`,
    complaint(parameter, parameters[parameter.name] ?? ""),
  ]);
  return Object.fromEntries([...ofRun, ...ofClass].filter(([, sentence]) => sentence));
}

/** Whether the form asks for a study: several places, or a knee. @param {Texts} run @param {Kept} kept */
export function isStudy(run, kept) {
  const asked = ["along", "knee"].some((path) => path in kept || Boolean(run[path]?.trim()));
  const several = (parseThreads(run.threads) ?? []).length > 1 || Number(run.repeats) > 1;
  return asked || (!kept.phases && several);
}

/**
 * The job document that the form stands for. What is left at its default is left out.
 *
 * @param {JobClassView} jobClass
 * @param {JobFieldView[]} fields
 * @param {Texts} run
 * @param {Texts} parameters
 * @param {Kept} kept
 */
export function documentOf(jobClass, fields, run, parameters, kept) {
  /** @type {Record<string, any>} */
  const made = {
    jobClass: jobClass.id,
    pack: jobClass.pack.sha256,
    parameters: givenParameters(ownParameters(jobClass, run), parameters),
    ...structuredClone(kept),
  };
  const said = fields.filter((one) => one.path !== "target" || choosesDatabase(jobClass));
  for (const field of said.filter((one) => applies(one, run, kept))) {
    const text = (run[field.path] ?? "").trim();
    if (text && text !== field.declared.preset) {
      put(made, field.path, field.list && text.includes(",") ? text.split(/\s*,\s*/) : text);
    }
  }
  return made;
}

/** @param {Record<string, any>} into @param {string} path @param {unknown} value */
function put(into, path, value) {
  const [first, ...rest] = path.split(".");
  if (rest.length > 0) {
    into[first] ??= {};
    put(into[first], rest.join("."), value);
  } else {
    into[first] = value;
  }
}

/**
 * The parts of a document that the form holds: in its fields, or beside them if it has no field for them.
 *
 * @param {Record<string, any>} document
 * @param {JobClassView} jobClass
 * @param {JobFieldView[]} fields
 * @returns {{run: Texts, parameters: Texts, kept: Kept}}
 */
export function formOf(document, jobClass, fields) {
  const { id: _id, jobClass: _class, pack: _pack, parameters = {}, ...rest } = structuredClone(document);
  if (typeof rest.agents !== "object") {
    rest.agents = rest.agents === undefined ? {} : { count: rest.agents };
  }
  const run = runPresets(fields);
  for (const { path } of fields) {
    const text = taken(rest, path.split("."));
    if (text !== undefined) {
      run[path] = text;
    }
  }
  const known = new Set(jobClass.parameters.map((p) => p.name));
  const given = Object.entries(parameters).filter(([name]) => known.has(name));
  const texts = Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
  return { run, parameters: { ...presets(jobClass), ...texts }, kept: rest };
}

/**
 * Removes a value, and the objects that become empty with it, and gives it as a text; undefined if there is no such value.
 *
 * @param {Record<string, any>} from
 * @param {string[]} path
 * @returns {string | undefined}
 */
function taken(from, [first, ...rest]) {
  const value = from[first];
  if (rest.length > 0 && value !== null && typeof value === "object") {
    const text = taken(value, rest);
    if (Object.keys(value).length === 0) {
      delete from[first];
    }
    return text;
  }
  const single = (/** @type {any} */ one) => ["string", "number", "boolean"].includes(typeof one);
  if (rest.length === 0 && (single(value) || (Array.isArray(value) && value.every(single)))) {
    delete from[first];
    return Array.isArray(value) ? value.join(", ") : String(value);
  }
  return undefined;
}

/**
 * Left-empty fields take the server's default.
 *
 * @param {ParameterDescriptor[]} declared
 * @param {Texts} parameters
 */
function givenParameters(declared, parameters) {
  const given = declared
    .map((p) => [p.name, parameters[p.name] ?? ""])
    .filter(([, text]) => text !== "");
  return Object.fromEntries(given);
}

/**
 * Puts the server's problems beside the fields that they are about.
 *
 * @param {Problem[]} problems
 * @param {JobClassView} jobClass
 * @param {JobFieldView[]} fields
 * @returns {{fields: Record<string, string>, rest: string[]}} what belongs to no field is in `rest`
 */
export function placed(problems, jobClass, fields) {
  const known = new Set([
    ...jobClass.parameters.map((p) => `parameters.${p.name}`),
    ...fields.map(({ path }) => path),
    "confirm",
  ]);
  /** @type {Record<string, string>} */
  const found = {};
  /** @type {string[]} */
  const rest = [];
  for (const problem of problems) {
    const path = problem.where.replace(/^\//, "").replaceAll("/", ".").replace(/^agents$/, "agents.count");
    const words = problem.mend ? `${problem.what}; ${problem.mend}` : problem.what;
    if (known.has(path)) {
      found[path] = words;
    } else {
      rest.push(problem.sentence || `${problem.where}: ${words}.`);
    }
  }
  return { fields: found, rest };
}

/** The question to answer before load goes to a target that was not named; empty if there is no such question. @param {Problem[]} problems */
export function targetQuestion(problems) {
  const [only] = problems;
  return problems.length === 1 && only.mend.includes("yesTarget") ? only.what : "";
}

/**
 * How long each phase is, in ms.
 *
 * @param {Texts} run
 * @param {Kept} kept
 * @returns {{phase: string, millis: number}[]}
 */
function lengths(run, kept) {
  const millis = (/** @type {string} */ text) => parseSpan(text) ?? 0;
  return kept.phases
    ? kept.phases.map((/** @type {PhaseRequest} */ { phase, duration }) => ({ phase, millis: millis(String(duration)) }))
    : [
        { phase: "ramp-up", millis: millis(run.rampup) },
        { phase: "warm-up", millis: millis(run.warmup) },
        { phase: "measure", millis: millis(run.duration) },
        { phase: "cool-down", millis: millis(run.cooldown) },
      ];
}

/**
 * Threads that each agent opens: those of the load, and those in reserve.
 *
 * @param {Texts} run
 * @param {Kept} kept
 * @param {number} agents
 * @param {number} threads of each of them, at work
 */
function opened(run, kept, agents, threads) {
  const phases = /** @type {PhaseRequest[]} */ (kept.phases ?? []);
  const open = Boolean(run.rate?.trim()) || kept.rate || phases.some(({ rate }) => rate);
  const rebalanced = run.onAgentLoss === "rebalance" && !open && agents > 1;
  return run.maxThreads?.trim()
    ? Math.max(threads, Number(run.maxThreads) || 0)
    : threads + (rebalanced ? Math.ceil(threads / (agents - 1)) : 0);
}

/**
 * How many steps a study has, as it is typed: threads, axes and repeats.
 *
 * @param {Texts} run @param {number} ladder how many numbers of threads there are
 */
function stepsOf(run, ladder) {
  const axes = (run.along ?? "").split(";").filter((axis) => axis.includes("="));
  const values = axes.map((axis) => axis.split(",").filter((value) => value.trim() !== "").length);
  return [Math.max(1, ladder), ...values, Number(run.repeats) || 1].reduce((all, n) => all * n, 1);
}

/** What will happen, in one line each. @param {Texts} run @param {Kept} kept */
export function outlook(run, kept) {
  const agents = Number(run["agents.count"]) || 0;
  const steps =
    kept.phases
      ? [Math.max(...kept.phases.map((/** @type {PhaseRequest} */ one) => Number(one.threads ?? parseThreads(run.threads)?.[0])))]
      : (parseThreads(run.threads) ?? []);
  const threads = Math.max(0, ...steps);
  const phases = lengths(run, kept);
  const sum = (/** @type {(typeof phases)} */ some) => some.reduce((all, p) => all + p.millis, 0);
  const interval = parseSpan(run.interval) ?? 0;
  const count = stepsOf(run, steps.length);
  return {
    agents,
    threads,
    /** Nobody knows how many a search takes. */
    steps: run.knee ? undefined : count,
    allMillis: count * sum(phases) + (count - 1) * (parseSpan(run.settle ?? "") ?? 0),
    connections: agents * opened(run, kept, agents, threads),
    totalMillis: sum(phases),
    measuredMillis: sum(phases.filter(({ phase }) => phase === "measure")),
    intervals:
      interval > 0 ? phases.reduce((all, p) => all + Math.ceil(p.millis / interval), 0) : 0,
  };
}
