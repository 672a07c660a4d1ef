// @ts-check
/** Why a change of a load was refused, in the words of the fields that caused it. Pure. */

/** @typedef {import("../lib/api.js").ApiError} ApiError */
/** @typedef {{field: string, sentence: string}} Refusal `field` is empty where none of those given is the cause */

/**
 * @param {ApiError} error
 * @param {string[]} given names of the fields that were sent, in the order in which they are shown
 * @returns {Refusal[]} at least one, and in that order
 */
export function refusalsOf({ message, problems = [] }, given) {
  const refusals = problems.map(({ where, what, mend }) => {
    const [, field = "", part] = where.split("/");
    return { field, sentence: part ? `${part}: ${what}; ${mend}.` : capital(`${what}; ${mend}.`) };
  });
  const caused = given.flatMap((name) => refusals.filter(({ field }) => field === name));
  if (caused.length > 0) {
    return caused;
  }
  // A conflict with what goes on has only its sentence.
  const [, field = "", said = ""] = message.match(/^\/([^/:]+): (.*)$/s) ?? [];
  return [given.includes(field) ? { field, sentence: capital(said) } : { field: "", sentence: message }];
}

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
