import assert from "node:assert/strict";
import { test } from "node:test";
import { onLoggedOut } from "../../main/resources/webui/js/lib/api.js";
import { LiveStream } from "../../main/resources/webui/js/lib/live.js";

class FakeEventSource {
  static CLOSED = 2;
  static opened = [];
  readyState = 0;

  handlers = new Map();

  constructor(url) {
    this.url = url;
    FakeEventSource.opened.push(this);
  }

  addEventListener(name, handle) {
    this.handlers.set(name, handle);
  }

  close() {}

  refuse() {
    this.readyState = FakeEventSource.CLOSED;
    this.onerror();
  }
}

/** Whether the page is told to log in once a stream is refused and this is the session. */
async function asksForLogin(session) {
  globalThis.EventSource = FakeEventSource;
  const asked = [];
  const answered = new Promise((resolve) => {
    globalThis.fetch = (path) => {
      asked.push(path);
      setImmediate(resolve);
      return Promise.resolve(new Response(JSON.stringify(session)));
    };
  });
  let loggedOut = false;
  onLoggedOut(() => (loggedOut = true));
  const stream = new LiveStream("/api/v1/live", {}, () => {});
  FakeEventSource.opened.at(-1).refuse();
  await answered;
  stream.close();
  assert.deepEqual(asked, ["/api/v1/session"]);
  return loggedOut;
}

test("a stream that is refused because the session is over leads to the login", async () => {
  assert.equal(await asksForLogin({ user: "" }), true);
});

test("a stream that is refused for another reason does not", async () => {
  globalThis.localStorage = { getItem: () => "csrf" };
  assert.equal(await asksForLogin({ user: "admin" }), false);
});

test("a cookie alone, of which other ports of the host know, is no session", async () => {
  globalThis.localStorage = { getItem: () => null };
  assert.equal(await asksForLogin({ user: "admin" }), true);
});

test("a stream that is opened anew goes on behind the last event", (context) => {
  globalThis.EventSource = FakeEventSource;
  globalThis.fetch = () => Promise.reject(new Error("the server is gone"));
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const heard = [];
  const log = (line, id) => heard.push([line, id]);
  const stream = new LiveStream("/live", { log }, () => {}, 5);
  const first = FakeEventSource.opened.at(-1);
  first.handlers.get("log")({ data: '"hello"', lastEventId: "8" });
  first.refuse();
  context.mock.timers.tick(1_000);
  stream.close();
  assert.equal(first.url, "/live?after=5");
  assert.equal(FakeEventSource.opened.at(-1).url, "/live?after=8");
  assert.deepEqual(heard, [["hello", 8]]);
});
