import assert from "node:assert/strict";
import { test } from "node:test";
import { cloned, moreWords, phaseWords } from "../../main/resources/webui/js/newjob/clone.js";
import * as form from "../../main/resources/webui/js/newjob/form-model.js";

const parameter = (name, kind, preset) => ({ name, kind, preset, choices: [] });
const JOB_CLASS = {
  id: "igenoltp",
  title: "iGenOLTP",
  operations: [],
  pack: { sha256: "a".repeat(64) },
  parameters: [
    parameter("url", "text", null),
    parameter("password", "secret", ""),
    parameter("scale", "whole", "1"),
  ],
};

/** What the server says was asked. */
function job(phases, more = {}) {
  return {
    name: "soak",
    jobClass: "igenoltp",
    pack: "b".repeat(64),
    parameters: { url: "jdbc:x", gone: "1" },
    agents: { count: 3, names: ["a", "b", "c"] },
    phases,
    interval: "500ms",
    threadKind: "virtual",
    seed: "7",
    grace: "10s",
    waitForAgents: true,
    ...more,
  };
}

/** What the form would submit, untouched. */
function resubmitted(submission) {
  const { run, parameters, kept } = cloned(submission, JOB_CLASS);
  assert.deepEqual(form.complaints(JOB_CLASS, run, parameters, kept), {});
  return form.requestBody("id-1", JOB_CLASS, run, parameters, kept);
}

const closed = { threads: 8, think: "5ms..20ms" };
const open = { threads: 8, rate: 900.5, arrivals: "poisson" };

test("a clone leaves its secrets to the server, and a job without any says nothing of them", () => {
  const phases = [{ phase: "measure", duration: "1m", threads: 8 }];
  const secret = { secretsOf: "job-1", secretsNeeded: ["password"] };
  const body = resubmitted(job(phases, secret));
  assert.equal(body.secretsOf, "job-1");
  assert.equal("password" in body.parameters, false);
  assert.deepEqual(cloned(job(phases, secret), JOB_CLASS).kept.secrets, ["password"]);
  assert.deepEqual(cloned(job(phases), JOB_CLASS).kept.secrets, []);
});

test("a clone has everything of the job but its secrets", () => {
  const body = resubmitted(job([{ phase: "measure", duration: "1h30m", threads: 8 }]));
  assert.deepEqual(body, {
    id: "id-1",
    name: "soak",
    jobClass: "igenoltp",
    pack: "a".repeat(64),
    parameters: { url: "jdbc:x", scale: "1" },
    agents: { count: 3, names: ["a", "b", "c"] },
    threads: 8,
    warmup: "0s",
    duration: "1h30m",
    cooldown: "0s",
    interval: "500ms",
    threadKind: "virtual",
    seed: "7",
    grace: "10s",
    startAt: undefined,
    waitForAgents: true,
    timeouts: undefined,
    secretsOf: undefined,
  });
});

test("a seed of more than 53 bits comes through as it is", () => {
  const phases = [{ phase: "measure", duration: "1m", threads: 1 }];
  for (const seed of ["9007199254740993", "9223372036854775807", "-9223372036854775808"]) {
    const answer = JSON.stringify(job(phases, { seed }));
    const sent = JSON.stringify(resubmitted(JSON.parse(answer)));
    assert.equal(JSON.parse(sent).seed, seed);
  }
  const { run, parameters, kept } = cloned(job(phases, { seed: "9223372036854775808" }), JOB_CLASS);
  assert.match(form.complaints(JOB_CLASS, run, parameters, kept).seed, /more than/);
});

test("what has no field is kept beside them", () => {
  const more = {
    grace: "30s",
    startAt: "2099-01-31T18:00:00Z",
    waitForAgents: false,
    timeouts: { open: "5m" },
  };
  const submission = job([{ phase: "measure", duration: "1m", threads: 1 }], more);
  const { grace, startAt, waitForAgents, timeouts } = resubmitted(submission);
  assert.deepEqual({ grace, startAt, waitForAgents, timeouts }, more);
  assert.equal(moreWords(cloned(submission, JOB_CLASS).kept.more).length, 4);
  assert.equal(moreWords({ grace: "10s", waitForAgents: true }).length, 0);
});

test("one load that is brought up, warmed up, measured and let down stands in the fields", () => {
  const body = resubmitted(
    job([
      { phase: "ramp-up", duration: "10s", ...open, rate: { ramp: [0, 900.5] } },
      { phase: "warm-up", duration: "5s", ...open },
      { phase: "measure", duration: "1m", ...open },
      { phase: "cool-down", duration: "1500us", ...open },
    ]),
  );
  assert.equal(body.phases, undefined);
  const { threads, rate, arrivals, rampup, warmup, duration, cooldown } = body;
  assert.deepEqual({ threads, rate, arrivals }, open);
  assert.deepEqual([rampup, warmup, duration, cooldown], ["10s", "5s", "1m", "1500us"]);
  const thinking = resubmitted(
    job([
      { phase: "ramp-up", duration: "10s", ...closed },
      { phase: "measure", duration: "1m", ...closed },
    ]),
  );
  assert.equal(thinking.think, "5ms..20ms");
  assert.equal(thinking.rampup, "10s");
});

const measure = { phase: "measure", duration: "1m", ...open };
for (const [what, phases] of Object.entries({
  "a rate that swings": [
    { ...measure, rate: { sine: { mean: 500, amplitude: 300, period: "20s" } } },
  ],
  "a rate in steps": [{ ...measure, rate: { steps: [100, 200] } }],
  "several measured phases": [measure, { ...measure, rate: 1000 }],
  "two measured phases alike": [measure, measure],
  "a mix": [{ phase: "measure", duration: "1m", threads: 1, mix: { share: "50" } }],
  "a warm-up with another load": [{ ...measure, phase: "warm-up", threads: 2 }, measure],
  "a ramp-up that does not begin with nothing": [
    { ...measure, phase: "ramp-up", rate: { ramp: [10, 900.5] } },
    measure,
  ],
  "a warm-up after the measurement": [measure, { ...measure, phase: "warm-up" }],
})) {
  test(`${what} has no fields, and is submitted as it was`, () => {
    const body = resubmitted(job(phases));
    assert.deepEqual(body.phases, phases);
    for (const field of ["threads", "rate", "arrivals", "think", "rampup", "warmup", "duration"]) {
      assert.equal(field in body, false, field);
    }
  });
}

test("kept phases are what the outlook tells of, and no study", () => {
  const phases = [
    { ...measure, phase: "warm-up", threads: 2, duration: "10s" },
    measure,
    { ...measure, rate: 1000 },
  ];
  const { run, kept } = cloned(job(phases), JOB_CLASS);
  const plan = form.outlook(run, kept);
  assert.equal(plan.threads, 8);
  assert.equal(plan.totalMillis, 130_000);
  assert.equal(plan.measuredMillis, 120_000);
  assert.equal(plan.intervals, 260);
  assert.equal(form.isStudy({ ...run, threads: "1, 2" }, kept), false);
});

test("a phase is said in a line", () => {
  assert.equal(
    phaseWords({ ...measure, rate: { sine: {} }, mix: { share: "50" } }),
    "measure for 1m, 8 threads of each agent, a rate in the shape of sine, Poisson arrivals, share = 50",
  );
});
