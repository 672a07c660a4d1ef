// @ts-check
/** Studies on the overview; two that are chosen can be compared. */
import { html, useEffect, useState } from "../html.js";
import { get } from "../lib/api.js";
import { clock, count, NONE } from "../lib/format.js";
import { compareHref, go, studyHref } from "../lib/router.js";
import { Badge } from "../ui/badge.js";
import { Section } from "../ui/section.js";
import { Table } from "../ui/table.js";

/** @typedef {import("../types.js").StudyView} StudyView */

const EVERY_MILLIS = 4_000;

export function Studies() {
  const [studies, setStudies] = useState(/** @type {StudyView[]} */ ([]));
  const [chosen, setChosen] = useState(/** @type {string[]} */ ([]));
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
  /** The two chosen last. @param {string} id @param {boolean} on */
  const choose = (id, on) =>
    setChosen((old) => [...old.filter((other) => other !== id), ...(on ? [id] : [])].slice(-2));
  return html`<${Section} id="studies-title" title="Studies"
    end=${studies.length > 1 && html`<${CompareButton} chosen=${chosen} />`}>
    <${Table} caption="Studies" columns=${columns(chosen, choose)} rows=${studies}
      rowKey=${(/** @type {StudyView} */ study) => study.id} />
  <//>`;
}

/** @param {{chosen: string[]}} props */
function CompareButton({ chosen }) {
  const [a, b] = chosen;
  return html`<button class="button" type="button" disabled=${chosen.length < 2}
    onClick=${() => go(compareHref(a, b))}>Compare two</button>`;
}

/**
 * @param {string[]} chosen
 * @param {(id: string, on: boolean) => void} choose
 * @returns {import("../ui/table.js").Column<StudyView>[]}
 */
function columns(chosen, choose) {
  return [
    {
      label: "Study",
      head: true,
      cell: (s) => html`<a href=${studyHref(s.id)}>${s.name || s.title}</a>
        <small class="muted"> ${s.jobClass}</small>`,
    },
    { label: "State", cell: (s) => html`<${Badge} word=${s.state} title=${s.reason} />` },
    { label: "Threads", cell: (s) => s.steps.map((step) => step.threads).join(", ") },
    { label: "Steps done", number: true, cell: (s) => `${done(s)} of ${count(s.steps.length)}` },
    { label: "Ended", number: true, cell: (s) => (s.endedAt ? clock(s.endedAt) : NONE) },
    {
      label: "Compare",
      cell: (s) => html`<input type="checkbox" checked=${chosen.includes(s.id)}
        aria-label=${`Compare ${s.name || s.title}, ${s.id}`}
        onChange=${(/** @type {any} */ event) => choose(s.id, event.target.checked)} />`,
    },
  ];
}

/** @param {StudyView} study */
function done(study) {
  return study.steps.filter((step) => step.state === "completed").length;
}
