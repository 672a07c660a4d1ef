// @ts-check
/** A study or a group as the server has it, asked for again while it goes on. */
import { useEffect, useState } from "../html.js";
import { get } from "../lib/api.js";
import { isOver } from "../lib/states.js";

const EVERY_MILLIS = 1_000;

/** A server needs longer for the results of a study. */
const EVERY_MILLIS_WITH_MORE = 2_000;

/** @type {string[]} */
const ALONE = [];

/**
 * @template {{state: string}} W
 * @param {string} path of it
 * @param {string[]} [tails] of the paths of what is asked for together with it; always the same list
 * @returns {{work?: W, more: any[], failure: string, take: (work: W) => void}} `more` is empty until
 *   all has come
 */
export function useWork(path, tails = ALONE) {
  const [work, setWork] = useState(/** @type {W | undefined} */ (undefined));
  const [more, setMore] = useState(/** @type {any[]} */ ([]));
  const [failure, setFailure] = useState("");
  const over = work !== undefined && isOver(work.state);
  useEffect(() => {
    const load = () =>
      Promise.all(["", ...tails].map((tail) => get(path + tail))).then(
        ([view, ...others]) => {
          setWork(view);
          setMore(others);
          setFailure("");
        },
        (error) => setFailure(error.message),
      );
    load();
    if (over) {
      return undefined;
    }
    const pause = tails.length === 0 ? EVERY_MILLIS : EVERY_MILLIS_WITH_MORE;
    const timer = setInterval(() => document.hidden || load(), pause);
    return () => clearInterval(timer);
  }, [path, tails, over]);
  return { work, more, failure, take: setWork };
}
