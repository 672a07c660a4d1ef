import assert from "node:assert/strict";
import { test } from "node:test";
import { parseThreads } from "../../main/resources/webui/js/lib/threads.js";

test("one number is a job and several are a study", () => {
  assert.deepEqual(parseThreads("8"), [8]);
  assert.deepEqual(parseThreads(" 1, 2,4 "), [1, 2, 4]);
  assert.equal(parseThreads("1,,2"), undefined);
  assert.equal(parseThreads("many"), undefined);
});
