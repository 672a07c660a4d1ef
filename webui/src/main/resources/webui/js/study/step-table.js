// @ts-check
/** The steps of a study as a table: what each gave, or where it is. */
import { html } from "../html.js";
import { count, figure, millis, NONE, percent } from "../lib/format.js";
import { jobHref } from "../lib/router.js";
import { isLadder, placeWords } from "./places.js";
import { Badge } from "../ui/badge.js";
import { Table } from "../ui/table.js";

/** @typedef {import("../types.js").StudyView} StudyView */
/** @typedef {import("../types.js").StudyTableRow} StudyRow */
/** @typedef {import("../types.js").StudyStepView & {row?: StudyRow, peak: boolean}} Shown */

/** @param {{study: StudyView, rows: StudyRow[], peak?: string}} props `peak` is the best step's run */
export function StepTable({ study, rows, peak }) {
  /** @type {Shown[]} */
  const steps = study.steps.map((step) => ({
    ...step,
    row: rows.find((row) => row.runId === step.jobId),
    peak: step.jobId === peak,
  }));
  const columns = COLUMNS.filter(
    ({ label }) =>
      (label !== "Scale-up" || isLadder(study.plan)) && (label !== "Verdict" || study.plan.knee),
  );
  return html`<${Table} caption="Steps of the study" columns=${columns} rows=${steps}
    rowKey=${(/** @type {Shown} */ step) => step.jobId} />`;
}

/** @param {Shown} props */
function State({ jobId, state, reason }) {
  return state === "planned"
    ? html`<span class="muted">planned</span>`
    : html`<a href=${jobHref(jobId)} aria-label=${`Job ${jobId}`}>
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

/** @param {number} value negative where unknown */
const knownFigure = (value) => (value < 0 ? NONE : figure(value));

/** @type {import("../ui/table.js").Column<Shown>[]} */
const COLUMNS = [
  {
    label: "Place",
    head: true,
    cell: (s) => html`${placeWords(s.point)} ${s.peak && html`<small class="muted">peak</small>`}`,
  },
  { label: "Run", cell: (s) => html`<${State} ...${s} />` },
  {
    label: "Verdict",
    cell: of(
      ({ trial }) =>
        trial && html`<${Badge} word=${trial.verdict.toLowerCase()} as=${VERDICTS[trial.verdict]}
          title=${trial.reasons.join("; ")} />`,
    ),
  },
  {
    label: "tx/s",
    number: true,
    cell: of((row) => html`<strong>${figure(row.transactionsPerSecond)}</strong>`),
  },
  { label: "Scale-up", number: true, cell: of((row) => figure(row.scaleUp)) },
  { label: "mean ms", number: true, cell: of((row) => millis(row.latencyMillis.mean)) },
  { label: "p95 ms", number: true, cell: of((row) => millis(row.latencyMillis.p95)) },
  { label: "p99 ms", number: true, cell: of((row) => millis(row.latencyMillis.p99)) },
  { label: "Errors", number: true, cell: of((row) => count(row.errors)) },
  { label: "User", number: true, cell: of((row) => percent(row.host.user)) },
  { label: "System", number: true, cell: of((row) => percent(row.host.system)) },
  { label: "Idle", number: true, cell: of((row) => percent(row.host.idle)) },
  {
    label: "csw/tx",
    number: true,
    title: "Context switches of the host, per transaction",
    cell: of((row) => knownFigure(row.host.contextSwitchesPerTransaction)),
  },
  {
    label: "Watched",
    number: true,
    title: "CPU of the host that an agent only watches: user, system, idle",
    cell: of(({ watched: { user, system, idle } }) =>
      user < 0 ? NONE : [user, system, idle].map(percent).join(" · "),
    ),
  },
  { label: "Audit", cell: of((row) => html`<${Badge} word=${row.audit} />`) },
  { label: "Generator", cell: of((row) => html`<${Badge} word=${row.generator} />`) },
];
