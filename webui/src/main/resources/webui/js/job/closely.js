// @ts-check
import { get, jobPath } from "../lib/api.js";
import { Series } from "../lib/series.js";

/**
 * Some intervals of a run, as fine as the server has them; for a long run that is finer than the whole.
 *
 * @param {string} id the job's
 * @param {number} first an interval's index
 * @param {number} last
 */
export async function closely(id, first, last) {
  const source = new Series();
  source.take(await get(jobPath(id, `/series?figures=true&from=${first}&to=${last}`)));
  return source;
}
