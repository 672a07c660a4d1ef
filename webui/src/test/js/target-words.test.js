import assert from "node:assert/strict";
import test from "node:test";
import { choiceWords, testWords } from "../../main/resources/webui/js/targets/target-words.js";

const line = (level, where) => ({ level, where, check: "", figures: "", mend: "" });

test("a connection that was refused to an agent counts as no connection", () => {
  const findings = [line("fail", "a1"), line("ok", "a1")];
  assert.equal(testWords({ fit: false, findings }), "No connection.");
});

test("where no agent was free to try, nothing is said of the connection", () => {
  assert.equal(testWords({ fit: false, findings: [line("fail", "server")] }), "Not tested.");
});

test("a connection that works does", () => {
  assert.equal(testWords({ fit: true, findings: [line("ok", "a1")] }), "The connection works.");
});

test("of a target that is gone the form says so, and asks for nothing that it does not show", () => {
  const target = { name: "db1", url: "jdbc:h2:mem:x", maxConnections: 0, maxRate: 0 };
  const list = { only: false, targets: [target] };
  assert.equal(choiceWords("db1", list), "jdbc:h2:mem:x");
  assert.equal(choiceWords("", list), "Give URL, user and password below.");
  assert.equal(choiceWords("", { ...list, only: true }), "This server allows load on named targets only.");
  assert.equal(choiceWords("gone", list), "There is no such target any more: choose another one.");
});
