import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { go, parseRoute } from "../../main/resources/webui/js/lib/router.js";

const ROOT = new URL("../../main/resources/webui/", import.meta.url);

const listed = readFileSync(new URL("routes.txt", ROOT), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("/"));

test("every listed route is a view of its own", () => {
  const views = listed.map((route) => parseRoute(route.replace("{id}", "some-id.1")).view);
  assert.deepEqual(views, [
    "overview",
    "new",
    "newGroup",
    "agents",
    "packs",
    "notices",
    "targets",
    "compare",
    "history",
    "jobs",
    "studies",
    "groups",
    "job",
    "study",
    "group",
  ]);
});

test("what is not listed is no view", () => {
  for (const path of ["/nowhere", "/job", "/jobs/a/b", "/studies/", "/new/x", "/job/x"]) {
    assert.equal(parseRoute(path).view, "none", path);
  }
});

test("every view that the router knows is listed", () => {
  const source = readFileSync(new URL("js/lib/router.js", ROOT), "utf8");
  const known = new Set([...source.matchAll(/view: "(\w+)"/g)].map((match) => match[1]));
  known.delete("none");
  const views = new Set(listed.map((route) => parseRoute(route.replace("{id}", "x")).view));
  assert.deepEqual([...views].sort(), [...known].sort());
});

test("a way to where one is already adds no step back", () => {
  const steps = [];
  globalThis.dispatchEvent = () => true;
  globalThis.location = { pathname: "/jobs", search: "?query=x" };
  globalThis.history = {
    pushState: (...to) => steps.push(`push ${to.at(-1)}`),
    replaceState: (...to) => steps.push(`replace ${to.at(-1)}`),
  };
  go("/jobs?query=x");
  go("/jobs");
  go("/jobs/a", true);
  assert.deepEqual(steps, ["replace /jobs?query=x", "push /jobs", "replace /jobs/a"]);
});
