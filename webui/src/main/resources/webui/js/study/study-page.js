// @ts-check
/** One study: where it stands, its knee or its peak, its curves, its law and its steps. */
import { html } from "../html.js";
import { studyPath } from "../lib/api.js";
import { clock, figure, latency, millis, NONE, plural, short } from "../lib/format.js";
import { cloneStudyHref, studiesHref } from "../lib/router.js";
import { Badge } from "../ui/badge.js";
import { PerhapsDeleted } from "../ui/bring-back.js";
import { Figure } from "../ui/figures.js";
import { Menu } from "../ui/menu.js";
import { useTitle } from "../ui/hooks.js";
import { Name } from "../ui/name.js";
import { NotShown } from "../ui/not-shown.js";
import { Empty, Failure, Loading } from "../ui/notice.js";
import { Section } from "../ui/section.js";
import { Table } from "../ui/table.js";
import { tells, Undelivered } from "../ui/tells.js";
import { useWork } from "../ui/use-work.js";
import { curves, isLadder, placeWords } from "./places.js";
import { StudyActions } from "./study-actions.js";
import { StudyCharts } from "./study-charts.js";
import { StepTable } from "./step-table.js";

/** @typedef {import("../types.js").StudyView} StudyView */
/** @typedef {import("../types.js").StudyTable} StudyTable */

/** @param {{id: string}} props */
export function StudyPage({ id }) {
  /** @type {{work?: StudyView, more?: StudyTable, failure: string, take: (study: StudyView) => void}} */
  const { work: study, more: table, failure, take } = useWork(studyPath(id), studyPath(id, "/table"));
  useTitle(study ? study.name || study.title : "Study");
  if (!study || !table) {
    return failure
      ? html`<${NotShown} what="The study" sentence=${failure}>
          <${PerhapsDeleted} href=${studiesHref("state:deleted")} />
        <//>`
      : html`<${Loading} what="the study" />`;
  }
  const { axis, studies } = curves(table);
  const search = table.knees.length > 0;
  return html`
    <${StudyHead} study=${study} onChanged=${take} />
    ${failure && html`<${Failure} sentence=${failure} />`}
    ${study.reason && html`<p class="notice notice-warn">${study.reason}</p>`}
    <${Undelivered} kind="study" work=${study} />
    ${search && html`<${Knees} knees=${table.knees} />`}
    ${table.rows.length === 0 ? html`<${NothingYet} />` : !search && html`<${Peak} table=${table} />`}
    ${
      table.rows.length > 1 &&
      axis &&
      html`<${StudyCharts} studies=${studies} axis=${axis}
        knees=${table.knees.map((one) => one.knee)} />`
    }
    ${table.places.length > 0 && html`<${Places} places=${table.places} />`}
    <${Law} table=${table} />
    <${Section} id="steps-title" title="Steps"
      note=${isLadder(study.plan) ? "scale-up from the fewest threads" : `along ${study.axis}`}>
      <${StepTable} study=${study} table=${table} peak=${search ? undefined : peakOf(table)?.runId} />
    <//>`;
}

function NothingYet() {
  return html`<${Empty} title="No results yet.">
    <p>They appear here when the first step has finished.</p>
  <//>`;
}

/** @param {{study: StudyView, onChanged: (study: StudyView) => void}} props */
function StudyHead({ study, onChanged }) {
  const done = study.steps.filter((step) => step.state === "completed").length;
  const facts = [
    html`<code>${study.jobClass}</code>`,
    study.plan.knee ? `${plural(done, "step")} done` : `${done} of ${plural(study.steps.length, "step")}`,
    plural(study.agents.count, "agent"),
    study.startedAt ? `started ${clock(study.startedAt)}` : `submitted ${clock(study.submittedAt)}`,
    study.endedAt ? `ended ${clock(study.endedAt)}` : "",
    tells(study),
  ].filter(Boolean);
  return html`<div class="job-head">
    <p class="crumbs"><a href="/studies">Studies</a> / <span class="id">${study.id}</span></p>
    <div class="page-head">
      <h1><${Name} text=${study.name || study.title} /> <${Badge} word=${study.state} /></h1>
      <div class="actions">
        <a class="button" href=${cloneStudyHref(study.id)}>Clone</a>
        <a class="button" href=${studyPath(study.id, "/report.html")} download>Report</a>
        <${Menu} label="Download">
          <a href=${studyPath(study.id, "/table.csv")} download>CSV <small>the table of its steps</small></a>
          <a href=${studyPath(study.id, "/results")} download=${`${study.id}.json`}>JSON <small>the result</small></a>
        <//>
        <${StudyActions} study=${study} onChanged=${onChanged} />
      </div>
    </div>
    <p class="job-line dotted">${facts.map((fact, i) => html`<span key=${i}>${fact}</span>`)}</p>
  </div>`;
}

/** The valid step with the most transactions per second. @param {StudyTable} table */
function peakOf({ rows }) {
  return rows.filter(({ doubt }) => !doubt).reduce(
    (best, row) => (best && best.transactionsPerSecond >= row.transactionsPerSecond ? best : row),
    /** @type {StudyTable["rows"][0] | undefined} */ (undefined),
  );
}

/** @param {{table: StudyTable}} props */
function Peak({ table }) {
  const peak = peakOf(table);
  if (!peak) {
    return table.rows.length > 0 ? html`<p class="muted">No peak: no step is a valid measurement.</p>` : null;
  }
  const ladder = isLadder(table.study.plan);
  return html`<dl class="pair" aria-label="Peak">
    <${Figure} label="tx/s at the peak">${figure(peak.transactionsPerSecond)}<//>
    <${Figure} label=${ladder ? (peak.threads === 1 ? "thread" : "threads at the peak") : "at the peak"}>${ladder ? peak.threads : placeWords(peak.point)}<//>
    ${ladder && peak.scaleUp > 0 && html`<${Figure} label="scale-up">${figure(peak.scaleUp)}×<//>`}
    <${Figure} label="p95 at the peak">${latency(peak.latencyMillis?.p95)}<//>
  </dl>`;
}

/** @param {{knees: import("../types.js").KneeDocument[]}} props */
function Knees({ knees }) {
  return knees.map(
    ({ at, knee, sentence }) => html`<div class="knee" key=${JSON.stringify(at)}>
      <dl class="pair" aria-label="Knee">
        <${Figure} label=${["knee", ...Object.values(at)].join(", ")}>
          ${knee.high > 0 ? `${figure(knee.rate)}/s` : knee.met > 0 ? `≥ ${figure(knee.met)}/s` : NONE}
        <//>
        ${knee.high > 0 && html`<${Figure} label="95 % confidence">${figure(knee.low)} to ${figure(knee.high)}/s<//>`}
        <${Figure} label=${knee.trials === 1 ? "measurement" : "measurements"}>${knee.trials}<//>
      </dl>
      <p class=${GOOD.has(knee.verdict) ? "muted" : "notice notice-warn"}>${sentence[0].toUpperCase() + sentence.slice(1)}.</p>
    </div>`,
  );
}

const GOOD = new Set(["FOUND", "SEARCHING"]);

/** @param {{places: import("../types.js").StudyPlace[]}} props */
function Places({ places }) {
  return html`<${Section} id="places-title" title="Repeats" note="means with 95 % confidence intervals">
    <${Table} caption="Means over the repeats of each place" columns=${PLACES} rows=${places}
      rowKey=${(/** @type {any} */ one) => JSON.stringify(one.at)} />
  <//>`;
}

/** @param {{mean: number, plusMinus?: number}} one @param {(value: number) => string} words */
const within = ({ mean, plusMinus }, words) =>
  plusMinus === undefined ? words(mean) : `${words(mean)} ± ${words(plusMinus)}`;

/** @type {import("../ui/table.js").Column<import("../types.js").StudyPlace>[]} */
const PLACES = [
  { label: "Step", head: true, cell: ({ at }) => placeWords({ at, repeat: 1 }) },
  { label: "Repeats", number: true, cell: (one) => one.repeats },
  { label: "Not valid", number: true, cell: (one) => one.doubted },
  { label: "tx/s", number: true, cell: (one) => within(one.transactionsPerSecond, figure) },
  { label: "p95 ms", number: true, cell: ({ p95Millis }) => (p95Millis ? within(p95Millis, millis) : NONE) },
];

/** The universal scalability law. @param {{table: StudyTable}} props */
function Law({ table: { law, lawNote } }) {
  if (!law) {
    return lawNote ? html`<p class="law-note muted">${lawNote}.</p>` : null;
  }
  const { sigma, kappa, lambda, peakThreads, peakThroughput } = law;
  const rows = [
    ["contention σ, %", sigma, 100],
    ["coherency κ, %", kappa, 100],
    ["one thread λ, tx/s", lambda, 1],
    [law.beyond ? "peak at threads, beyond what was measured" : "peak at threads", peakThreads, 1],
    ["peak, tx/s", peakThroughput, 1],
  ].filter(([, estimate]) => estimate);
  return html`<${Section} id="law-title" title="Universal scalability law"
    note=${`R² ${law.determination.toFixed(3)} over ${plural(law.points, "step")}, with 95 % confidence`}>
    <${Table} caption="Factors of the law" columns=${FACTORS} rows=${rows}
      rowKey=${(/** @type {any} */ row) => row[0]} />
    ${!peakThreads && html`<p class="muted">No sign that throughput falls with more threads.</p>`}
  <//>`;
}

/** @type {import("../ui/table.js").Column<any>[]} */
const FACTORS = [
  { label: "Factor", head: true, cell: ([name]) => name },
  { label: "Value", number: true, cell: ([, one, scale]) => short(one.value * scale) },
  { label: "From", number: true, cell: ([, one, scale]) => short(one.low * scale) },
  {
    label: "To",
    number: true,
    cell: ([, one, scale]) => (one.high === undefined ? "unbounded" : short(one.high * scale)),
  },
];
