import assert from "node:assert/strict";
import test from "node:test";
import { stack } from "../../main/resources/webui/js/group/stack.js";

const node = (name, column, row) => ({ name, kind: "job", state: "", at: { column, row } });
const edge = (from, to) => ({ from, to, on: "success", past: [] });
/** As the server lays it out. */
const NIGHT = {
  nodes: [node("load", 0, 0), node("steady", 1, 0), node("knee", 2, 0), node("report", 3, 0), node("other", 0, 1)],
  edges: [
    edge("load", "steady"), edge("load", "knee"), edge("steady", "knee"),
    edge("load", "report"), edge("knee", "report"),
  ],
};

test("on a narrow page nobody stands above what it waits for, and lanes do not meet", () => {
  const { rows, edges } = stack(NIGHT);
  for (const { from, to } of edges) {
    assert.ok(rows.get(from) < rows.get(to));
  }
  for (const one of edges) {
    for (const other of edges.filter(({ from, lane }) => from !== one.from && lane === one.lane)) {
      const last = (name) => Math.max(...edges.filter(({ from }) => from === name).map(({ to }) => rows.get(to)));
      const apart = last(one.from) <= rows.get(other.from) || last(other.from) <= rows.get(one.from);
      assert.ok(apart, JSON.stringify([one, other]));
    }
  }
});
