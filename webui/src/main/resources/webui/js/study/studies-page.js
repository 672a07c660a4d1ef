// @ts-check
/** All studies; those that are chosen can be compared. */
import { html } from "../html.js";
import { beside, shared } from "../lib/alike.js";
import { studyPath } from "../lib/api.js";
import { clock, count, NONE, plural } from "../lib/format.js";
import { jobHref, studiesHref, studyHref } from "../lib/router.js";
import { Badge } from "../ui/badge.js";
import { bringBack, meansDeleted } from "../ui/bring-back.js";
import { Filing } from "../ui/filing.js";
import { FoundList, NothingFound } from "../ui/found-list.js";
import { useTitle } from "../ui/hooks.js";
import { Empty } from "../ui/notice.js";
import { STUDIES } from "../ui/orders.js";
import { PageHead } from "../ui/page-head.js";
import { Search } from "../ui/search.js";
import { placeWords, stepWords } from "./places.js";

/** @typedef {import("../types.js").StudyView} StudyView */

/** How many steps a row shows. */
const MOST_STEPS = 8;

/** @type {[string, string][]} */
const USUAL = [
  ["All", ""],
  ["Running", "state:running"],
  ["Failed", "outcome:failed"],
  ["Last 7 days", "since:7d"],
  ["Deleted", "state:deleted"],
];

/** @param {{query: string}} props */
export function StudiesPage({ query }) {
  useTitle("Studies");
  const deleted = meansDeleted(query);
  return html`<${PageHead} title="Studies" note="One job, run several times: along threads, a rate or any parameter, or in search of the knee." />
    <${Search} query=${query} href=${studiesHref} label="Which studies" usual=${USUAL}
      placeholder="words, tag:best NOT folder:nightly (class:tpcc OR target:db1) since:7d" />
    <${FoundList} kind=${STUDIES} query=${query} columns=${deleted ? deletedColumns : columns}
      empty=${html`<${NoStudies} query=${query} />`} deleted=${deleted} />`;
}

/** @param {{query: string}} props */
function NoStudies({ query }) {
  if (query) {
    return html`<${NothingFound} kind=${STUDIES} query=${query} all=${studiesHref("")} />`;
  }
  return html`<${Empty} title="No study yet.">
    <p>A study runs one job several times: with more and more threads, over a range of any parameter, or in search
      of the highest rate that the database sustains.</p>
    <p>Give a <a href="/new">new job</a> several numbers of threads, such as 1,2,4,8, or fill in its section <em>Study</em>.</p>
    <p class="actions"><a class="button button-main" href="/new">New study</a></p>
  <//>`;
}

/** @param {StudyView[]} studies @returns {import("../ui/table.js").Column<StudyView>[]} */
function columns(studies) {
  const names = shared(studies);
  return [
    {
      label: "Study",
      head: true,
      cell: (s) => html`<a href=${studyHref(s.id)}>${s.name || s.title}</a>
        <small class="muted"> ${beside(s, names)}</small>
        <${Filing} folder=${s.folder} tags=${s.tags} />`,
    },
    ...FIGURES,
  ];
}

/** Their steps went with them. @param {StudyView[]} studies @returns {import("../ui/table.js").Column<StudyView>[]} */
function deletedColumns(studies) {
  const names = shared(studies);
  return [
    {
      label: "Study",
      head: true,
      cell: (s) => html`${s.name || s.title} <small class="muted">${beside(s, names)}</small>
        <${Filing} folder=${s.folder} tags=${s.tags} />`,
    },
    STATE,
    ALONG,
    { label: "Steps", number: true, cell: (s) => count(s.steps.length) },
    ENDED,
    bringBack(studyPath, studyHref),
  ];
}

/** @type {import("../ui/table.js").Column<StudyView>} */
const STATE = { label: "State", phone: "bare", cell: (s) => html`<${Badge} word=${s.state} title=${s.reason} />` };
/** @type {import("../ui/table.js").Column<StudyView>} */
const ALONG = { label: "Along", cell: (s) => s.axis };
/** @type {import("../ui/table.js").Column<StudyView>} */
const ENDED = { label: "Ended", number: true, cell: (s) => (s.endedAt ? clock(s.endedAt) : NONE) };

/** @type {import("../ui/table.js").Column<StudyView>[]} */
const FIGURES = [
  STATE,
  ALONG,
  { label: "Done", number: true, cell: (s) => html`${stepsDone(s)}<${Steps} study=${s} />` },
  ENDED,
];

/** @param {{study: StudyView}} props */
function Steps({ study }) {
  const { shown, more } = stepWords(study.steps, MOST_STEPS);
  const each = shown.map(({ job, words }, i) =>
    job
      ? html`<a key=${i} href=${jobHref(job)} title=${placeWords(study.steps[i].point)}>${words}</a>`
      : html`<span key=${i} class="muted">${words}</span>`,
  );
  const rest = more > 0 && html`<span class="muted">and ${count(more)} more</span>`;
  return shown.length > 0 && html`<div class="study-steps">${each}${rest}</div>`;
}

/** How many steps are measured: `3 of 8 steps`, and of a search, whose end nobody knows, `1 step`. @param {StudyView} study */
function done(study) {
  return study.steps.filter((step) => step.state === "completed").length;
}

/** @param {StudyView} study */
export function stepsDone(study) {
  return study.plan.knee ? plural(done(study), "step") : `${done(study)} of ${plural(study.steps.length, "step")}`;
}
