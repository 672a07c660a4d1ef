// @ts-check
/** Where the members of a group stand in its graph. Pure. */

/** @typedef {import("../types.js").GroupMemberView} Member */

/**
 * Members in columns: each stands right of all that it waits for, and in its column near those.
 *
 * @param {Member[]} members
 * @returns {Map<string, {column: number, row: number}>} by name
 */
export function layers(members) {
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
  /** @type {Map<string, {column: number, row: number}>} */
  const places = new Map();
  const last = Math.max(0, ...columns.values());
  for (let column = 0; column <= last; column++) {
    members
      .filter(({ name }) => columns.get(name) === column)
      .map((member) => ({ member, near: near(member, places) }))
      .sort((a, b) => a.near - b.near)
      .forEach(({ member }, row) => places.set(member.name, { column, row }));
  }
  return places;
}

/** @param {Member} member @param {Map<string, {row: number}>} places */
function near({ after }, places) {
  const rows = after.map((one) => places.get(one.member)?.row ?? 0);
  return rows.length > 0 ? rows.reduce((sum, row) => sum + row, 0) / rows.length : 0;
}
