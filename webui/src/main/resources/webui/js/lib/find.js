// @ts-check
/** Finding one of many by typing. Pure. */

/**
 * @typedef {object} Findable
 * @property {string} value
 * @property {string} title
 * @property {string} help one line that tells it from the others
 */

/**
 * Those that hold every typed word, best first: a word at the beginning of its id or title counts more
 * than one within, and both more than one in the help.
 *
 * @template {Findable} T
 * @param {T[]} all
 * @param {string} typed
 * @returns {T[]} all of them, in their order, where nothing is typed
 */
export function found(all, typed) {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) {
    return all;
  }
  return all
    .map((one) => ({ one, rank: rank(one, words) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .map(({ one }) => one);
}

/** How well it fits; 0 where a word is missing. @param {Findable} one @param {string[]} words */
function rank({ value, title, help }, words) {
  const names = ` ${value} ${title}`.toLowerCase();
  const ranks = words.map((word) => {
    if (names.includes(word)) {
      return names.includes(` ${word}`) ? 3 : 2;
    }
    return help.toLowerCase().includes(word) ? 1 : 0;
  });
  return ranks.includes(0) ? 0 : ranks.reduce((/** @type {number} */ sum, one) => sum + one, 0);
}
