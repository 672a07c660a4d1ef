import assert from "node:assert/strict";
import { test } from "node:test";
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
const RUN = { ...form.RUN_DEFAULTS, agents: "2", threads: "16" };

test("a required parameter that is left empty is complained about under its own name", () => {
  assert.deepEqual(form.complaints(JOB_CLASS, RUN, form.presets(JOB_CLASS)), {
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

test("a rate is needed only for an open load", () => {
  const values = { ...form.presets(JOB_CLASS), url: "jdbc:x" };
  assert.deepEqual(form.complaints(JOB_CLASS, RUN, values), {});
  assert.ok(form.complaints(JOB_CLASS, { ...RUN, loadKind: "rate" }, values).rate);
  assert.ok(form.complaints(JOB_CLASS, { ...RUN, loadKind: "rate", rate: "0" }, values).rate);
  assert.deepEqual(
    form.complaints(JOB_CLASS, { ...RUN, loadKind: "rate", rate: "900.5" }, values),
    {},
  );
});

test("the request holds what was filled in and leaves the rest to the server", () => {
  const body = form.requestBody(
    "id-1",
    JOB_CLASS,
    { ...RUN, think: "10ms", names: "a, b,c" },
    { ...form.presets(JOB_CLASS), url: "jdbc:x" },
  );
  assert.deepEqual(body.parameters, { url: "jdbc:x", scale: "1", wait: "5s" });
  assert.deepEqual(body.agents, { count: 2, names: ["a", "b", "c"] });
  assert.equal(body.think, "10ms");
  assert.equal("rate" in body, false);
  assert.equal("name" in body, false);
});

test("a clone has everything of the job but its secrets", () => {
  const job = {
    name: "soak",
    agents: { count: 3, names: [] },
    threadsPerAgent: 8,
    load: "open, 900 per second over all agents, 8 threads per agent",
    phases: [
      { kind: "WARM_UP", durationMillis: 5_000 },
      { kind: "MEASURE", durationMillis: 5_400_000 },
    ],
    intervalMillis: 500,
    threadKind: "VIRTUAL",
    seed: 7,
    parameters: { url: "jdbc:x", password: form.REDACTED, gone: "1" },
  };
  const { run, parameters } = form.cloned(job, JOB_CLASS);
  assert.deepEqual(parameters, { url: "jdbc:x", password: "", scale: "1", wait: "5s" });
  assert.equal(run.duration, "1h30m");
  assert.equal(run.warmup, "5s");
  assert.equal(run.interval, "500ms");
  assert.equal(run.loadKind, "rate");
  assert.equal(run.rate, "900");
  assert.equal(run.threadKind, "virtual");
});

test("the load is read back from its words", () => {
  const job = {
    name: "",
    agents: { count: 1, names: [] },
    threadsPerAgent: 1,
    phases: [],
    intervalMillis: 1000,
    threadKind: "platform",
    seed: 1,
    parameters: {},
  };
  const load = (words) => form.cloned({ ...job, load: words }, JOB_CLASS).run;
  assert.equal(load("open, 900.5 per second over all agents, 4 threads per agent").rate, "900.5");
  assert.equal(load("open, 9 per second over all agents, 4 threads per agent").arrivals, "constant");
  const poisson = "open, 9 per second over all agents, Poisson arrivals, 4 threads per agent";
  assert.equal(load(poisson).arrivals, "poisson");
  assert.equal(load("closed, 1 threads per agent, think time 5ms to 20ms").think, "5ms..20ms");
  assert.equal(load("closed, 1 threads per agent, think time 5ms on average").think, "exp:5ms");
  assert.equal(load("closed, 16 threads per agent, no think time").think, "0s");
  assert.equal(load("closed, 16 threads per agent, think time 1s500ms").think, "1s500ms");
});

test("the server's problems find their fields, and none is lost", () => {
  const problem = (where) => ({
    where,
    what: "is wrong",
    mend: "mend it",
    sentence: `${where}: is wrong; mend it.`,
  });
  const { fields, rest } = form.placed(
    ["url", "parameters.scale", "threads", "agents.names", "the server"].map(problem),
    JOB_CLASS,
  );
  assert.deepEqual(Object.keys(fields), ["parameters.url", "parameters.scale", "threads", "names"]);
  assert.deepEqual(rest, ["the server: is wrong; mend it."]);
});
