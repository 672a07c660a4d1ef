// @ts-check
/** One study: where it stands, its table and its curves over the threads. */
import { html } from "../html.js";
import { studyPath } from "../lib/api.js";
import { clock, figure, latency, plural } from "../lib/format.js";
import { Badge } from "../ui/badge.js";
import { Figure } from "../ui/figures.js";
import { useTitle } from "../ui/hooks.js";
import { Empty, Failure, Loading } from "../ui/notice.js";
import { Section } from "../ui/section.js";
import { StudyActions } from "./study-actions.js";
import { StudyCharts } from "./study-charts.js";
import { StepTable } from "./step-table.js";
import { useStudy } from "./use-study.js";

/** @typedef {import("../types.js").StudyView} StudyView */
/** @typedef {import("../types.js").StudyTable} StudyTable */

/** @param {{id: string}} props */
export function StudyPage({ id }) {
  const { study, table, failure, take } = useStudy(id);
  useTitle(study ? study.name || study.title : "Study");
  if (!study || !table) {
    return failure ? html`<${Failure} sentence=${failure} />` : html`<${Loading} what="the study" />`;
  }
  return html`
    <${StudyHead} study=${study} onChanged=${take} />
    ${failure && html`<${Failure} sentence=${failure} />`}
    ${study.reason && html`<p class="notice notice-warn">${study.reason}</p>`}
    ${table.rows.length > 0 ? html`<${Peak} table=${table} />` : html`<${NothingYet} />`}
    ${table.rows.length > 1 && html`<${StudyCharts} studies=${[{ name: "", rows: table.rows }]} />`}
    <${Section} id="steps-title" title="Steps" note="scale-up against the fewest threads"
      end=${html`<a class="button" href=${studyPath(id, "/table.csv")} download>CSV</a>`}>
      <${StepTable} study=${study} rows=${table.rows} peakThreads=${table.peakThreads} />
    <//>`;
}

function NothingYet() {
  return html`<${Empty} title="No step has begun yet.">
    <p>Its figures will show here as soon as one has.</p>
  <//>`;
}

/** @param {{study: StudyView, onChanged: (study: StudyView) => void}} props */
function StudyHead({ study, onChanged }) {
  const done = study.steps.filter((step) => step.state === "completed").length;
  const facts = [
    html`<code>${study.jobClass}</code>`,
    `${done} of ${plural(study.steps.length, "step")}`,
    plural(study.agents.count, "agent"),
    study.startedAt ? `started ${clock(study.startedAt)}` : `submitted ${clock(study.submittedAt)}`,
    study.endedAt ? `ended ${clock(study.endedAt)}` : "",
  ].filter(Boolean);
  return html`<div class="job-head">
    <p class="crumbs"><a href="/">Overview</a> / <span class="id">${study.id}</span></p>
    <div class="page-head">
      <h1>${study.name || study.title} <${Badge} word=${study.state} /></h1>
      <div class="actions">
        <a class="button" href=${studyPath(study.id, "/results")} target="_blank">JSON</a>
        <${StudyActions} study=${study} onChanged=${onChanged} />
      </div>
    </div>
    <p class="job-line">${facts.map((fact, i) => html`<span key=${i}>${fact}</span>`)}</p>
  </div>`;
}

/** @param {{table: StudyTable}} props */
function Peak({ table }) {
  const peak = table.rows.find((row) => row.threads === table.peakThreads);
  if (!peak) {
    return null;
  }
  return html`<dl class="pair" aria-label="Peak">
    <${Figure} label="peak, tx/s">${figure(peak.transactionsPerSecond)}<//>
    <${Figure} label="at threads">${peak.threads}<//>
    <${Figure} label="scale-up">${figure(peak.scaleUp)}×<//>
    <${Figure} label="p95 there">${latency(peak.latencyMillis.p95)}<//>
  </dl>`;
}
