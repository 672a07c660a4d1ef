// @ts-check
/** Studies on the overview; those that are chosen can be compared. */
import { html, useEffect, useState } from "../html.js";
import { get } from "../lib/api.js";
import { clock, count, NONE } from "../lib/format.js";
import { studyHref } from "../lib/router.js";
import { Badge } from "../ui/badge.js";
import { Filing } from "../ui/filing.js";
import { Section } from "../ui/section.js";
import { Table } from "../ui/table.js";
import { useChosen } from "./choose.js";

/** @typedef {import("../types.js").StudyView} StudyView */

const EVERY_MILLIS = 4_000;

export function Studies() {
  const [studies, setStudies] = useState(/** @type {StudyView[]} */ ([]));
  const { button, column } = useChosen();
  useEffect(() => {
    // A failure shows with the jobs, which come from the same server.
    const load = () =>
      get("/api/v1/studies").then(
        (d) => setStudies(d.studies),
        () => {},
      );
    load();
    const timer = setInterval(() => document.hidden || load(), EVERY_MILLIS);
    return () => clearInterval(timer);
  }, []);
  if (studies.length === 0) {
    return null;
  }
  return html`<${Section} id="studies-title" title="Studies" end=${studies.length > 1 && button}>
    <${Table} caption="Studies" columns=${[...COLUMNS, column]} rows=${studies}
      rowKey=${(/** @type {StudyView} */ study) => study.id} />
  <//>`;
}

/** @type {import("../ui/table.js").Column<StudyView>[]} */
const COLUMNS = [
  {
    label: "Study",
    head: true,
    cell: (s) => html`<a href=${studyHref(s.id)}>${s.name || s.title}</a>
      <small class="muted"> ${s.jobClass}</small>
      <${Filing} folder=${s.folder} tags=${s.tags} />`,
  },
  { label: "State", cell: (s) => html`<${Badge} word=${s.state} title=${s.reason} />` },
  { label: "Along", cell: (s) => s.axis },
  {
    label: "Steps done",
    number: true,
    cell: (s) => (s.plan.knee ? count(done(s)) : `${done(s)} of ${count(s.steps.length)}`),
  },
  { label: "Ended", number: true, cell: (s) => (s.endedAt ? clock(s.endedAt) : NONE) },
];

/** @param {StudyView} study */
function done(study) {
  return study.steps.filter((step) => step.state === "completed").length;
}
