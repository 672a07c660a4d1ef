// @ts-check
/** How to distinguish jobs and studies of the same name in a list, such as the runs of a repetition. Pure. */

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

/** How many characters of a common beginning stay; a shorter one stays as it is. */
const KEPT = 30;
const ALIKE = 2 * KEPT;

/**
 * Sentences of a list of few lines: the common beginning of those that begin alike is shortened, so that the lines
 * show in what they differ.
 *
 * @param {string[]} texts
 */
export function apart(texts) {
  return texts.map((text) => {
    const alike = Math.max(0, ...texts.filter((other) => other !== text).map((other) => common(text, other)));
    const from = text.lastIndexOf(" ", alike) + 1;
    const kept = text.lastIndexOf(" ", KEPT);
    return from > ALIKE && kept > 0 ? `${text.slice(0, kept)} … ${text.slice(from)}` : text;
  });
}

/** How many characters two texts begin with alike. @param {string} a @param {string} b */
function common(a, b) {
  let i = 0;
  while (i < a.length && a[i] === b[i]) {
    i++;
  }
  return i;
}
