// @ts-check
/** Marks on a run's axis. */

/** @typedef {import("../types.js").Mark} Mark */

/** Names a mark on its page. @param {Mark} mark */
export function markKey({ id, kind, atMillis }) {
  return `${id} ${kind} ${atMillis}`;
}

/** What happened, after the name of the one who did it. @param {Mark} mark */
export function inWords({ who, text }) {
  return who ? `${who}: ${text}` : text;
}
