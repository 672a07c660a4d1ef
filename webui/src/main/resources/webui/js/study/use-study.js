// @ts-check
/** A study as the server has it, asked for again while it goes on. */
import { useEffect, useState } from "../html.js";
import { get, studyPath } from "../lib/api.js";
import { isOver } from "../lib/states.js";

/** @typedef {import("../types.js").StudyView} StudyView */
/** @typedef {import("../types.js").StudyTable} StudyTable */
/** @typedef {import("../types.js").ReportDocument} Report */

const EVERY_MILLIS = 2_000;

/**
 * @param {string} id
 * @returns {{study?: StudyView, table?: StudyTable, report?: Report, failure: string,
 *   take: (s: StudyView) => void}}
 */
export function useStudy(id) {
  const [study, setStudy] = useState(/** @type {StudyView | undefined} */ (undefined));
  const [table, setTable] = useState(/** @type {StudyTable | undefined} */ (undefined));
  const [report, setReport] = useState(/** @type {Report | undefined} */ (undefined));
  const [failure, setFailure] = useState("");
  const over = study !== undefined && isOver(study.state);
  useEffect(() => {
    const load = () =>
      Promise.all(["", "/table", "/report"].map((tail) => get(studyPath(id, tail)))).then(
        ([view, rows, sections]) => {
          setStudy(view);
          setTable(rows);
          setReport(sections);
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
  return { study, table, report, failure, take: setStudy };
}
