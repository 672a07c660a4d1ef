// @ts-check
/** The first page of a list that a query means, asked for again and again while it is seen. */
import { useEffect, useState } from "../html.js";
import { get } from "../lib/api.js";

/**
 * @param {string} path
 * @param {string} query empty for all
 * @param {number} everyMillis
 * @returns {{list: any, failure: string}} the list as the server has it; why there is none
 */
export function useList(path, query, everyMillis) {
  const [list, setList] = useState(/** @type {any} */ (undefined));
  const [failure, setFailure] = useState("");
  useEffect(() => {
    let stale = false;
    const load = () =>
      get(`${path}?${new URLSearchParams({ query })}`).then(
        (answer) => {
          stale || setList(answer);
          stale || setFailure("");
        },
        (error) => stale || setFailure(error.message),
      );
    setList(undefined);
    setFailure("");
    load();
    const timer = setInterval(() => document.hidden || load(), everyMillis);
    return () => {
      stale = true;
      clearInterval(timer);
    };
  }, [path, query]);
  return { list, failure };
}
