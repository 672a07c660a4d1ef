import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_BUCKETS, Series } from "../../main/resources/webui/js/lib/series.js";
import { RECENT, Recent } from "../../main/resources/webui/js/lib/recent.js";

const METRICS = { rate: (interval) => interval.transactionsPerSecond };

function interval(index, rate, more = {}) {
  return {
    index,
    startMillis: index * 1000,
    lengthMillis: 1000,
    missing: [],
    threads: 4,
    begun: 1,
    transactionsPerSecond: rate,
    ...more,
  };
}

function seriesOf(rates) {
  const series = new Series(METRICS);
  rates.forEach((rate, index) => series.add(interval(index, rate)));
  return series;
}

test("each interval of a short run is one point at its middle", () => {
  const points = seriesOf([10, 20]).points(["rate"]);
  assert.deepEqual(points.x, [0.5, 1.5]);
  assert.deepEqual(points.y, [[10, 20]]);
});

test("an interval that never came is a gap and not a zero", () => {
  const series = new Series(METRICS);
  series.add(interval(0, 10));
  series.add(interval(3, 40));
  const { x, y } = series.points(["rate"]);
  assert.deepEqual(y[0], [10, null, null, 40]);
  assert.deepEqual(
    x,
    [...x].sort((a, b) => a - b),
  );
});

test("an interval without any agent's record is a gap, an empty one is a zero", () => {
  const series = new Series(METRICS);
  series.add(interval(0, 0, { missing: ["a", "b"], threads: 0, begun: 0 }));
  series.add(interval(1, 0, { begun: 0 }));
  assert.deepEqual(series.points(["rate"]).y[0], [null, 0]);
});

test("twice as many intervals as buckets are still drawn one by one, in order", () => {
  const rates = Array.from({ length: 2 * MAX_BUCKETS }, (_, i) => (i * 7919) % 1000);
  const series = seriesOf(rates);
  assert.equal(series.stride, 2);
  assert.deepEqual(series.points(["rate"]).y[0], rates);
});

test("however long the run is, points stay bounded and no peak or trough is lost", () => {
  const rates = Array.from({ length: 50_000 }, (_, i) => 100 + (i % 13));
  rates[31_337] = 9_999;
  rates[4_711] = 1;
  const { x, y, high } = seriesOf(rates).points(["rate"]);
  assert.ok(x.length <= MAX_BUCKETS);
  assert.equal(Math.max(...high[0]), 9_999);
  assert.equal(Math.min(...y[0]), 1);
});

test("adding everything again changes nothing", () => {
  const rates = Array.from({ length: 5_000 }, (_, i) => (i * 31) % 97);
  const series = seriesOf(rates);
  const before = series.points(["rate"]);
  rates.forEach((rate, index) => series.add(interval(index, rate)));
  assert.deepEqual(series.points(["rate"]), before);
});

test("an interval that comes again with all its records replaces the provisional one", () => {
  const series = new Series(METRICS);
  series.add(interval(0, 10, { missing: ["b"] }));
  assert.deepEqual(series.provisionalStretches(), [[0, 1]]);
  series.add(interval(0, 20));
  assert.deepEqual(series.provisionalStretches(), []);
  assert.deepEqual(series.points(["rate"]).y[0], [20]);
});

test("the newest intervals are kept in a bounded ring that shows its gaps", () => {
  const recent = new Recent(METRICS);
  for (let index = 0; index < 2 * RECENT; index++) {
    if (index !== 2 * RECENT - 5) {
      recent.add(interval(index, index));
    }
  }
  const { x, y } = recent.points(["rate"]);
  assert.equal(recent.rows.length, RECENT);
  assert.equal(x.length, RECENT + 1);
  assert.equal(y[0].filter((value) => value === null).length, 1);
  assert.equal(y[0].at(-1), 2 * RECENT - 1);
});
