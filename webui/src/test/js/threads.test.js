import assert from "node:assert/strict";
import { test } from "node:test";
import { parseThreads, threadsComplaint } from "../../main/resources/webui/js/lib/threads.js";

test("one number is a job and several are a study", () => {
  assert.deepEqual(parseThreads("8"), [8]);
  assert.deepEqual(parseThreads(" 1, 2,4 "), [1, 2, 4]);
  assert.equal(parseThreads("1,,2"), undefined);
  assert.equal(parseThreads("many"), undefined);
});

test("what is wrong with numbers of threads is said in a few words", () => {
  assert.equal(threadsComplaint("1, 2"), "");
  assert.equal(threadsComplaint(" "), "needed");
  assert.equal(threadsComplaint("0, 2"), "less than 1");
  assert.equal(threadsComplaint("2, 2"), "a number stands there twice");
  assert.equal(threadsComplaint("1, 10001"), "more than 10000");
  assert.match(threadsComplaint("two"), /not a whole number/);
});
