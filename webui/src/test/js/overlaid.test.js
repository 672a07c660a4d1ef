import assert from "node:assert/strict";
import { test } from "node:test";
import { nameOf, overlaid } from "../../main/resources/webui/js/compare/overlaid.js";
import { Series } from "../../main/resources/webui/js/lib/series.js";
import { dots } from "../../main/resources/webui/js/ui/chart-options.js";

/** @param {number} lengthMillis @param {(number | null)[]} low one for each bucket */
function run(lengthMillis, low, metric = "tps", stride = 1) {
  const series = new Series();
  series.take(
    /** @type {any} */ ({
      first: 0,
      stride,
      startMillis: low.map((_, i) => i * stride * lengthMillis),
      endMillis: low.map((_, i) => (i + 1) * stride * lengthMillis),
      provisional: low.map(() => false),
      heat: low.map(() => ({ first: 0, counts: [] })),
      newest: [],
      metrics: { [metric]: { low, high: low.map((value) => value === null ? null : value + stride - 1) } },
    }),
  );
  return series;
}

test("runs of equal intervals share their points", () => {
  const { x, y, high } = overlaid([run(1000, [1, 2]), run(1000, [10, 20, 30])]).points([
    nameOf(0, "tps"),
    nameOf(1, "tps"),
  ]);
  assert.deepEqual(x, [0.5, 1.5, 2.5]);
  assert.deepEqual(y, [
    [1, 2, undefined],
    [10, 20, 30],
  ]);
  assert.equal(high, undefined);
});

test("a point that only another run has is no gap, and a gap stays one", () => {
  const { x, y } = overlaid([run(2000, [1, null, 3]), run(1000, [7, 8, 9])]).points([
    nameOf(0, "tps"),
    nameOf(1, "tps"),
  ]);
  assert.deepEqual(x, [0.5, 1, 1.5, 2.5, 3, 5]);
  assert.deepEqual(y[0], [undefined, 1, undefined, undefined, null, 3]);
  assert.deepEqual(y[1], [7, undefined, 8, 9, undefined, undefined]);
});

test("what a run does not have it does not draw", () => {
  const { x, y } = overlaid([run(1000, [1]), run(1000, [2], "other")]).points([
    nameOf(0, "tps"),
    nameOf(1, "tps"),
  ]);
  assert.deepEqual(x, [0.5]);
  assert.deepEqual(y, [[1], [undefined]]);
});

test("a long run is an envelope, and so is a short one beside it", () => {
  const long = run(1000, Array.from({ length: 1_001 }, (_, i) => 2 * i), "tps", 2);
  const { y, high, stride } = overlaid([long, run(1000, [5])]).points([
    nameOf(0, "tps"),
    nameOf(1, "tps"),
  ]);
  assert.equal(stride, 2);
  assert.equal(y[0].find((value) => value !== undefined), 0);
  assert.equal(high?.[0].find((value) => value !== undefined), 1);
  assert.deepEqual(
    [y[1], high?.[1] ?? []].map((values) => values.filter((value) => value !== undefined)),
    [[5], [5]],
  );
});

test("only a value to which no line leads is a dot", () => {
  assert.deepEqual(dots([null, 1, null, 2, 3]), [1]);
  assert.deepEqual(dots([1, undefined, 2, undefined, null]), []);
  assert.deepEqual(dots([undefined, 1, undefined, null, undefined, 2]), [1, 5]);
});
