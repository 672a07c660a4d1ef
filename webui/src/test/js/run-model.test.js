import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_LOG_LINES, ALWAYS_DRAWN, NEAR, ofFigure, RunModel } from "../../main/resources/webui/js/job/run-model.js";
import { Series } from "../../main/resources/webui/js/lib/series.js";

function stats(ok, failed = 0) {
  const latencyMillis = {
    count: ok,
    mean: 1,
    stdDev: 0,
    p50: 1,
    p90: 1,
    p95: 1,
    p99: 2,
    "p99.9": 2,
    "p99.99": 2,
    max: 3,
    clamped: 0,
  };
  return {
    begun: ok + failed,
    transactions: ok,
    failed,
    failedBy: failed ? { DEADLOCK: failed } : {},
    uncertain: 0,
    retried: 0,
    okAfterRetries: {},
    rolledBack: 0,
    dropped: 0,
    statements: ok,
    measures: { throughput: ok, statements: ok, failed, uncertain: 0, retried: 0 },
    ...(ok > 0 ? { latencyMillis } : {}),
  };
}

function interval(index, ok, failed, more = {}) {
  return {
    index,
    startMillis: index * 1000,
    lengthMillis: 1000,
    phase: "measure",
    measured: true,
    threads: 4,
    missing: [],
    operations: { read: stats(ok) },
    generator: { processCpu: -1, hostCpu: 0.5, busiestCore: 0.9 },
    ...stats(ok, failed),
    ...more,
  };
}

test("totals count each interval once, also when a stream begins anew", () => {
  const model = new RunModel();
  for (const index of [0, 1, 2, 0, 1, 2, 3]) {
    model.addInterval(interval(index, 10, 1));
  }
  assert.equal(model.totals.ok, 40);
  assert.deepEqual(model.failedBy, { DEADLOCK: 4 });
  assert.equal(model.operations.get("read").transactions, 40);
  assert.equal(model.latest.index, 3);
});

test("a provisional interval that comes again complete is counted once, with its later figures", () => {
  const model = new RunModel();
  model.addInterval(interval(0, 10));
  model.addInterval(interval(1, 4, 1, { missing: ["b"] }));
  model.addInterval(interval(2, 10));
  model.addInterval(interval(1, 10, 1));
  model.addInterval(interval(1, 10, 1));
  assert.equal(model.totals.ok, 30);
  assert.equal(model.totals.failed, 1);
  assert.equal(model.latest.index, 2);
});

test("what was rolled up and told anew is counted by the server alone", () => {
  const model = new RunModel();
  for (const index of [0, 1, 2, 3]) {
    assert.equal(model.addInterval(interval(index, 10, 0, { missing: ["b"] })), true);
  }
  const drawn = model.version;
  assert.equal(model.addInterval(interval(0, 60, 0, { lengthMillis: 3000, intervals: 3 })), false);
  assert.equal(model.totals.ok, 40);
  assert.equal(model.version, drawn);
});

/** What the server says of a run, of which it tells these intervals one by one. */
function series(totals, newest) {
  const column = newest.map(() => 1);
  const range = { low: column, high: column };
  return {
    through: 77,
    first: 0,
    stride: 1,
    startMillis: newest.map((one) => one.startMillis),
    endMillis: newest.map((one) => one.startMillis + 1000),
    provisional: newest.map(() => false),
    heat: [],
    figures: [],
    metrics: Object.fromEntries(Object.keys(ALWAYS_DRAWN).map((name) => [name, range])),
    totals,
    newest,
  };
}

test("a late viewer's totals count from the start, and each further interval once", () => {
  const model = new RunModel();
  const totals = { ok: 5000, failed: 7, uncertain: 0, retried: 3 };
  const newest = [interval(0, 10), interval(1, 4, 1, { missing: ["b"] })];
  model.takeSeries(
    series(
      {
        ...totals,
        failedBy: { DEADLOCK: 7 },
        operations: { read: { transactions: 5000, failed: 0 } },
      },
      newest,
    ),
  );
  assert.deepEqual(model.totals, totals);
  assert.equal(model.latest.index, 1);
  assert.equal(model.newest.buckets, 2);

  model.addInterval(interval(0, 10));
  model.addInterval(interval(1, 10, 2));
  model.addInterval(interval(2, 10));

  assert.equal(model.totals.ok, 5016, "the provisional one was replaced");
  assert.deepEqual(model.failedBy, { DEADLOCK: 8 });
  assert.equal(model.operations.get("read").transactions, 5016);
  assert.equal(model.latest.index, 2);
});

test("an interval of which nothing is known does not become the newest figure", () => {
  const model = new RunModel();
  model.addInterval(interval(0, 10));
  model.addInterval(interval(1, 0, 0, { threads: 0, missing: ["a"] }));
  assert.equal(model.latest.index, 0);
  assert.deepEqual(model.whole.points(["throughput"]).y[0], [10, null]);
});

test("where nothing ended well there is no latency, and unknown CPU is a gap", () => {
  const model = new RunModel();
  model.addInterval(interval(0, 0, 2));
  const { y } = model.whole.points(["throughput", "p95", "processCpu", "hostCpu"]);
  assert.deepEqual(y, [[0], [null], [null], [50]]);
});

test("what waits is drawn as it stands, and what was carried over per second", () => {
  const model = new RunModel();
  model.addInterval(interval(0, 10, 0, { measures: { carried_over: 8 }, waiting: 94 }));
  assert.deepEqual(model.whole.points(["carried_over", "waiting"]).y, [[8], [94]]);
});

test("the moment in which the last iterations end is no drop and no peak, but counts", () => {
  const model = new RunModel();
  model.addInterval(interval(0, 1000));
  model.addInterval(interval(1, 8, 0, { phase: "drain" }));
  const { y } = model.whole.points(["throughput", "hostCpu"]);
  assert.deepEqual(y, [
    [1000, null],
    [50, null],
  ]);
  assert.equal(model.totals.ok, 1008);
  assert.equal(model.latest.index, 0);
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

test("declared figures are drawn by their kind, from the first interval that declares them", () => {
  const model = new RunModel();
  const declared = [
    { id: "sold", kind: "COUNT", unit: "tickets", section: "Own", label: "Sold", shareOf: "" },
    { id: "idle", kind: "SUM", unit: "ns", section: "Host", label: "Idle", shareOf: "all" },
    { id: "queue", kind: "WORST", unit: "people", section: "Own", label: "Queue", shareOf: "" },
    { id: "all", kind: "SUM", unit: "ns", section: "Host", label: "All", shareOf: "" },
    { id: "wait", kind: "SUM", unit: "ms", section: "Host", label: "Wait", shareOf: "sold" },
    { id: "nopm", kind: "COUNT", unit: "orders", section: "Own", label: "NOPM", shareOf: "run.time" },
    { id: "busy", kind: "SUM", unit: "ns", section: "Own", label: "Busy", shareOf: "run.time" },
    { id: "look", kind: "DURATION", unit: "ms", section: "Own", label: "Looking", shareOf: "" },
  ];
  const values = { nopm: 12, busy: 25e7, sold: 12, wait: 6, idle: 250, all: 1000, queue: 3 };
  const distributions = { look: { p50: 1, p95: 2, p99: 3 } };
  model.addInterval(interval(0, 1, 0, { figures: { declared, values, distributions } }));
  model.addInterval(interval(1, 1, 0, { figures: { values: { sold: 6 }, distributions: {} } }));

  const names = ["sold", "idle", "queue", "wait", "nopm", "busy", "look p50", "look p99"];
  const drawn = [
    [12, 6],
    [25, null],
    [3, null],
    [0.5, null],
    [720, null],
    [25, null],
    [1, null],
    [3, null],
  ];
  assert.deepEqual(model.whole.points(names).y, drawn);
  assert.deepEqual(Object.keys(ofFigure(declared[7])), ["look p50", "look p95", "look p99"]);
});

test("the newest intervals of a long run stand by themselves once they were asked for", () => {
  const model = new RunModel();
  for (let index = 0; index < 2_001; index++) {
    model.addInterval(interval(index, 10));
  }
  assert.equal(model.newest, undefined);
  const asked = series({ ok: 0, failed: 0, uncertain: 0, retried: 0, failedBy: {}, operations: {} }, []);
  model.near = new Series(model.whole.metrics);
  model.near.take({ ...asked, first: 1_990 });
  for (let index = 2_001; index < 2_001 + 2 * NEAR; index++) {
    model.addInterval(interval(index, index));
  }
  assert.equal(model.newest.stride, 1);
  assert.ok(model.newest.buckets >= NEAR && model.newest.buckets <= 2 * NEAR);
  assert.equal(model.newest.points(["throughput"]).y[0].at(-1), 2_000 + 2 * NEAR);
  model.takeSeries({ ...asked, stride: 2 });
  assert.equal(model.newest, undefined, "what was amended is asked for again");
});

test("marks stand in the order of time, each once, and their list changes with them", () => {
  const model = new RunModel();
  const mark = (id, atMillis) => ({ id, kind: "note", atMillis, who: "ann", text: "a" });
  model.takeResult({ marks: [mark(0, 500), mark(7, 3000)], drift: undefined });
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
