// @ts-check
/** Numbers of threads as people write them: `8`, or the steps of a ladder as `1, 2, 4, 8`. Pure. */

const MOST_THREADS = 10_000;
const MOST_STEPS = 100;

/**
 * @param {string} text
 * @returns {number[] | undefined} undefined where it is no list of whole numbers
 */
export function parseThreads(text) {
  const parts = text.split(",").map((part) => part.trim());
  return parts.every((part) => /^\d{1,9}$/.test(part)) ? parts.map(Number) : undefined;
}

/** What is wrong with such a text, in a few words; empty where nothing is. @param {string} text */
export function threadsComplaint(text) {
  if (text.trim() === "") {
    return "needed";
  }
  const threads = parseThreads(text);
  if (!threads) {
    return "not a whole number, nor several parted by commas";
  }
  if (threads.some((n) => n < 1)) {
    return "less than 1";
  }
  if (threads.some((n) => n > MOST_THREADS)) {
    return `more than ${MOST_THREADS}`;
  }
  if (new Set(threads).size < threads.length) {
    return "a number stands there twice";
  }
  return threads.length > MOST_STEPS ? `more than ${MOST_STEPS} steps` : "";
}
