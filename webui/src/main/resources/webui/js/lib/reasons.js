// @ts-check
/** Where a sentence of the server names other jobs. Pure. */

/** After these words, and up to the next part of the sentence, stand ids of jobs. */
const OTHERS = /\b(?:jobs?|run)\b/;
const ID = /([A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)/;

/**
 * A sentence in pieces; a piece that is the id of a known job has that id.
 *
 * @param {string} text
 * @param {Map<string, string>} names of jobs, by id
 * @returns {{text: string, id?: string}[]}
 */
export function piecesOf(text, names) {
  return text.split(/(?<=;)/).flatMap((part) => {
    const from = part.search(OTHERS);
    if (from < 0) {
      return [{ text: part }];
    }
    const words = part.slice(from).split(ID);
    return [
      { text: part.slice(0, from) },
      ...words.map((word) => (names.has(word) ? { text: names.get(word) ?? word, id: word } : { text: word })),
    ].filter((piece) => piece.text !== "");
  });
}

/** @param {string} text */
export const namesOthers = (text) => OTHERS.test(text);
