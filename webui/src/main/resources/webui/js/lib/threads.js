// @ts-check
/** Numbers of threads as people write them: `8`, or the steps of a ladder as `1, 2, 4, 8`. Pure. */

/**
 * @param {string} text
 * @returns {number[] | undefined} undefined if it is not a list of whole numbers
 */
export function parseThreads(text) {
  const parts = text.split(",").map((part) => part.trim());
  return parts.every((part) => /^\d{1,9}$/.test(part)) ? parts.map(Number) : undefined;
}
