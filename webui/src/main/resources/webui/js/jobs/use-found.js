// @ts-check
/** The jobs that a query means, page by page. */
import { useEffect, useRef, useState } from "../html.js";
import { get } from "../lib/api.js";

/** @typedef {import("../types.js").JobView} JobView */

const PAGE = 50;

/**
 * @param {string} query `*` for all
 * @returns {{jobs: JobView[] | undefined, failure: string, more: (() => void) | undefined,
 *   reload: () => Promise<void>}} `more` brings the next page, where there is one; `reload` asks
 *   anew for as many as are shown
 */
export function useFound(query) {
  const [jobs, setJobs] = useState(/** @type {JobView[] | undefined} */ (undefined));
  const [next, setNext] = useState(/** @type {string | undefined} */ (undefined));
  const [failure, setFailure] = useState("");
  const asked = useRef(0);
  /** @param {JobView[]} before @param {string} behind @param {number} limit */
  const ask = async (before, behind, limit) => {
    const number = ++asked.current;
    const words = new URLSearchParams({ query: query, limit: String(limit) });
    behind && words.set("behind", behind);
    try {
      const page = await get(`/api/v1/jobs?${words}`);
      if (number === asked.current) {
        setJobs([...before, ...page.jobs]);
        setNext(page.next);
        setFailure("");
      }
    } catch (error) {
      if (number === asked.current) {
        setFailure(error instanceof Error ? error.message : String(error));
      }
    }
  };
  const reload = () => ask([], "", Math.min(1_000, Math.max(PAGE, jobs?.length ?? 0)));
  useEffect(() => {
    setJobs(undefined);
    ask([], "", PAGE);
  }, [query]);
  return {
    jobs,
    failure,
    more: next === undefined ? undefined : () => void ask(jobs ?? [], next, PAGE),
    reload,
  };
}
