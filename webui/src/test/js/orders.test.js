import assert from "node:assert/strict";
import test from "node:test";
import { JOBS, refusals } from "../../main/resources/webui/js/ui/orders.js";

const refused = (id, problem) => ({ id, name: "", done: problem === undefined, problem });

test("a reason that many have is told once, with some of those who have it", () => {
  const items = [1, 2, 3, 4, 5].map((n) => refused(`j-${n}`, `job j-${n}: it goes on; cancel it.`));
  assert.deepEqual(refusals(JOBS, [...items, refused("k"), refused("l", "job l: it is gone.")]), [
    "j-1, j-2, j-3 and 2 more: it goes on; cancel it.",
    "l: it is gone.",
  ]);
});
