// @ts-check
/** Why a change of a load was refused, in the words of the field that caused it. Pure. */

/** @typedef {import("../lib/api.js").ApiError} ApiError */
/** @typedef {{field: string, sentence: string}} Refusal `field` is empty where none of those given is the cause */

/**
 * @param {ApiError} error
 * @param {string[]} given names of the fields that were sent
 * @returns {Refusal}
 */
export function refusalOf({ message, problems = [] }, given) {
  for (const { where, what, mend } of problems) {
    const [, field = "", part] = where.split("/");
    if (given.includes(field)) {
      return { field, sentence: part ? `${part}: ${what}; ${mend}.` : capital(`${what}; ${mend}.`) };
    }
  }
  // A conflict with what goes on has only its sentence.
  const [, field = "", said = ""] = message.match(/^\/([^/:]+): (.*)$/s) ?? [];
  return given.includes(field) ? { field, sentence: capital(said) } : { field: "", sentence: message };
}

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
