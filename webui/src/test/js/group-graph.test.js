import assert from "node:assert/strict";
import test from "node:test";
import { layers } from "../../main/resources/webui/js/group/layers.js";
import { stack } from "../../main/resources/webui/js/group/stack.js";

const member = (name, ...after) => ({ name, after: after.map((one) => ({ member: one, on: "success" })) });
const NIGHT = [
  member("load"),
  member("steady", "load"),
  member("knee", "load", "steady"),
  member("report", "load", "knee"),
  member("other"),
];

test("an edge that skips columns keeps clear of every box there", () => {
  const { places, ways } = layers(NIGHT);
  assert.deepEqual([...places].map(([name, { column }]) => `${name} ${column}`), [
    "load 0", "other 0", "steady 1", "knee 2", "report 3",
  ]);
  const long = ways.find(({ member, to }) => member === "load" && to === "report");
  assert.deepEqual(long.past.map(({ column }) => column), [1, 2]);
  for (const lane of ways.flatMap(({ past }) => past)) {
    for (const box of places.values()) {
      const apart = lane.row >= box.row + 1 || lane.row < box.row;
      assert.ok(lane.column !== box.column || apart, JSON.stringify({ lane, box }));
    }
  }
});

test("on a narrow page nobody stands above what it waits for, and lanes do not meet", () => {
  const { rows, edges } = stack(NIGHT);
  for (const { member, to } of edges) {
    assert.ok(rows.get(member) < rows.get(to));
  }
  for (const one of edges) {
    for (const other of edges.filter(({ member, lane }) => member !== one.member && lane === one.lane)) {
      const last = (name) => Math.max(...edges.filter(({ member }) => member === name).map(({ to }) => rows.get(to)));
      const apart = last(one.member) <= rows.get(other.member) || last(other.member) <= rows.get(one.member);
      assert.ok(apart, JSON.stringify([one, other]));
    }
  }
});
