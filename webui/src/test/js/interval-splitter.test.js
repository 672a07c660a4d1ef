import assert from "node:assert/strict";
import { test } from "node:test";
import { IntervalSplitter } from "../../main/resources/webui/js/lib/interval-splitter.js";

const DOCUMENT = {
  job: { name: 'a "quoted" name, with ] and } and \\\\', intervals: [1, 2] },
  note: "intervals",
  intervals: [
    { index: 0, operations: { "}],[{": { ok: 1 } }, missing: [] },
    { index: 1, missing: ["a", "b"], text: "\\" },
  ],
  agents: [{ name: "x", intervals: [{ index: 7 }] }],
};

function split(text, size) {
  const intervals = [];
  const splitter = new IntervalSplitter((interval) => intervals.push(interval));
  for (let from = 0; from < text.length; from += size) {
    splitter.push(text.slice(from, from + size));
  }
  return { intervals, rest: splitter.document() };
}

for (const [how, text] of [
  ["compact", JSON.stringify(DOCUMENT)],
  ["indented", JSON.stringify(DOCUMENT, null, 2)],
]) {
  test(`a ${how} document comes apart the same wherever it is cut`, () => {
    for (let size = 1; size <= text.length; size++) {
      const { intervals, rest } = split(text, size);
      assert.deepEqual(intervals, DOCUMENT.intervals);
      assert.deepEqual(rest, { ...DOCUMENT, intervals: [] });
    }
  });
}

test("a document without intervals is whole", () => {
  const { intervals, rest } = split('{"intervals":[],"a":1}', 3);
  assert.deepEqual(intervals, []);
  assert.deepEqual(rest, { intervals: [], a: 1 });
});
