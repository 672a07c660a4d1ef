import assert from "node:assert/strict";
import test from "node:test";
import { mixExample, mixOf } from "../../main/resources/webui/js/job/mix.js";

test("the example of a mix is one that can be sent", () => {
  const tpcc = [
    { name: "mix", preset: "" },
    { name: "keying-time", preset: "false" },
  ];
  assert.equal(mixExample(tpcc), "keying-time=false");
  assert.equal(mixExample([{ name: "reads", preset: "70" }]), "reads=70");
  assert.equal(mixExample([{ name: "mix", preset: "" }]), "mix=…");
});

test("a value of a mix may have commas", () => {
  assert.deepEqual(mixOf("mix=45,43,4,4,4, keying-time = true"), { mix: "45,43,4,4,4", "keying-time": "true" });
  assert.deepEqual(mixOf("reads=70"), { reads: "70" });
  assert.deepEqual(mixOf("reads"), { reads: "" });
});
