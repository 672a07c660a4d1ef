import assert from "node:assert/strict";
import test from "node:test";
import { beside, shared } from "../../main/resources/webui/js/lib/alike.js";

const row = (id, name) => ({ id, name, jobClass: "noop" });

test("runs of one name are told apart by their ids, and others by their names", () => {
  const rows = [row("night-2", "Nightly"), row("noop-20261125-1", "Nightly"), row("best", "Best")];
  const told = rows.map((one) => beside(one, shared(rows)));
  assert.deepEqual(told, ["noop · night-2", "noop-20261125-1", "noop"]);
});

test("what nobody named is told by its id", () => {
  assert.equal(beside(row("noop-20261125-1", ""), new Set()), "noop-20261125-1");
});
