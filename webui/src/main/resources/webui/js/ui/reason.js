// @ts-check
/** Why something waits: other jobs in it by their names, as links. */
import { html, useEffect, useState } from "../html.js";
import { get } from "../lib/api.js";
import { namesOthers, piecesOf } from "../lib/reasons.js";
import { jobHref } from "../lib/router.js";

const FRESH_MILLIS = 5_000;

/** @typedef {Map<string, string>} Names of jobs, by id */

let asked = { at: -FRESH_MILLIS, names: /** @type {Promise<Names>} */ (Promise.resolve(new Map())) };

/** Those that others can wait for; a list of many reasons asks once. @returns {Promise<Names>} */
function jobNames() {
  const now = performance.now();
  if (now - asked.at >= FRESH_MILLIS) {
    const names = get("/api/v1/jobs").then(
      ({ jobs }) =>
        new Map(jobs.map((/** @type {import("../types.js").JobView} */ job) => [job.id, job.name || job.id])),
    );
    asked = { at: now, names };
  }
  return asked.names;
}

/** @param {boolean} wanted @param {string} of what they are wanted for @returns {Names} none before they are there */
export function useJobNames(wanted, of) {
  const [names, setNames] = useState(/** @type {Names} */ (new Map()));
  useEffect(() => {
    if (wanted) {
      jobNames().then(setNames, () => {});
    }
  }, [of]);
  return names;
}

/** @param {{text: string}} props */
export function Reason({ text }) {
  const names = useJobNames(namesOthers(text), text);
  return piecesOf(text, names).map(({ text: words, id }, i) =>
    id ? html`<a key=${i} href=${jobHref(id)} title=${id}>${words}</a>` : words,
  );
}
