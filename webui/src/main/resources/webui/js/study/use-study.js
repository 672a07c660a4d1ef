// @ts-check
/** A study as the server has it, asked for again while it goes on. */
import { useEffect, useState } from "../html.js";
import { get, studyPath } from "../lib/api.js";
import { isOver } from "../lib/states.js";

/** @typedef {import("../types.js").StudyView} StudyView */
/** @typedef {import("../types.js").StudyTable} StudyTable */

const EVERY_MILLIS = 2_000;

/**
 * @param {string} id
 * @returns {{study?: StudyView, table?: StudyTable, failure: string, take: (s: StudyView) => void}}
 */
export function useStudy(id) {
  const [study, setStudy] = useState(/** @type {StudyView | undefined} */ (undefined));
  const [table, setTable] = useState(/** @type {StudyTable | undefined} */ (undefined));
  const [failure, setFailure] = useState("");
  const over = study !== undefined && isOver(study.state);
  useEffect(() => {
    const load = () =>
      Promise.all([get(studyPath(id)), get(studyPath(id, "/table"))]).then(
        ([view, rows]) => {
          setStudy(view);
          setTable(rows);
          setFailure("");
        },
        (error) => setFailure(error.message),
      );
    load();
    if (over) {
      return undefined;
    }
    const timer = setInterval(() => document.hidden || load(), EVERY_MILLIS);
    return () => clearInterval(timer);
  }, [id, over]);
  return { study, table, failure, take: setStudy };
}
