import assert from "node:assert/strict";
import test from "node:test";
import { refusalsOf } from "../../main/resources/webui/js/job/refusal.js";

const problem = (where, what, mend) => ({ where, what, mend });

test("a refused change is told at the field that caused it", () => {
  const problems = [problem("/think", '"abc" cannot be used here', "give 10ms")];
  assert.deepEqual(refusalsOf({ message: "/think: no", problems }, ["threads", "think"]), [
    { field: "think", sentence: '"abc" cannot be used here; give 10ms.' },
  ]);
});

test("of a mix the parameter is named as it is written", () => {
  const problems = [problem("/mix/reads", "it is 0 in all phases", "plan something else")];
  assert.deepEqual(refusalsOf({ message: "", problems }, ["mix"]), [
    { field: "mix", sentence: "reads: it is 0 in all phases; plan something else." },
  ]);
});

test("a refusal that comes without its parts is read from its sentence", () => {
  const message = "/threads: each agent has opened 2 threads; give 1 to 2.";
  assert.deepEqual(refusalsOf({ message, problems: [] }, ["threads"]), [
    { field: "threads", sentence: "Each agent has opened 2 threads; give 1 to 2." },
  ]);
});

test("a problem that no field caused is shown for the whole form", () => {
  const message = "/paused: the load is paused already.";
  assert.deepEqual(refusalsOf({ message, problems: [problem("/paused", "a", "b")] }, ["rate"]), [
    { field: "", sentence: message },
  ]);
});

test("several wrong fields are told each, as they stand on the page", () => {
  const problems = [problem("/threads", "it is 0", "give 1"), problem("/rate", "it is no number", "give one")];
  assert.deepEqual(refusalsOf({ message: "", problems }, ["rate", "threads"]), [
    { field: "rate", sentence: "It is no number; give one." },
    { field: "threads", sentence: "It is 0; give 1." },
  ]);
});
