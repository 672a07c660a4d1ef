// @ts-check
/** Where the members of a group stand in its graph, and how its edges run between them. Pure. */

/** @typedef {import("../types.js").GroupMemberView} Member */
/** @typedef {{column: number, row: number}} Place counted in boxes; rows may be broken */
/** @typedef {{member: string, on: string, to: string, past: Place[]}} Way */

/** How much of a row an edge takes in a column that it passes: no box stands there. */
const LANE = 0.4;

/**
 * Members in columns: each stands right of all that it waits for, and in its column near those. An
 * edge that skips columns has a lane in each, so that it runs behind no box; edges of one member
 * under one condition share theirs.
 *
 * @param {Member[]} members
 * @returns {{places: Map<string, Place>, ways: Way[]}} places by name
 */
export function layers(members) {
  const columns = columnsOf(members);
  const last = Math.max(0, ...columns.values());
  /** @type {Map<string, Place>} */
  const places = new Map();
  const lanes = lanesOf(members, columns);
  for (let column = 0; column <= last; column++) {
    const boxes = members
      .filter(({ name }) => columns.get(name) === column)
      .map((member) => ({ size: 1, near: near(member, places, lanes), at: place(places, member.name) }));
    const passing = lanes
      .filter(({ from, until }) => from < column && column < until)
      .map(({ member, past }) => ({
        size: LANE,
        near: past.at(-1)?.row ?? places.get(member)?.row ?? 0,
        at: (/** @type {Place} */ at) => past.push(at),
      }));
    let row = 0;
    for (const { size, at } of [...boxes, ...passing].sort((a, b) => a.near - b.near)) {
      at({ column, row });
      row += size;
    }
  }
  return { places, ways: waysOf(members, columns, lanes) };
}

/** @param {Map<string, Place>} places @param {string} name */
const place = (places, name) => (/** @type {Place} */ at) => places.set(name, at);

/** @param {Member[]} members @returns {Map<string, number>} */
function columnsOf(members) {
  const byName = new Map(members.map((member) => [member.name, member]));
  /** @type {Map<string, number>} */
  const columns = new Map();
  /** @param {string} name @returns {number} */
  const columnOf = (name) => {
    const known = columns.get(name);
    if (known !== undefined) {
      return known;
    }
    const before = (byName.get(name)?.after ?? []).map((one) => columnOf(one.member));
    const column = before.length > 0 ? Math.max(...before) + 1 : 0;
    columns.set(name, column);
    return column;
  };
  members.forEach(({ name }) => columnOf(name));
  return columns;
}

/** @typedef {{member: string, on: string, from: number, until: number, past: Place[]}} Lane */

/** @param {Member[]} members @param {Map<string, number>} columns @returns {Lane[]} */
function lanesOf(members, columns) {
  /** @type {Map<string, Lane>} */
  const lanes = new Map();
  for (const { name, after } of members) {
    for (const { member, on } of after) {
      const key = `${on} ${member}`;
      const lane = lanes.get(key) ?? { member, on, from: columns.get(member) ?? 0, until: 0, past: [] };
      lane.until = Math.max(lane.until, columns.get(name) ?? 0);
      lanes.set(key, lane);
    }
  }
  return [...lanes.values()];
}

/** The mean row of the ends of its edges. @param {Member} member @param {Map<string, Place>} places @param {Lane[]} lanes */
function near({ after }, places, lanes) {
  const rows = after.map(
    ({ member, on }) => laneOf(lanes, member, on)?.past.at(-1)?.row ?? places.get(member)?.row ?? 0,
  );
  return rows.length > 0 ? rows.reduce((sum, row) => sum + row, 0) / rows.length : 0;
}

/** @param {Lane[]} lanes @param {string} member @param {string} on */
const laneOf = (lanes, member, on) => lanes.find((lane) => lane.member === member && lane.on === on);

/** @param {Member[]} members @param {Map<string, number>} columns @param {Lane[]} lanes @returns {Way[]} */
function waysOf(members, columns, lanes) {
  return members.flatMap(({ name, after }) =>
    after.map(({ member, on }) => {
      const before = (columns.get(name) ?? 0) - (columns.get(member) ?? 0) - 1;
      return { member, on, to: name, past: (laneOf(lanes, member, on)?.past ?? []).slice(0, before) };
    }),
  );
}
