import assert from "node:assert/strict";
import { test } from "node:test";
import { get, post, remove } from "../../main/resources/webui/js/lib/api.js";

/** A server that answers when it is told to; what it is sent is kept. */
function serve() {
  const sent = [];
  let answer;
  const told = new Promise((resolve) => (answer = resolve));
  globalThis.fetch = async (path, { method, body }) => {
    sent.push(`${method} ${path} ${body ?? ""}`.trim());
    await told;
    return new Response(`{"number": ${sent.length}}`);
  };
  return { sent, answer };
}

test("who clicks twice before the answer has come means it once", async () => {
  const { sent, answer } = serve();
  const clicks = [post("/rerun", {}), post("/rerun", {}), remove("/rerun"), post("/rerun", { a: 1 }), remove("/rerun")];
  answer();
  const numbers = (await Promise.all(clicks)).map(({ number }) => number);
  assert.deepEqual(sent, ["POST /rerun {}", "DELETE /rerun", 'POST /rerun {"a":1}']);
  assert.equal(numbers[0], numbers[1]);

  await post("/rerun", {});
  assert.equal(sent.length, 4, "after its answer it is another order");
});

test("a server that is busy is asked again when it says so", async () => {
  const answers = [
    new Response("{}", { status: 503, headers: { "Retry-After": "0" } }),
    new Response('{"number": 7}'),
    new Response('{"detail": "The store does not answer."}', { status: 503 }),
  ];
  globalThis.fetch = async () => answers.shift();
  assert.deepEqual(await get("/jobs"), { number: 7 });
  await assert.rejects(get("/jobs"), /store does not answer/);
});

test("after a failure it can be tried again, and what is only read is read each time", async () => {
  globalThis.fetch = async () => Promise.reject(new TypeError("no way"));
  await assert.rejects(post("/rerun", {}), /does not answer/);
  const { sent, answer } = serve();
  answer();
  await Promise.all([post("/rerun", {}), get("/jobs"), get("/jobs")]);
  assert.deepEqual(sent, ["POST /rerun {}", "GET /jobs", "GET /jobs"]);
});
