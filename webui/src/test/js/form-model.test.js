import assert from "node:assert/strict";
import { test } from "node:test";
import { phaseWords } from "../../main/resources/webui/js/newjob/phase-words.js";
import * as form from "../../main/resources/webui/js/newjob/form-model.js";

const parameter = (name, kind, more = {}) => ({
  name,
  kind,
  help: "",
  preset: "",
  minimum: "",
  maximum: "",
  pattern: "",
  shape: "",
  choices: [],
  ...more,
});
const JOB_CLASS = {
  id: "igenoltp",
  title: "iGenOLTP",
  summary: "",
  operations: [],
  pack: { name: "p", version: "1", sha256: "a".repeat(64) },
  parameters: [
    parameter("url", "text", { preset: null, maximum: "1000" }),
    parameter("password", "secret"),
    parameter("scale", "whole", { preset: "1", minimum: "1", maximum: "100" }),
    parameter("wait", "span", { preset: "5s", minimum: "1ms", maximum: "1h" }),
  ],
};
const field = (path, kind, preset, more = {}) => ({
  path,
  label: path,
  group: "load",
  list: false,
  needs: [],
  excludes: [],
  declared: parameter(path, kind, { preset }),
  ...more,
});
const FIELDS = [
  field("agents.count", "whole", "1"),
  field("agents.names", "text", "", { list: true }),
  field("threads", "text", "1", { list: true }),
  field("rate", "decimal", null, { excludes: ["phases"] }),
  field("arrivals", "choice", "constant", { needs: ["rate"], excludes: ["phases"] }),
  field("think", "text", "none", { excludes: ["rate", "phases"] }),
  field("duration", "span", "1m", { excludes: ["phases"] }),
  field("seed", "whole", "1"),
  field("waitForAgents", "flag", "true"),
  field("timeouts.open", "span", "1m"),
];
const RUN = form.runPresets(FIELDS);
const URL_ONLY = { ...form.presets(JOB_CLASS), url: "jdbc:x" };
const made = (run, kept = {}) => form.documentOf(JOB_CLASS, FIELDS, { ...RUN, ...run }, URL_ONLY, kept);

test("a required parameter that is left empty is complained about under its own name", () => {
  assert.deepEqual(form.complaints(JOB_CLASS, FIELDS, RUN, form.presets(JOB_CLASS), {}), {
    "parameters.url": "needed",
  });
});

test("bounds are held for whole numbers, decimals and lengths of time", () => {
  const rule = (kind, minimum, maximum) => ({ kind, minimum, maximum, preset: "" });
  assert.equal(form.complaint(rule("whole", "1", "10"), "11"), "more than 10");
  assert.equal(
    form.complaint(
      rule("whole", "-9223372036854775808", "9223372036854775807"),
      "9223372036854775808",
    ),
    "more than 9223372036854775807",
  );
  assert.equal(form.complaint(rule("whole", "1", "10"), "1.5"), "not a whole number");
  assert.equal(form.complaint(rule("decimal", "0.1", "5"), "0.01"), "less than 0.1");
  assert.equal(form.complaint(rule("span", "1ms", "1h"), "2h"), "more than 1h");
  assert.match(form.complaint(rule("span", "1ms", "1h"), "soon"), /not a length of time/);
  assert.equal(form.complaint(rule("whole", "1", "10"), ""), "");
});

test("the document holds what was filled in and leaves the rest to the server", () => {
  assert.deepEqual(made({}), {
    jobClass: "igenoltp",
    pack: "a".repeat(64),
    parameters: { url: "jdbc:x", scale: "1", wait: "5s" },
  });
  assert.deepEqual(made({ "agents.count": "3", "agents.names": "a, b,c" }).agents, {
    count: "3",
    names: ["a", "b", "c"],
  });
});

test("a field that means nothing beside another one is neither held nor complained about", () => {
  assert.equal("arrivals" in made({ arrivals: "poisson" }), false);
  assert.deepEqual(made({ arrivals: "poisson", rate: "5", think: "1s" }).think, undefined);
  assert.deepEqual(made({ duration: "9s" }, { phases: [{}] }).duration, undefined);
  const complained = form.complaints(JOB_CLASS, FIELDS, { ...RUN, duration: "x" }, URL_ONLY, { phases: [] });
  assert.deepEqual(complained, {});
});

test("what a document says comes back as it was, in fields or kept beside them", () => {
  for (const said of [
    { threads: [1, 2, 4], rate: 900.5, arrivals: "poisson", seed: "9007199254740993" },
    { agents: { count: 2, names: ["a", "b"] }, waitForAgents: false, timeouts: { open: "5m" } },
    { phases: [{ phase: "measure", duration: "1m", rate: { steps: [1, 2] } }], threads: 4 },
    { secretsOf: "job-1", secretsNeeded: ["password"], rate: { ramp: [0, 9] } },
  ]) {
    const document = { jobClass: "igenoltp", parameters: { url: "jdbc:x" }, ...said };
    const { run, parameters, kept } = form.formOf(document, JOB_CLASS, FIELDS);
    const { pack: _, parameters: given, ...again } = form.documentOf(JOB_CLASS, FIELDS, run, parameters, kept);
    assert.equal(given.url, "jdbc:x");
    assert.deepEqual(texts(again), texts({ jobClass: "igenoltp", ...said }));
  }
});

/** The same with all single values as texts, as every reader of documents takes them. */
function texts(value) {
  if (Array.isArray(value)) {
    return value.map(texts);
  }
  return value !== null && typeof value === "object"
    ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, texts(one)]))
    : String(value);
}

test("agents may be their number alone", () => {
  assert.equal(form.formOf({ agents: 3 }, JOB_CLASS, FIELDS).run["agents.count"], "3");
});

test("kept phases are what the outlook tells of, and no study", () => {
  const phases = [
    { phase: "warm-up", threads: 2, duration: "10s" },
    { phase: "measure", threads: 8, duration: "1m" },
    { phase: "measure", duration: "1m" },
  ];
  const run = { ...RUN, threads: "1, 2", interval: "500ms" };
  const plan = form.outlook(run, { phases });
  assert.equal(plan.threads, 8);
  assert.equal(plan.totalMillis, 130_000);
  assert.equal(plan.measuredMillis, 120_000);
  assert.equal(plan.intervals, 260);
  assert.equal(form.isStudy(run, { phases }), false);
  assert.equal(form.isStudy(run, {}), true);
});

test("the steps of a study are those of all its axes, each as often as it is repeated", () => {
  const run = { ...RUN, rampup: "0s", warmup: "0s", duration: "4s", cooldown: "0s", interval: "1s", threads: "1, 2, 4", "agents.count": "1" };
  const steps = (/** @type {Record<string, string>} */ more) => {
    const { steps, allMillis } = form.outlook({ ...run, ...more }, {});
    return [steps, allMillis];
  };
  assert.deepEqual(steps({}), [3, 12_000]);
  assert.deepEqual(steps({ repeats: "2", settle: "1s" }), [6, 29_000]);
  assert.deepEqual(steps({ along: "scale=1,10; rate=100,200" }), [12, 48_000]);
  assert.equal(steps({ threads: "1", knee: "100..200" })[0], undefined);
});

test("connections in reserve count among those that are opened", () => {
  const times = { rampup: "0s", warmup: "0s", duration: "1m", cooldown: "0s", interval: "1s" };
  const run = { ...RUN, ...times, threads: "8", rate: "", "agents.count": "3" };
  const connections = (/** @type {Record<string, string>} */ more, kept = {}) =>
    form.outlook({ ...run, ...more }, kept).connections;
  assert.equal(connections({}), 24);
  assert.equal(connections({ maxThreads: "10" }), 30);
  assert.equal(connections({ onAgentLoss: "rebalance" }), 36);
  assert.equal(connections({ onAgentLoss: "rebalance", maxThreads: "9" }), 27);
  assert.equal(connections({ onAgentLoss: "rebalance", rate: "5" }), 24);
  assert.equal(connections({ onAgentLoss: "rebalance" }, { rate: { ramp: [0, 5] } }), 24);
});

test("a phase is said in a line", () => {
  const phase = { phase: "measure", duration: "1m", threads: 8, arrivals: "poisson" };
  assert.equal(
    phaseWords({ ...phase, rate: { sine: {} }, mix: { share: "50" } }),
    "measure for 1m, 8 threads of each agent, a rate in the shape of sine, Poisson arrivals, share = 50",
  );
});

test("the server's problems find their fields, and none is lost", () => {
  const problem = (where) => ({
    where,
    what: "is wrong",
    mend: "mend it",
    sentence: `${where}: is wrong; mend it.`,
  });
  const { fields, rest } = form.placed(
    ["/parameters/scale", "/threads", "/agents", "/agents/names", "/phases/0/rate"].map(problem),
    JOB_CLASS,
    FIELDS,
  );
  assert.deepEqual(Object.keys(fields), ["parameters.scale", "threads", "agents.count", "agents.names"]);
  assert.deepEqual(rest, ["/phases/0/rate: is wrong; mend it."]);
});
