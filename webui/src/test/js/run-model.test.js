import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_LOG_LINES, metricsOf, NEAR, RunModel, tellingLines } from "../../main/resources/webui/js/job/run-model.js";
import { Series } from "../../main/resources/webui/js/lib/series.js";

const TOTALS = { ok: 0, failed: 0, uncertain: 0, retried: 0, failedBy: {}, operations: {} };

function interval(index, more = {}) {
  return { index, phase: "measure", threads: 4, begun: 10, missing: [], ...more };
}

/** What the server says of buckets from an interval on. */
function series(first, rates, more = {}) {
  return {
    first,
    stride: 1,
    startMillis: rates.map((_, i) => (first + i) * 1000),
    endMillis: rates.map((_, i) => (first + i + 1) * 1000),
    provisional: rates.map(() => false),
    heat: rates.map(() => ({ first: 0, counts: [] })),
    figures: [],
    metrics: { throughput: { low: rates, high: rates } },
    totals: TOTALS,
    newest: [],
    ...more,
  };
}

test("totals are those of the server, from the start", () => {
  const model = new RunModel();
  model.takeSeries(series(0, [10, 4], { newest: [interval(0), interval(1)] }));
  const totals = {
    ok: 5016, failed: 8, uncertain: 0, retried: 3,
    failedBy: { DEADLOCK: 8 },
    operations: { read: { transactions: 5016, failed: 0 } },
  };
  assert.equal(model.patchSeries(series(1, [10, 10], { totals, newest: [interval(2)] })), true);
  assert.deepEqual(model.totals, { ok: 5016, failed: 8, uncertain: 0, retried: 3 });
  assert.deepEqual(model.failedBy, { DEADLOCK: 8 });
  assert.equal(model.operations.get("read").transactions, 5016);
  assert.equal(model.latest.index, 2);
  assert.deepEqual(model.whole.points(["throughput"]).y[0], [10, 10, 10]);
});

test("what does not follow changes nothing", () => {
  const model = new RunModel();
  model.takeSeries(series(0, [10], { newest: [interval(0)] }));
  const drawn = model.version;
  assert.equal(model.patchSeries(series(4, [1], { stride: 4, newest: [interval(9)] })), false);
  assert.equal(model.version, drawn);
  assert.equal(model.latest.index, 0);
});

test("an interval that says nothing does not become the newest figure", () => {
  const model = new RunModel();
  const unknown = interval(1, { threads: 0, begun: 0, missing: ["a"] });
  const drain = interval(2, { phase: "drain" });
  model.takeSeries(series(0, [10, null, 8], { newest: [interval(0), unknown, drain] }));
  assert.equal(model.latest.index, 0);
  assert.equal(model.newestIndex, 2);
});

test("the log stays bounded", () => {
  const model = new RunModel();
  for (let i = 0; i < 2 * MAX_LOG_LINES; i++) {
    model.addLog({ id: 1 + i, at: "", agent: "a", line: `line ${i}` });
  }
  model.addLog({ id: 5, at: "", agent: "a", line: "known" });
  assert.equal(model.log.length, MAX_LOG_LINES);
  assert.equal(model.earlier, MAX_LOG_LINES);
  assert.equal(model.log.at(-1).line, `line ${2 * MAX_LOG_LINES - 1}`);
});

test("a declared figure is drawn by its own metric, of values that are kept by percentiles", () => {
  assert.deepEqual(metricsOf({ id: "sold", kind: "COUNT" }), ["sold"]);
  assert.deepEqual(metricsOf({ id: "look", kind: "DURATION" }), ["look p50", "look p95", "look p99"]);
});

test("the newest intervals of a long run stand by themselves once they were asked for", () => {
  const model = new RunModel();
  model.takeSeries(series(0, Array(1_001).fill(10), { stride: 2 }));
  assert.equal(model.newest, undefined);
  model.near = new Series();
  model.near.take(series(1_990, Array(12).fill(10)));
  for (let index = 2_002; index < 2_002 + 2 * NEAR; index++) {
    model.patchNear(series(index, [index]));
  }
  assert.equal(model.newest.stride, 1);
  assert.ok(model.newest.buckets >= NEAR && model.newest.buckets <= 2 * NEAR);
  assert.equal(model.newest.points(["throughput"]).y[0].at(-1), 2_001 + 2 * NEAR);
  model.takeSeries(series(0, [10], { stride: 2 }));
  assert.equal(model.newest, undefined, "it is asked for again");
});

test("marks stand in the order of time, each once, and their list changes with them", () => {
  const model = new RunModel();
  const mark = (id, atMillis) => ({ id, kind: "note", atMillis, who: "ann", text: "a" });
  model.takeResult({ marks: [mark(0, 500), mark(7, 3000)] });
  const before = model.marks;
  model.addMark(mark(9, 1000));
  model.addMark(mark(9, 1000));
  assert.deepEqual(
    model.marks.map((one) => one.id),
    [0, 9, 7],
  );
  assert.notEqual(model.marks, before);
});

test("figures are old where no agent that has load can be heard", () => {
  const model = new RunModel();
  const shares = (...states) =>
    states.map(([state, threads]) => /** @type {any} */ ({ name: "a", state, threads }));
  assert.equal(model.silent, false);
  model.agents = shares(["lost", 4], ["connected", 4]);
  assert.equal(model.silent, false);
  model.agents = shares(["lost", 4], ["connected", 0]);
  assert.equal(model.silent, true);
});

test("figures that are always 0 or never known are named and not drawn", () => {
  const model = new RunModel();
  const column = (...values) => ({ low: values, high: values });
  model.takeSeries(
    series(0, [10, 4], {
      metrics: {
        "db.commits": column(10, null),
        "db.rollbacks": column(0, 0),
        "db.deadlocks": column(0, null),
        "db.replication_lag": column(null, null),
      },
    }),
  );
  const line = (metric) => ({ metric, label: metric });
  const charts = [
    { title: "work", lines: [line("db.commits"), line("db.rollbacks")] },
    { title: "locks", lines: [line("db.deadlocks"), line("db.replication_lag"), line("db.never")] },
  ];

  const { told, zero, unknown } = tellingLines(charts, model.whole);

  assert.deepEqual(told, [{ title: "work", lines: [line("db.commits")] }]);
  assert.deepEqual(zero, ["db.rollbacks", "db.deadlocks"]);
  assert.deepEqual(unknown, ["db.replication_lag", "db.never"]);
});
