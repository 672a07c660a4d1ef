// @ts-check
/** The steps of a study as a table: what each gave, or where it is. */
import { html } from "../html.js";
import { words } from "../lib/states.js";
import { count, figure, millis, NONE, percent } from "../lib/format.js";
import { jobHref } from "../lib/router.js";
import { placeWords } from "./places.js";
import { Badge } from "../ui/badge.js";
import { Table } from "../ui/table.js";

/** @typedef {import("../types.js").StudyView} StudyView */
/** @typedef {import("../types.js").StudyTable} StudyTable */
/** @typedef {import("../types.js").StudyTableRow} StudyRow */
/** @typedef {import("../types.js").StudyStepView & {row?: StudyRow, peak: boolean}} Shown */

/** @param {{study: StudyView, table: StudyTable, peak?: string}} props `peak` is the best step's run */
export function StepTable({ study, table, peak }) {
  /** @type {Shown[]} */
  const steps = study.steps.map((step) => ({
    ...step,
    row: table.rows.find((row) => row.runId === step.jobId),
    peak: step.jobId === peak,
  }));
  const columns = [
    ...FIRST.filter(({ label }) => label !== "Verdict" || study.plan.knee),
    ...table.columns.filter(({ group }) => !group).map(numberColumn),
  ];
  return html`<div class="sideways" tabindex="0" role="group" aria-label="Table of the steps">
      <${Table} caption="Steps of the study" columns=${columns} rows=${steps}
        rowKey=${(/** @type {Shown} */ step) => step.jobId} />
    </div>`;
}

/** @typedef {import("../types.js").StudyColumn} StudyColumn */

/** @param {StudyColumn} column */
export function columnHeading({ label, unit }) {
  const told = ["", "%", "×"].includes(unit) || label.endsWith(unit);
  return told ? label.replace(/ %$/, "") : label + (unit.startsWith("/") ? unit : ` ${unit}`);
}

/** @param {StudyColumn} column @param {number} [value] */
export function columnText({ unit }, value = NaN) {
  const whole = unit === "" && Number.isInteger(value);
  return unit === "%" ? percent(value / 100) : unit === "ms" ? millis(value) : whole ? count(value) : figure(value);
}

/** @param {StudyColumn} column @returns {import("../ui/table.js").Column<Shown>} */
function numberColumn(column) {
  const words = of(({ numbers }) => columnText(column, numbers[column.id]));
  return {
    label: columnHeading(column),
    title: column.help || undefined,
    number: true,
    cell: column.id === "throughput" ? (step) => html`<strong>${words(step)}</strong>` : words,
  };
}

/** @param {Shown} props */
function State({ jobId, state, reason }) {
  return state === "planned"
    ? html`<span class="muted">planned</span>`
    : html`<a href=${jobHref(jobId)} aria-label=${`Job ${jobId}: ${state}`}>
        <${Badge} word=${state} title=${reason} />
      </a>`;
}

/** @param {(row: StudyRow) => any} cell @returns {(step: Shown) => any} */
const of =
  (cell) =>
  ({ row }) =>
    row ? cell(row) : NONE;

/** @type {Record<string, "good" | "bad" | "warn">} */
const VERDICTS = { MET: "good", MISSED: "bad", VOID: "warn" };

/** Broken between its parts only. @param {{point: import("./places.js").StudyPoint}} props */
function Place({ point }) {
  return placeWords(point).split(", ").map((part, i, all) => html`${i > 0 && " "}<span class="nowrap">${part}${i < all.length - 1 && ","}</span>`);
}

/** What says whether numbers can be trusted is in sight when there are many of them. @type {import("../ui/table.js").Column<Shown>[]} */
const FIRST = [
  {
    label: "Step",
    head: true,
    cell: (s) => html`<${Place} point=${s.point} /> ${s.peak && html`<small class="muted">peak</small>`} ${s.row?.doubt && html`<small class="muted" title=${s.row.doubt}>not valid</small>`}`,
  },
  { label: "Run", phone: "bare", cell: (s) => html`<${State} ...${s} />` },
  {
    label: "Verdict",
    cell: of(
      ({ trial }) =>
        trial && html`<${Badge} word=${trial.verdict.toLowerCase()} as=${VERDICTS[trial.verdict]}
          title=${trial.reasons.join("; ")} />`,
    ),
  },
  { label: "Audit", cell: of((row) => html`<${Badge} word=${row.audit} />`) },
  { label: "Generator", cell: of((row) => html`<${Badge} word=${words(row.generator)} />`) },
];
