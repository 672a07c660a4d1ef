import assert from "node:assert/strict";
import test from "node:test";
import { testWords } from "../../main/resources/webui/js/targets/target-words.js";

const line = (level, where) => ({ level, where, check: "", figures: "", mend: "" });

test("a connection that an agent was refused is none", () => {
  const findings = [line("fail", "a1"), line("ok", "a1")];
  assert.equal(testWords({ fit: false, findings }), "No connection.");
});

test("where no agent was free to try, nothing is said of the connection", () => {
  assert.equal(testWords({ fit: false, findings: [line("fail", "server")] }), "Not tested.");
});

test("a connection that works does", () => {
  assert.equal(testWords({ fit: true, findings: [line("ok", "a1")] }), "The connection works.");
});
