// @ts-check
/** Figures as texts. Pure; always the same notation, whatever the browser's language. */

const GROUPED = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** What stands where nothing is known. */
export const NONE = "–";

/** @param {number | null | undefined} value @returns {value is number} */
function known(value) {
  return typeof value === "number" && Number.isFinite(value);
}

/** A count: `12,345`. @param {number | null | undefined} value */
export function count(value) {
  return known(value) ? GROUPED.format(value) : NONE;
}

/**
 * A rate or any figure to three or four digits: `3.21`, `45.6`, `12,345`.
 *
 * @param {number | null | undefined} value
 */
export function figure(value) {
  if (!known(value)) {
    return NONE;
  }
  const size = Math.abs(value);
  if (size === 0) {
    return "0";
  }
  return size >= 100 ? GROUPED.format(value) : value.toFixed(size >= 10 ? 1 : size >= 1 ? 2 : 3);
}

/** @type {[number, string][]} */
const THOUSANDS = [
  [1e9, "G"],
  [1e6, "M"],
  [1e4, "k"],
];

/** A figure for an axis: `950`, `1,500`, `12k`, `1.25M`, as reports have it. @param {number} value */
export function short(value) {
  const size = Math.abs(value);
  if (size >= 100 && size < 1e4) {
    return GROUPED.format(value);
  }
  const rounded = Number(value.toPrecision(3));
  const [from, letter] = THOUSANDS.find(([from]) => Math.abs(rounded) >= from) ?? [1, ""];
  const shown = rounded / (from === 1e4 ? 1e3 : from);
  // Dividing may leave digits that nobody rounded to.
  return trim(shown.toFixed(9)).replace(/^-0$/, "0") + letter;
}

/** @param {string} text */
function trim(text) {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

const BEYOND = "> 1 h";

/** Whether a latency is longer than any that is told apart. @param {number} millis */
function beyond(millis) {
  return millis > 3_600_000;
}

/**
 * Milliseconds without their unit, rounded as the server's sentences and the command line have them:
 * three digits after the point below 10 ms, two below 1 s, one above: `0.412`, `45.68`, `1,204.3`.
 *
 * @param {number | null | undefined} value
 */
export function millis(value) {
  if (!known(value)) {
    return NONE;
  }
  if (beyond(value)) {
    return BEYOND;
  }
  const digits = value < 10 ? 3 : value < 1_000 ? 2 : 1;
  return value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/**
 * A latency with its unit: `0.412 ms`, `45.68 ms`, `1,204.3 ms`.
 *
 * @param {number | null | undefined} value in ms
 */
export function latency(value) {
  return !known(value) || beyond(value) ? millis(value) : `${millis(value)} ms`;
}

/** How a chart says its figures. @param {string} unit @returns {(value: number) => string} */
export function inUnit(unit) {
  return unit === "ms" ? millis : unit === "B" || unit.startsWith("B ") ? bytes : figure;
}

/** A share of 1 as percent; negative where unknown. @param {number | null | undefined} value */
export function percent(value) {
  return known(value) && value >= 0 ? `${(value * 100).toFixed(value < 0.1 ? 1 : 0)} %` : NONE;
}

/**
 * A part of a whole in percent, never rounded to 0 or 100.
 *
 * @param {number} part
 * @param {number} whole
 */
export function ratio(part, whole) {
  if (!(whole > 0)) {
    return NONE;
  }
  const value = (100 * part) / whole;
  if (value > 0 && value < 0.01) {
    return "< 0.01 %";
  }
  return value < 100 && value > 99.99 ? "> 99.99 %" : `${trim(value.toFixed(2))} %`;
}

const UNITS = /** @type {const} */ ([
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1_000],
  ["ms", 1],
]);

/**
 * A length of time in its two largest units: `1 h 30 min`, `2.5 s`, `250 ms`.
 *
 * @param {number | null | undefined} value in ms
 */
export function span(value) {
  if (!known(value)) {
    return NONE;
  }
  const rounded = value >= 10_000 ? Math.round(value / 1e3) * 1e3 : Math.round(value);
  const first = UNITS.findIndex(([, size]) => rounded >= size);
  if (first < 0) {
    return "0 s";
  }
  const [unit, size] = UNITS[first];
  if (unit === "s") {
    return `${rounded / size} s`;
  }
  const next = UNITS[first + 1];
  const rest = next ? Math.floor((rounded % size) / next[1]) : 0;
  const head = `${Math.floor(rounded / size)} ${unit}`;
  return rest > 0 ? `${head} ${rest} ${next[0]}` : head;
}

/**
 * A moment on the run's axis: `0:05`, `12:30`, `1:02:03`, `2d 03:00`.
 *
 * @param {number} seconds from the common start
 */
export function elapsed(seconds) {
  const whole = Math.max(0, Math.floor(seconds + 1e-6));
  const days = Math.floor(whole / 86_400);
  const hours = Math.floor(whole / 3_600) % 24;
  const minutes = Math.floor(whole / 60) % 60;
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  if (days > 0) {
    return `${days}d ${two(hours)}:${two(minutes)}`;
  }
  const tail = `${two(whole % 60)}`;
  return hours > 0 ? `${hours}:${two(minutes)}:${tail}` : `${minutes}:${tail}`;
}

/**
 * A moment in local time: `14:03:22`, with the date where it is another day.
 *
 * @param {string | undefined} iso
 * @param {Date} now
 */
export function clock(iso, now = new Date()) {
  const at = iso ? new Date(iso) : undefined;
  if (!at || Number.isNaN(at.getTime())) {
    return NONE;
  }
  const time = at.toLocaleTimeString("en-GB");
  return at.toDateString() === now.toDateString() ? time : `${day(at)} ${time.slice(0, 5)}`;
}

/** @param {Date} at */
function day(at) {
  return at.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });
}

/**
 * How long ago: `just now`, `2 min 5 s ago`.
 *
 * @param {string | undefined} iso
 * @param {number} now in epoch ms
 */
export function ago(iso, now = Date.now()) {
  const passed = now - Date.parse(iso ?? "");
  if (Number.isNaN(passed)) {
    return NONE;
  }
  return passed < 2_000 ? "just now" : `${span(Math.floor(passed / 1e3) * 1e3)} ago`;
}

/** Bytes: `512 MiB`, `15.6 GiB`, `1.53 GiB`, as the terminal tells them. @param {number} value */
export function bytes(value) {
  if (!known(value)) {
    return NONE;
  }
  const names = ["B", "KiB", "MiB", "GiB", "TiB"];
  const power = value < 1 ? 0 : Math.min(names.length - 1, Math.floor(Math.log2(value) / 10));
  const shown = value / 2 ** (10 * power);
  return `${trim(shown.toFixed(shown < 10 ? 2 : 1))} ${names[power]}`;
}

/**
 * The server's clock minus an agent's, with the bound of the error: `0.12 ± 0.21 ms`; where it is far more than
 * that, without: `−3 h 2 min`.
 *
 * @param {{clockOffsetMillis: number, clockErrorMillis: number}} measured
 */
export function clockOffset({ clockOffsetMillis, clockErrorMillis }) {
  if (Math.abs(clockOffsetMillis) >= 10_000) {
    return `${clockOffsetMillis < 0 ? "−" : ""}${span(Math.abs(clockOffsetMillis))}`;
  }
  return known(clockOffsetMillis) && known(clockErrorMillis)
    ? `${withMinus(clockOffsetMillis.toFixed(2))} ± ${clockErrorMillis.toFixed(2)} ms`
    : NONE;
}

/** With the sign that is as wide as a plus, in the place of a hyphen. @param {string} text */
function withMinus(text) {
  return text.replace("-", "−");
}

/** `1 agent`, `2 agents`. @param {number} n @param {string} one @param {string} [many] */
export function plural(n, one, many = one + "s") {
  return `${count(n)} ${n === 1 ? one : many}`;
}

/** `LOCK_WAIT` as people read it: `lock wait`. @param {string} word */
export function words(word) {
  return word.toLowerCase().replaceAll("_", " ");
}
