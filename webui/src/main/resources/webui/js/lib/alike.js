// @ts-check
/** How jobs and studies of one list are told apart where several have one name, as the runs of a repetition do. Pure. */

/** @typedef {{id: string, name: string, jobClass: string}} Named */

/** The names that more than one of them has. @param {{name: string}[]} rows @returns {Set<string>} */
export function shared(rows) {
  /** @type {Set<string>} */
  const once = new Set();
  /** @type {Set<string>} */
  const more = new Set();
  for (const { name } of rows) {
    (once.has(name) ? more : once).add(name);
  }
  return more;
}

/**
 * What stands beside a name: the class, and where the name does not tell which one it is, the id, of which
 * the class is mostly the beginning.
 *
 * @param {Named} row
 * @param {Set<string>} names those that others have, too
 */
export function beside({ id, name, jobClass }, names) {
  if (name && !names.has(name)) {
    return jobClass;
  }
  return id.startsWith(`${jobClass}-`) ? id : `${jobClass} · ${id}`;
}
