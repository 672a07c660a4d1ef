// @ts-check
/** One study: where it stands, its knee or its peak, its curves, its law and its steps. */
import { html } from "../html.js";
import { studyPath } from "../lib/api.js";
import { clock, figure, latency, NONE, plural } from "../lib/format.js";
import { cloneStudyHref, studiesHref } from "../lib/router.js";
import { Badge } from "../ui/badge.js";
import { PerhapsDeleted } from "../ui/bring-back.js";
import { Figure } from "../ui/figures.js";
import { Menu } from "../ui/menu.js";
import { useTitle } from "../ui/hooks.js";
import { Name } from "../ui/name.js";
import { NotShown } from "../ui/not-shown.js";
import { Empty, Failure, Loading } from "../ui/notice.js";
import { Blocks, ReportSection } from "../ui/report.js";
import { Section } from "../ui/section.js";
import { tells, Undelivered } from "../ui/tells.js";
import { useWork } from "../ui/use-work.js";
import { curves, isLadder, placeWords } from "./places.js";
import { StudyActions } from "./study-actions.js";
import { StudyCharts } from "./study-charts.js";
import { StepTable } from "./step-table.js";

/** @typedef {import("../types.js").StudyView} StudyView */
/** @typedef {import("../types.js").StudyTable} StudyTable */
/** @typedef {import("../types.js").ReportDocument} ReportDocument */

/** What is asked for together with a study. */
const RESULTS = ["/table", "/report"];

/** @param {{id: string}} props */
export function StudyPage({ id }) {
  /** @type {{work?: StudyView, more: any[], failure: string, take: (study: StudyView) => void}} */
  const { work: study, more, failure, take } = useWork(studyPath(id), RESULTS);
  const [table, report] = /** @type {[StudyTable?, ReportDocument?]} */ (more);
  useTitle(study ? study.name || study.title : "Study");
  if (!study || !table || !report) {
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
    ${table.limit && html`<p class="notice" aria-label="Limit">${table.limit.sentence}.</p>`}
    ${
      table.rows.length > 1 &&
      axis &&
      html`<${StudyCharts} studies=${studies} axis=${axis}
        knees=${table.knees.map((one) => one.knee)} />`
    }
    ${report.sections
      .filter(({ id }) => id === "means" || id === "law")
      .map((section) => html`<${ReportSection} key=${section.id} section=${section} />`)}
    <${Section} id="steps-title" title="Steps"
      note=${isLadder(study.plan) ? "scale-up from the fewest threads" : `along ${study.axis}`}>
      <${StepTable} study=${study} table=${table} peak=${search ? undefined : peakOf(table)?.runId} />
      <${Blocks} title="More" blocks=${report.sections.find(({ id }) => id === "more")?.blocks ?? []} />
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
    (best, row) => (best && best.numbers.throughput >= row.numbers.throughput ? best : row),
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
    <${Figure} label="tx/s at the peak">${figure(peak.numbers.throughput)}<//>
    <${Figure} label=${ladder ? (peak.threads === 1 ? "thread" : "threads at the peak") : "at the peak"}>${ladder ? peak.threads : placeWords(peak.point)}<//>
    ${ladder && peak.numbers.scale_up > 0 && html`<${Figure} label="scale-up">${figure(peak.numbers.scale_up)}×<//>`}
    <${Figure} label="p95 at the peak">${latency(peak.numbers.p95)}<//>
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
