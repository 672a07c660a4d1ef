// @ts-check
/** Recently finished work on the overview: jobs, and each study as one row instead of its steps. */
import { html } from "../html.js";
import { clock, NONE } from "../lib/format.js";
import { studyHref } from "../lib/router.js";
import { jobColumns } from "../jobs/columns.js";
import { stepsDone } from "../study/studies-page.js";
import { Badge } from "../ui/badge.js";
import { Filing } from "../ui/filing.js";
import { Section } from "../ui/section.js";
import { Table } from "../ui/table.js";

/** @typedef {import("../types.js").JobView} JobView */
/** @typedef {import("../types.js").StudyView} StudyView */

const ROWS = 5;

/** A study's cells in the columns of a list of jobs. @type {Record<string, (study: StudyView) => any>} */
const OF_STUDY = {
  Job: (study) => html`<a href=${studyHref(study.id)}>${study.name || study.title}</a>
    <small class="muted"> ${study.jobClass} along ${study.axis} · ${stepsDone(study)} done</small>
    <${Filing} folder=${study.folder} tags=${study.tags} />`,
  Outcome: (study) => html`<${Badge} word=${study.state} title=${study.reason} />`,
  "tx/s": () => NONE,
  p95: () => NONE,
  Ended: (study) => html`<time class="nowrap" dateTime=${study.endedAt}>${clock(study.endedAt)}</time>`,
};

/**
 * The columns of a list of jobs that have room here.
 *
 * @param {(JobView | StudyView)[]} rows @returns {import("../ui/table.js").Column<JobView | StudyView>[]}
 */
const columns = (rows) =>
  jobColumns(/** @type {JobView[]} */ (rows.filter((row) => !("steps" in row))))
    .filter(({ label }) => label in OF_STUDY)
    .map((column) => ({
      ...column,
      cell: (row) => ("steps" in row ? OF_STUDY[column.label](row) : column.cell(row)),
    }));

/** @param {{rows: (JobView | StudyView)[]}} props finished work, newest first */
export function Ended({ rows }) {
  if (rows.length === 0) {
    return null;
  }
  const shown = rows.slice(0, ROWS);
  return html`<${Section} id="ended-title" title="Recently finished" end=${html`<a href="/jobs">All jobs</a>`}>
    <${Table} caption="Jobs and studies that finished recently" columns=${columns(shown)} rows=${shown}
      rowKey=${(/** @type {JobView | StudyView} */ row) => row.id} />
  <//>`;
}
