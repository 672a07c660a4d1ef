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
const NOTHING = form.NOTHING_KEPT;
const RUN = { ...form.RUN_DEFAULTS, agents: "2", threads: "16" };

test("a required parameter that is left empty is complained about under its own name", () => {
  assert.deepEqual(form.complaints(JOB_CLASS, RUN, form.presets(JOB_CLASS), NOTHING), {
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
  assert.deepEqual(form.complaints(JOB_CLASS, RUN, values, NOTHING), {});
  assert.ok(form.complaints(JOB_CLASS, { ...RUN, loadKind: "rate" }, values, NOTHING).rate);
  assert.ok(form.complaints(JOB_CLASS, { ...RUN, loadKind: "rate", rate: "0" }, values, NOTHING).rate);
  assert.deepEqual(
    form.complaints(JOB_CLASS, { ...RUN, loadKind: "rate", rate: "900.5" }, values, NOTHING),
    {},
  );
});

test("the request holds what was filled in and leaves the rest to the server", () => {
  const body = form.requestBody(
    "id-1",
    JOB_CLASS,
    { ...RUN, think: "10ms", names: "a, b,c" },
    { ...form.presets(JOB_CLASS), url: "jdbc:x" },
    NOTHING,
  );
  assert.deepEqual(body.parameters, { url: "jdbc:x", scale: "1", wait: "5s" });
  assert.deepEqual(body.agents, { count: 2, names: ["a", "b", "c"] });
  assert.equal(body.think, "10ms");
  assert.equal("rate" in body, false);
  assert.equal("name" in body, false);
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
