// @ts-check
/**
 * Lengths of time as users write them: `250ms`, `30s`, `5m`, `2h`, `1d`, and sums such as `1h30m`.
 */

const PART = /(\d{1,12})(us|ms|s|m|h|d)/g;
const WHOLE = /^(?:\d{1,12}(?:us|ms|s|m|h|d)){1,6}$/;
const MILLIS = { us: 1e-3, ms: 1, s: 1e3, m: 6e4, h: 3.6e6, d: 8.64e7 };

/**
 * Milliseconds, or undefined where the text is no length of time; a bare number counts seconds.
 *
 * @param {string} text
 */
export function parseSpan(text) {
  const stripped = text.trim();
  if (/^\d{1,12}$/.test(stripped)) {
    return Number(stripped) * 1e3;
  }
  if (!WHOLE.test(stripped)) {
    return undefined;
  }
  let sum = 0;
  for (const [, amount, unit] of stripped.matchAll(PART)) {
    sum += Number(amount) * MILLIS[/** @type {keyof typeof MILLIS} */ (unit)];
  }
  return sum;
}
