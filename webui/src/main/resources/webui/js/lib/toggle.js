// @ts-check
/** Which of several things are hidden. Pure. */

/**
 * Which are hidden once one is pressed: it changes sides, and where none would be left all are shown again.
 *
 * @param {string[]} all
 * @param {Set<string>} hidden
 * @param {string} one
 * @returns {Set<string>}
 */
export function toggled(all, hidden, one) {
  const next = new Set(hidden);
  if (!next.delete(one)) {
    next.add(one);
  }
  return next.size < all.length ? next : new Set();
}
