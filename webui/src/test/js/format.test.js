import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as format from "../../main/resources/webui/js/lib/format.js";
import { parseSpan } from "../../main/resources/webui/js/lib/spans.js";
import { measuredMillis, outcome } from "../../main/resources/webui/js/lib/states.js";
import { parseRoute } from "../../main/resources/webui/js/lib/router.js";

test("figures keep three digits or more and never turn unknown into zero", () => {
  assert.deepEqual([0, 0.4123, 3.214, 45.67, 12345.6, null, undefined, NaN].map(format.figure), [
    "0",
    "0.412",
    "3.21",
    "45.7",
    "12,346",
    "–",
    "–",
    "–",
  ]);
});

/** The cases that NumberTextTest of core holds, too. @type {Record<string, [number, string][]>} */
const SPOKEN = JSON.parse(
  readFileSync(new URL("../../../../core/src/test/resources/spoken-figures.json", import.meta.url), "utf8"),
);

test("a number is said as the terminal and reports say it", () => {
  const forms = {
    count: format.count,
    millis: format.millis,
    latency: format.latency,
    axis: format.short,
    bytes: format.bytes,
    span: format.span,
    elapsed: format.elapsed,
  };
  assert.deepEqual(Object.keys(SPOKEN).sort(), Object.keys(forms).sort());
  for (const [name, form] of Object.entries(forms)) {
    const cases = SPOKEN[name];
    assert.deepEqual(cases.map(([value]) => [value, form(value)]), cases, name);
  }
});

test("a chart says a latency as tables do, and no more than three digits of the rest", () => {
  assert.equal(format.inUnit("ms")(424.959), "424.96");
  assert.equal(format.inUnit("tx/s")(424.959), "425");
  assert.equal(format.inUnit("B per second")(282132480), "269.1 MiB");
});

test("only a run that delivered everything and balances is good", () => {
  assert.deepEqual(outcome("completed", 1, "BALANCED"), { word: "completed", as: "good" });
  assert.deepEqual(outcome("completed", undefined, undefined), { word: "completed", as: "good" });
  assert.deepEqual(outcome("completed", 0.6139, "BALANCED"), {
    word: "completed, 61.3 % delivered",
    as: "warn",
  });
  assert.equal(outcome("completed", 0.9999, "BALANCED").word, "completed, 99.9 % delivered");
  assert.equal(outcome("completed", 1, "INCOMPLETE").as, "warn");
  assert.equal(outcome("completed", 0.5, "CONFLICT").as, "bad");
  assert.deepEqual(outcome("cancelled", 0.2, "BALANCED"), { word: "cancelled", as: "calm" });
  assert.equal(outcome("completed", 1, "BALANCED", "NOT JUDGED").as, "warn");
  assert.equal(outcome("failed", 1, "BALANCED", "NOT JUDGED").as, "bad");
});

test("figures on an axis are grouped as everywhere, and shortened where they are long", () => {
  assert.deepEqual([0, 0.25, 950, 1500, 12000, 2.5e6].map(format.short), [
    "0",
    "0.25",
    "950",
    "1,500",
    "12k",
    "2.5M",
  ]);
});

test("a clock that is behind carries a minus, not a hyphen", () => {
  const text = format.clockOffset({ clockOffsetMillis: -0.154, clockErrorMillis: 0.79 });
  assert.equal(text, "−0.15 ± 0.79 ms");
  assert.equal(format.clockOffset({ clockOffsetMillis: -10_920_000, clockErrorMillis: 0.79 }), "−3 h 2 min");
});

test("latencies are rounded as the command line has them", () => {
  assert.deepEqual([0.412, 3.2, 424.959, 12_000, 3_600_001, undefined].map(format.latency), [
    "0.412 ms",
    "3.200 ms",
    "424.96 ms",
    "12,000.0 ms",
    "> 1 h",
    format.NONE,
  ]);
});

test("a share that is not all is never shown as all, nor one that is something as nothing", () => {
  assert.deepEqual(
    [
      format.ratio(1, 1e6),
      format.ratio(999_999, 1e6),
      format.ratio(1, 1),
      format.ratio(0, 5),
      format.ratio(1, 0),
    ],
    ["< 0.01 %", "> 99.99 %", "100 %", "0 %", "–"],
  );
});

test("moments on the run's axis read as clocks", () => {
  assert.deepEqual([5, 750, 3723, 183_600].map(format.elapsed), [
    "0:05",
    "12:30",
    "1:02:03",
    "2d 03:00",
  ]);
});

test("what was measured ends where the run ended, and warm-up is none of it", () => {
  const phases = [
    { kind: "WARMUP", durationMillis: 5_000 },
    { kind: "MEASURE", durationMillis: 60_000 },
    { kind: "COOLDOWN", durationMillis: 5_000 },
  ];
  assert.equal(measuredMillis(phases, 70_400), 60_000);
  assert.equal(measuredMillis(phases, 7_250), 2_250);
  assert.equal(measuredMillis(phases, 4_000), 0);
});

test("lengths of time are read as everywhere else", () => {
  assert.deepEqual(["250ms", "30", "1h30m", "2d", "1m 5s", "", "-1s"].map(parseSpan), [
    250,
    30_000,
    5_400_000,
    172_800_000,
    undefined,
    undefined,
    undefined,
  ]);
});

test("addresses lead to views, and odd ones to none", () => {
  assert.deepEqual(parseRoute("/"), { view: "overview" });
  const made = { view: "new", from: "a b", edit: false, target: "", study: "" };
  assert.deepEqual(parseRoute("/new", "?from=a%20b"), made);
  assert.deepEqual(parseRoute("/new", "?edit=a%20b"), { ...made, edit: true });
  assert.deepEqual(parseRoute("/new", "?target=a%20b"), { ...made, from: "", target: "a b" });
  assert.deepEqual(parseRoute("/new", "?study=a%20b"), { ...made, from: "", study: "a b" });
  assert.deepEqual(parseRoute("/jobs/a%20b"), { view: "job", id: "a b" });
  assert.equal(parseRoute("/jobs/%E0%A4%A").view, "none");
  assert.equal(parseRoute("/jobs/a/b").view, "none");
});
