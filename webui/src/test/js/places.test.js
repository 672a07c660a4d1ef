import assert from "node:assert/strict";
import { test } from "node:test";
import { curves, stepWords } from "../../main/resources/webui/js/study/places.js";

const step = (/** @type {any} */ at, /** @type {string} */ state, repeat = 1) => ({
  threads: 1,
  jobId: `s-${Object.values(at).join("-")}-${repeat}`,
  state,
  reason: "",
  point: { at, repeat },
});

test("a row shows where the steps lie, and the state of those that are not simply done", () => {
  const steps = [
    step({ threads: "1" }, "completed"),
    step({ threads: "1" }, "failed", 2),
    step({ threads: "2", rate: "50" }, "running"),
    step({ threads: "4" }, "planned"),
  ];
  assert.deepEqual(stepWords(steps, 9), {
    shown: [
      { job: "s-1-1", words: "1" },
      { job: "s-1-2", words: "1 #2 failed" },
      { job: "s-2-50-1", words: "2/50 running" },
      { job: "", words: "4" },
    ],
    more: 0,
  });
  assert.equal(stepWords(steps, 1).more, 3);
});

test("a curve goes through what was measured, and not to 0 where a step has just begun", () => {
  const row = (/** @type {string} */ rate, /** @type {number} */ transactions, errors = 0) =>
    /** @type {any} */ ({ threads: 1, numbers: { attempts: transactions + errors }, point: { at: { rate }, repeat: 1 } });
  const study = /** @type {any} */ ({ plan: { axes: [], knee: {} } });
  const table = { study, rows: [row("10", 90), row("20", 0), row("40", 0, 7)] };
  assert.deepEqual(
    curves(/** @type {any} */ (table)).studies.map(({ rows }) => rows.map(({ point }) => point.at.rate)),
    [["10", "40"]],
  );
});
