// @ts-check
/** Marks on a run's axis. */

/** @typedef {import("../types.js").Mark} Mark */

/** Names a mark on its page. @param {Mark} mark */
export function markKey({ id, kind, atMillis }) {
  return `${id} ${kind} ${atMillis}`;
}

/** What happened, behind whose it is. @param {Mark} mark */
export function inWords({ who, text }) {
  return who ? `${who}: ${text}` : text;
}
