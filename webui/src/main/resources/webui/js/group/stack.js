// @ts-check
/** A group's members below each other, for a narrow page, and lanes for edges at their left. Pure. */

/** @typedef {import("../types.js").BlockGraph} Graph */
/** @typedef {{from: string, on: string, to: string, lane: number}} Edge */

/**
 * Nobody stands above what it waits for. Edges of one member under one condition share their lane;
 * two lanes that go past the same member are different ones.
 *
 * @param {Graph} graph
 * @returns {{rows: Map<string, number>, edges: Edge[], lanes: number}} rows by name
 */
export function stack({ nodes, edges: ways }) {
  const sorted = [...nodes].sort(({ at: a }, { at: b }) => a.column - b.column || a.row - b.row);
  const rows = new Map(sorted.map(({ name }, row) => [name, row]));
  const row = (/** @type {string} */ name) => rows.get(name) ?? 0;
  /** @type {Map<string, {from: number, until: number, lane: number}>} */
  const bundles = new Map();
  for (const { from, on, to } of ways) {
    const bundle = bundles.get(`${on} ${from}`) ?? { from: row(from), until: 0, lane: 0 };
    bundle.until = Math.max(bundle.until, row(to));
    bundles.set(`${on} ${from}`, bundle);
  }
  /** Until which row each lane is taken. @type {number[]} */
  const taken = [];
  for (const bundle of [...bundles.values()].sort((a, b) => a.from - b.from || a.until - b.until)) {
    const free = taken.findIndex((until) => until <= bundle.from);
    bundle.lane = free < 0 ? taken.length : free;
    taken[bundle.lane] = bundle.until;
  }
  const edges = ways.map(({ from, on, to }) => ({
    from,
    on,
    to,
    lane: bundles.get(`${on} ${from}`)?.lane ?? 0,
  }));
  return { rows, edges, lanes: taken.length };
}
