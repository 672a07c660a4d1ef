import assert from "node:assert/strict";
import { test } from "node:test";
import { bandMillis, MAX_BUCKETS, Series } from "../../main/resources/webui/js/lib/series.js";

const METRICS = { rate: (interval) => interval.perSecond };

function interval(index, rate, more = {}) {
  return {
    index,
    startMillis: index * 1000,
    lengthMillis: 1000,
    missing: [],
    threads: 4,
    begun: 1,
    perSecond: rate,
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

test("however long the run is, points stay bounded and no peak or trough is lost", () => {
  const rates = Array.from({ length: 50_000 }, (_, i) => 100 + (i % 13));
  rates[31_337] = 9_999;
  rates[4_711] = 1;
  const { x, y, high, stride } = seriesOf(rates).points(["rate"]);
  assert.ok(x.length <= MAX_BUCKETS);
  assert.equal(stride, 32);
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

/** What the server would say of these rates, two intervals a bucket. */
function document(rates) {
  const pairs = rates.filter((_, i) => i % 2 === 0).map((rate, i) => [rate, rates[2 * i + 1]]);
  return {
    stride: 2,
    startMillis: pairs.map((_, i) => i * 2000),
    endMillis: pairs.map((_, i) => (i + 1) * 2000),
    provisional: pairs.map((_, i) => i === 1),
    heat: [],
    newest: [],
    first: 0,
    metrics: {
      rate: {
        low: pairs.map(([a, b]) => Math.min(a, b)),
        high: pairs.map(([a, b]) => Math.max(a, b)),
      },
    },
  };
}

test("what the server has reduced is gone on with", () => {
  const series = new Series(METRICS);
  series.add(interval(0, 1));
  series.take(document([10, 20, 30, 40]));
  series.add(interval(4, 50));
  series.add(interval(5, 45));
  const { x, y, high } = series.points(["rate"]);
  assert.deepEqual(x, [1, 3, 5]);
  assert.deepEqual(y[0], [10, 30, 45]);
  assert.deepEqual(high[0], [20, 40, 50]);
  assert.deepEqual(series.provisionalStretches(), [[2, 4]]);
  assert.equal(series.endMillis, 6000);
});

test("a trough that was provisional is gone once the server's series is taken anew", () => {
  const series = new Series(METRICS);
  series.take(document([10, 10, 10, 10]));
  series.add(interval(4, 1, { missing: ["b"] }));
  series.add(interval(4, 10));
  assert.deepEqual(series.points(["rate"]).y[0], [10, 10, 1], "a bucket only widens");
  series.take(document([10, 10, 10, 10, 10, 10]));
  assert.deepEqual(series.points(["rate"]).y[0], [10, 10, 10]);
});

test("what the server does not know is a gap", () => {
  const series = new Series(METRICS);
  const known = document([10, 20, 30, 40, 50, 60]);
  known.metrics.rate.low[1] = null;
  known.metrics.rate.high[1] = null;
  known.startMillis[1] = null;
  known.endMillis[1] = null;
  series.take(known);
  assert.deepEqual(series.points(["rate"]), {
    x: [1, 3, 5],
    y: [[10, null, 50]],
    high: [[20, null, 60]],
    stride: 2,
  });
});

test("the newest intervals alone show their gaps, and nothing before them", () => {
  const series = new Series(METRICS);
  for (let index = 0; index < 600; index++) {
    if (index !== 595) {
      series.add(hot(index, 40 + index, [1], { perSecond: index }));
    }
  }
  series.add(interval(350, 350, { missing: ["a"] }));
  series.add(interval(250, 250, { missing: ["a"] }));
  const { from, points, heatColumns, provisionalStretches } = series.newestOnly(300);
  const { x, y } = points(["rate"]);
  assert.equal(from, 300);
  assert.equal(x.length, 300);
  assert.deepEqual(x.slice(0, 2), [300.5, 301.5]);
  assert.equal(y[0].filter((value) => value === null).length, 1);
  assert.equal(y[0].at(-1), 599);
  assert.equal(heatColumns()[0].first, 340);
  assert.deepEqual(provisionalStretches(), [[350, 351]]);
});

test("what is far behind can be forgotten, and what is there goes on", () => {
  const series = new Series(METRICS);
  series.take({ ...document([]), first: 7_000, stride: 1 });
  for (let index = 6_900; index < 7_600; index++) {
    series.add(hot(index, 40, [index], { perSecond: index }));
  }
  assert.equal(series.buckets, 600);
  assert.deepEqual(series.indexes(7_000_000, 7_000_500), [7_000, 7_000]);
  series.forgetBefore(300);
  series.add(hot(7_600, 40, [1], { perSecond: 1 }));
  series.add(interval(7_299, 5));
  const { x, y, stride } = series.points(["rate"]);
  assert.equal(stride, 1);
  assert.deepEqual([x[0], x.length, y[0][0], y[0].at(-1)], [7_300.5, 301, 7_300, 1]);
  assert.deepEqual(series.heatColumns()[0], { first: 40, counts: [7_300], from: 7_300, to: 7_301 });
  assert.deepEqual(series.indexes(7_600_000, 7_600_500), [7_600, 7_600]);
});

test("a closer look asks for the intervals of the buckets that it touches", () => {
  const series = new Series({ throughput: (interval) => interval.index });
  for (let index = 0; index < 5_000; index++) {
    series.add(/** @type {any} */ ({ index, startMillis: index * 1e3, lengthMillis: 1e3, missing: [], threads: 1, begun: 1 }));
  }
  assert.equal(series.stride, 4);
  assert.deepEqual(series.indexes(100_500, 203_000), [100, 203]);
  assert.deepEqual(series.indexes(4_999_500, 9_000_000), [4_996, 4_999]);
});

/** An interval with so many transactions in the bands from `first` on. */
function hot(index, first, counts, more = {}) {
  return interval(index, 1, { heat: { first, counts }, ...more });
}

test("bands of a heat map are quarters of powers of two of microseconds", () => {
  assert.deepEqual([40, 41, 42, 43, 44].map(bandMillis), [1.024, 1.28, 1.536, 1.792, 2.048]);
});

test("a heat map has each transaction once, however long the run is", () => {
  const series = new Series(METRICS);
  const intervals = Array.from({ length: 5_000 }, (_, i) => hot(i, 40 + (i % 7), [1, 0, i % 3]));
  intervals.forEach((one) => series.add(one));
  const wanted = intervals.flatMap(({ heat }) => heat.counts).reduce((a, b) => a + b);
  const sum = () =>
    series.heatColumns().reduce((all, { counts }) => all + counts.reduce((a, b) => a + b), 0);
  assert.equal(sum(), wanted);
  intervals.slice(-300).forEach((one) => series.add(one));
  assert.equal(sum(), wanted);
});

test("a heat map has an interval's own counts when it comes again, and none of the drain", () => {
  const series = new Series(METRICS);
  series.add(hot(0, 40, [3]));
  series.add(hot(0, 41, [5, 1]));
  series.add(interval(1, 0));
  series.add(hot(2, 40, [1], { phase: "drain" }));
  assert.deepEqual(series.heatColumns(), [{ first: 41, counts: [5, 1], from: 0, to: 1 }]);
});

test("a heat map goes on with what the server has added up", () => {
  const series = new Series({});
  series.take({
    first: 0,
    stride: 2,
    startMillis: [0, 2_000],
    endMillis: [2_000, 3_000],
    provisional: [false, false],
    metrics: {},
    heat: [{ first: 40, counts: [4] }, { first: 0, counts: [] }],
    newest: [{ index: 2 }],
  });
  series.add(hot(2, 40, [9]));
  series.add(hot(3, 39, [1]));
  series.add(hot(4, 39, [2]));
  assert.deepEqual(
    series.heatColumns().map(({ first, counts }) => [first, ...counts]),
    [
      [40, 4],
      [39, 1],
      [39, 2],
    ],
  );
});
