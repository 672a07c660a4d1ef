import assert from "node:assert/strict";
import { test } from "node:test";

const shown = [];
globalThis.location = { hash: "#token=a-b_c", pathname: "/jobs/x", search: "?y" };
globalThis.history = { replaceState: (...to) => shown.push(to.at(-1)) };
const { tokenFromAddress, tokenIn } = await import("../../main/resources/webui/js/login.js");

test("a login link's token leaves the address bar, and can be taken once", () => {
  const link = tokenFromAddress();
  assert.deepEqual(shown, ["/jobs/x?y"]);
  assert.equal(link.take(), "a-b_c");
  assert.equal(link.take(), "");
});

test("a whole link, its fragment and a bare token can be pasted", () => {
  for (const text of ["https://192.0.2.5:8080/#token=a-b_c", "#token=a-b_c", " a-b_c\n"]) {
    assert.equal(tokenIn(text), "a-b_c");
  }
});
