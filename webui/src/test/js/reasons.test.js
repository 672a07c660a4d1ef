import assert from "node:assert/strict";
import test from "node:test";
import { namesOthers, piecesOf } from "../../main/resources/webui/js/lib/reasons.js";

const NAMES = new Map([
  ["noop-20261125-1", "Soak"],
  ["nightly.9", "<b>Nightly</b>"],
  ["a1", "job of an agent's name"],
]);
const linked = (text) =>
  piecesOf(text, NAMES)
    .map(({ text, id }) => (id ? `[${text}|${id}]` : text))
    .join("");

test("a reason names other jobs by their names", () => {
  assert.equal(
    linked("a1 is busy with job noop-20261125-1; a2 is busy with jobs nightly.9 and x-7; begins when they are free"),
    "a1 is busy with job [Soak|noop-20261125-1]; a2 is busy with jobs [<b>Nightly</b>|nightly.9] and x-7; begins when they are free",
  );
  assert.equal(
    linked("begins when the run before it, nightly.9, has ended"),
    "begins when the run before it, [<b>Nightly</b>|nightly.9], has ended",
  );
  assert.equal(linked("waits for target shop behind job nightly.9."), "waits for target shop behind job [<b>Nightly</b>|nightly.9].");
});

test("what names no job stays as it is", () => {
  for (const text of ["needs 9 agents, 4 connected", "a1 is drained", "target a1 has one job at a time", ""]) {
    assert.equal(linked(text), text);
  }
  assert.equal(namesOthers("needs 9 agents, 4 connected"), false);
});
