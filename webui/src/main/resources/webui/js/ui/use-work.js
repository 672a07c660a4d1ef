// @ts-check
/** A study or a group as the server has it, asked for again while it goes on. */
import { useEffect, useState } from "../html.js";
import { get } from "../lib/api.js";
import { isOver } from "../lib/states.js";

const EVERY_MILLIS = 1_000;

/** A server needs longer for the results of a study. */
const EVERY_MILLIS_WITH_MORE = 2_000;

/**
 * @template {{state: string}} W
 * @template [M=undefined]
 * @param {string} path of it
 * @param {string} [more] what is asked for together with it
 * @returns {{work?: W, more?: M, failure: string, take: (work: W) => void}}
 */
export function useWork(path, more) {
  const [work, setWork] = useState(/** @type {W | undefined} */ (undefined));
  const [beside, setBeside] = useState(/** @type {M | undefined} */ (undefined));
  const [failure, setFailure] = useState("");
  const over = work !== undefined && isOver(work.state);
  useEffect(() => {
    const load = () =>
      Promise.all([get(path), more === undefined ? undefined : get(more)]).then(
        ([view, others]) => {
          setWork(view);
          setBeside(others);
          setFailure("");
        },
        (error) => setFailure(error.message),
      );
    load();
    if (over) {
      return undefined;
    }
    const pause = more === undefined ? EVERY_MILLIS : EVERY_MILLIS_WITH_MORE;
    const timer = setInterval(() => document.hidden || load(), pause);
    return () => clearInterval(timer);
  }, [path, more, over]);
  return { work, more: beside, failure, take: setWork };
}
