import assert from "node:assert/strict";
import { test } from "node:test";

test("a login link's token leaves the address bar, and can be taken once", async () => {
  const shown = [];
  globalThis.location = { hash: "#login=a-b_c", pathname: "/jobs/x", search: "?y" };
  globalThis.history = { replaceState: (...to) => shown.push(to.at(-1)) };
  const { tokenFromAddress } = await import("../../main/resources/webui/js/login.js");
  const link = tokenFromAddress();
  assert.deepEqual(shown, ["/jobs/x?y"]);
  assert.equal(link.take(), "a-b_c");
  assert.equal(link.take(), "");
});
