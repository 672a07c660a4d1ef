import assert from "node:assert/strict";
import { test } from "node:test";
import { bandMillis, Series } from "../../main/resources/webui/js/lib/series.js";

/** What the server would say of buckets from an interval on. */
function document(first, stride, low, more = {}) {
  return {
    first,
    stride,
    startMillis: low.map((_, i) => (first + i * stride) * 1000),
    endMillis: low.map((_, i) => (first + (i + 1) * stride) * 1000),
    provisional: low.map(() => false),
    heat: low.map(() => ({ first: 0, counts: [] })),
    newest: [],
    metrics: { rate: { low, high: low.map((value) => (value === null ? null : value + (stride > 1 ? 10 : 0))) } },
    ...more,
  };
}

function seriesOf(...of) {
  const series = new Series();
  series.take(document(...of));
  return series;
}

test("each interval of a short run is one point at its middle", () => {
  const points = seriesOf(0, 1, [10, 20]).points(["rate"]);
  assert.deepEqual(points, { x: [0.5, 1.5], y: [[10, 20]], high: undefined, stride: 1 });
});

test("what the server does not know is a gap between its neighbours", () => {
  const unknown = { startMillis: [0, null, 4000], endMillis: [2000, null, 6000] };
  assert.deepEqual(seriesOf(0, 2, [10, null, 50], unknown).points(["rate"]), {
    x: [1, 3, 5],
    y: [[10, null, 50]],
    high: [[20, null, 60]],
    stride: 2,
  });
  assert.deepEqual(seriesOf(0, 1, [1]).points(["other"]).y, [[null]]);
});

test("what has changed replaces what was there", () => {
  const series = seriesOf(0, 2, [10, 30, 45]);
  assert.equal(series.patch(document(4, 2, [40, 70])), true);
  assert.deepEqual(series.points(["rate"]).y[0], [10, 30, 40, 70]);
  assert.equal(series.endMillis, 8000);
  assert.equal(series.patch(document(8, 2, [5])), true);
  assert.equal(series.buckets, 5);
});

test("what does not follow is not taken", () => {
  const series = seriesOf(0, 2, [10, 30]);
  for (const other of [document(8, 2, [1]), document(4, 4, [1]), document(3, 2, [1])]) {
    assert.equal(series.patch(other), false);
  }
  assert.deepEqual(series.points(["rate"]).y[0], [10, 30]);
});

test("a metric that comes later is a gap before", () => {
  const series = seriesOf(0, 1, [10, 20]);
  const range = { low: [7], high: [7] };
  assert.equal(series.patch(document(2, 1, [30], { metrics: { rate: range, own: range } })), true);
  assert.deepEqual(series.points(["rate", "own"]).y, [[10, 20, 7], [null, null, 7]]);
});

test("what is provisional is told in seconds, until it is replaced", () => {
  const series = seriesOf(0, 1, [10, 20], { provisional: [false, true] });
  assert.deepEqual(series.provisionalStretches(), [[1, 2]]);
  series.patch(document(1, 1, [25]));
  assert.deepEqual(series.provisionalStretches(), []);
});

test("the newest intervals alone show their gaps, and nothing before them", () => {
  const rates = Array.from({ length: 600 }, (_, i) => (i === 595 ? null : i));
  const heat = rates.map((_, i) => ({ first: 40 + i, counts: [1] }));
  const provisional = rates.map((_, i) => i === 350 || i === 250);
  const series = seriesOf(0, 1, rates, { heat, provisional });
  const { from, points, heatColumns, provisionalStretches } = series.newestOnly(300);
  const { x, y } = points(["rate"]);
  assert.equal(from, 300);
  assert.deepEqual([x.length, x[0], x[1]], [300, 300.5, 301.5]);
  assert.equal(y[0].filter((value) => value === null).length, 1);
  assert.equal(y[0].at(-1), 599);
  assert.equal(heatColumns()[0].first, 340);
  assert.deepEqual(provisionalStretches(), [[350, 351]]);
});

test("what is far behind can be forgotten, and what is there goes on", () => {
  const heat = Array.from({ length: 600 }, (_, i) => ({ first: 40, counts: [7_000 + i] }));
  const series = seriesOf(7_000, 1, heat.map((_, i) => 7_000 + i), { heat });
  series.forgetBefore(300);
  assert.equal(series.patch(document(7_600, 1, [1])), true);
  assert.equal(series.patch(document(7_299, 1, [5])), false);
  const { x, y } = series.points(["rate"]);
  assert.deepEqual([x[0], x.length, y[0][0], y[0].at(-1)], [7_300.5, 301, 7_300, 1]);
  assert.deepEqual(series.heatColumns()[0], { first: 40, counts: [7_300], from: 7_300, to: 7_301 });
  assert.deepEqual(series.indexes(7_600_000, 7_600_500), [7_600, 7_600]);
});

test("a closer look asks for the intervals of the buckets that it touches", () => {
  const series = seriesOf(0, 4, Array.from({ length: 1_250 }, (_, i) => i));
  assert.deepEqual(series.indexes(100_500, 203_000), [100, 203]);
  assert.deepEqual(series.indexes(4_999_500, 9_000_000), [4_996, 4_999]);
});

test("bands of a heat map are quarters of powers of two of microseconds", () => {
  assert.deepEqual([40, 41, 42, 43, 44].map(bandMillis), [1.024, 1.28, 1.536, 1.792, 2.048]);
});
