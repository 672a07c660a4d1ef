import assert from "node:assert/strict";
import test from "node:test";
import { apart, beside, shared } from "../../main/resources/webui/js/lib/alike.js";

const row = (id, name) => ({ id, name, jobClass: "noop" });

test("runs of one name are told apart by their ids, and others by their names", () => {
  const rows = [row("night-2", "Nightly"), row("noop-20261125-1", "Nightly"), row("best", "Best")];
  const told = rows.map((one) => beside(one, shared(rows)));
  assert.deepEqual(told, ["noop · night-2", "noop-20261125-1", "noop"]);
});

test("a job without a name is shown by its id", () => {
  assert.equal(beside(row("noop-20261125-1", ""), new Set()), "noop-20261125-1");
});

test("failures with the same first words show in what they differ", () => {
  const begins = "agent-1: the rehearsal before the load was refused by the database in transaction";
  assert.deepEqual(apart([`${begins} pay: no table`, `${begins} order: no column`, "no room"]), [
    "agent-1: the rehearsal before … pay: no table",
    "agent-1: the rehearsal before … order: no column",
    "no room",
  ]);
  assert.deepEqual(apart(["a b", "a c", "a c"]), ["a b", "a c", "a c"]);
});
