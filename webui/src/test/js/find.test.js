import assert from "node:assert/strict";
import test from "node:test";
import { found } from "../../main/resources/webui/js/lib/find.js";

const ALL = [
  { value: "igenoltp", title: "Order system, 90 % reads", help: "Four selects, one insert" },
  { value: "noop", title: "No operation", help: "Costs nothing" },
  { value: "tpcc", title: "TPC-C order entry", help: "Five kinds of transactions" },
];
const ids = (typed) => found(ALL, typed).map((one) => one.value);

test("nothing typed leaves all in their order", () => {
  assert.deepEqual(ids("  "), ["igenoltp", "noop", "tpcc"]);
});

test("every word has to be there, in any case and order", () => {
  assert.deepEqual(ids("ORDER tpc"), ["tpcc"]);
  assert.deepEqual(ids("order nothing"), []);
});

test("what begins like that comes first, what only tells of it last", () => {
  assert.deepEqual(ids("no"), ["noop", "igenoltp"]);
  assert.deepEqual(ids("o"), ["igenoltp", "noop", "tpcc"]);
  assert.deepEqual(ids("op"), ["noop"]);
  assert.deepEqual(ids("selects"), ["igenoltp"]);
});
