// @ts-check
/** A list of jobs, studies or groups that a query means, page by page, kept up to date while it is seen. */
import { useEffect, useRef, useState } from "../html.js";
import { get } from "../lib/api.js";

const PAGE = 50;
const EVERY_MILLIS = 4_000;

/** Longer lists are asked for anew by hand only. */
const MOST_AGAIN = 200;

/** The server gives no more at once, of studies and groups; `limit` of the API. */
const MOST_AT_ONCE = 200;

/**
 * @param {"jobs" | "studies" | "groups"} kind
 * @param {string} query empty for all
 * @returns {{rows: any[] | undefined, failure: any, more: (() => void) | undefined,
 *   reload: () => Promise<void>}} `failure` is what the last request threw; `more` brings the next page, if there is one; `reload` asks
 *   anew for those that are shown
 */
export function useFound(kind, query) {
  const [rows, setRows] = useState(/** @type {any[] | undefined} */ (undefined));
  const [next, setNext] = useState(/** @type {string | undefined} */ (undefined));
  const [failure, setFailure] = useState(/** @type {any} */ (undefined));
  const asked = useRef(0);
  const shown = useRef(0);
  /** @param {any[]} before @param {string} after @param {number} most */
  const ask = async (before, after, most) => {
    const number = ++asked.current;
    let found = before;
    let from = after;
    try {
      do {
        const limit = String(Math.min(MOST_AT_ONCE, before.length + most - found.length));
        const words = new URLSearchParams({ query, limit, ...(from && { after: from }) });
        const page = await get(`/api/v1/${kind}?${words}`);
        found = [...found, ...page[kind]];
        from = page.next ?? "";
      } while (from && found.length < before.length + most && number === asked.current);
      if (number === asked.current) {
        shown.current = found.length;
        setRows(found);
        setNext(from || undefined);
        setFailure(undefined);
      }
    } catch (error) {
      number === asked.current && setFailure(error);
    }
  };
  const reload = () => ask([], "", Math.max(PAGE, shown.current));
  useEffect(() => {
    shown.current = 0;
    setRows(undefined);
    setNext(undefined);
    setFailure(undefined);
    ask([], "", PAGE);
    const again = () => document.hidden || shown.current > MOST_AGAIN || reload();
    const timer = setInterval(again, EVERY_MILLIS);
    return () => {
      asked.current++;
      clearInterval(timer);
    };
  }, [kind, query]);
  return {
    rows,
    failure,
    more: next === undefined ? undefined : () => void ask(rows ?? [], next, PAGE),
    reload,
  };
}
