import assert from "node:assert/strict";
import test from "node:test";
import { toggled } from "../../main/resources/webui/js/lib/toggle.js";

const LINES = ["p99", "p95", "p50"];
const pressed = (...names) =>
  [...names.reduce((hidden, one) => toggled(LINES, hidden, one), new Set())];

test("a line is hidden when it is pressed, and shown when it is pressed again", () => {
  assert.deepEqual(pressed("p99"), ["p99"]);
  assert.deepEqual(pressed("p99", "p95"), ["p99", "p95"]);
  assert.deepEqual(pressed("p99", "p95", "p99"), ["p95"]);
});

test("a chart never ends without any line", () => {
  assert.deepEqual(pressed("p99", "p95", "p50"), []);
});
