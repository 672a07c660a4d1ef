// @ts-check
/** How a line of a chart is told from the others: by its colour and by its dashes. */

const COLOURS = 7;
/** @type {(number[] | undefined)[]} */
const DASHES = [undefined, [7, 3], [2, 3], [9, 3, 2, 3]];

/** @param {number} line its number in the chart */
export const look = (line) => ({
  colour: `--c${(line % COLOURS) + 1}`,
  dash: DASHES[line % DASHES.length],
});
