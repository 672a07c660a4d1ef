// @ts-check
/** The actions on selected rows and their words, declared once for each kind of list. */
import { compareHref } from "../lib/router.js";

/**
 * @typedef {object} Order
 * @property {string} order its name in the API
 * @property {string} label
 * @property {string} done the word for it once it is done, such as `deleted`
 * @property {boolean} [asks] whether the user has to confirm it
 * @property {string} [undo] the action that takes it back
 */

/**
 * @typedef {object} Orderable
 * @property {string} one
 * @property {string} many as in the API's addresses
 * @property {Order[]} orders in the order of their buttons
 * @property {Order[]} [ofDeleted] what can be ordered of those that are deleted
 * @property {boolean} [filed] whether they can be given tags
 * @property {(first: string, ...others: string[]) => string} [compared] where they are compared
 */

/** At most this many are named with one reason. */
const NAMED = 3;

/**
 * Why some of them could not do it: each reason once, with who has it.
 *
 * @param {Orderable} kind
 * @param {import("../types.js").Ordered[]} items
 */
export function refusals({ one }, items) {
  /** @type {Map<string, string[]>} */
  const whose = new Map();
  for (const { id, problem } of items) {
    if (problem) {
      const reason = problem.replace(`${one} ${id}: `, "");
      whose.set(reason, [...(whose.get(reason) ?? []), id]);
    }
  }
  return [...whose].map(([reason, ids]) => {
    const more = ids.length - NAMED;
    return `${ids.slice(0, NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}: ${reason}`;
  });
}

/** @type {Order} */
const RERUN = { order: "rerun", label: "Run again", done: "submitted once more" };
/** @type {Order} */
const ENABLE = { order: "enable", label: "Enable", done: "enabled" };
/** @type {Order} */
const DISABLE = { order: "disable", label: "Disable", done: "disabled" };
/** @type {Order} */
const CANCEL = { order: "cancel", label: "Cancel", done: "cancelled", asks: true };
/** @type {Order} */
const PAUSE = { order: "pause", label: "Pause", done: "paused" };
/** @type {Order} */
const RESUME = { order: "resume", label: "Resume", done: "resumed" };

/** @type {Order} */
const DELETE = { order: "delete", label: "Delete", done: "deleted", undo: "restore" };
/** @type {Order[]} */
const OF_DELETED = [{ order: "restore", label: "Bring back", done: "brought back" }];

/** @type {Orderable} */
export const JOBS = {
  one: "job",
  many: "jobs",
  orders: [RERUN, ENABLE, DISABLE, CANCEL, DELETE],
  ofDeleted: OF_DELETED,
  filed: true,
  compared: compareHref,
};

/** @type {Orderable} */
export const STUDIES = {
  one: "study",
  many: "studies",
  orders: [PAUSE, RESUME, CANCEL, DELETE],
  ofDeleted: OF_DELETED,
  compared: compareHref,
};

/** @type {Orderable} */
export const GROUPS = {
  one: "group",
  many: "groups",
  orders: [
    RERUN,
    PAUSE,
    RESUME,
    ENABLE,
    DISABLE,
    { order: "stop", label: "Stop", done: "stopped", asks: true },
    { ...DELETE, done: "deleted; their jobs and studies stay" },
  ],
  ofDeleted: OF_DELETED,
};
