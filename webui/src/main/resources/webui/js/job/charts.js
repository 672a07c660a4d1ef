// @ts-check
/** The charts of a run, all over the same time axis. */
import { html, useEffect, useState } from "../html.js";
import { short } from "../lib/format.js";
import { look } from "../lib/look.js";
import { plannedMillis, stretches } from "../lib/states.js";
import { Chart } from "../ui/chart.js";
import { HeatMap } from "../ui/heat-map.js";
import { useRedraw } from "../ui/hooks.js";
import { Section } from "../ui/section.js";
import { closely } from "./closely.js";
import { FigureCharts } from "./figures.js";
import { Marks } from "./marks.js";
import { NEAR } from "./run-model.js";

/** @typedef {import("./run-model.js").RunModel} RunModel */

/** Runs of fewer intervals need no closer look. */
const NEARLY = 120;

/**
 * @param {{id: string, model: RunModel, live: boolean, report: import("../types.js").ReportDocument}} props
 *   the report says which charts there are
 */
export function Charts({ id, model, live, report }) {
  const [near, setNear] = useState(false);
  const [logarithmic, setLogarithmic] = useState(false);
  const [chosen, setChosen] = useState("");
  const [closer, setCloser] = useState(/** @type {Closer | undefined} */ (undefined));
  const zoom = (/** @type {number} */ from, /** @type {number} */ to) =>
    void lookCloser(model, from, to).then(setCloser, () => setCloser(undefined));
  const redraw = useRedraw();
  const missing = near && model.newest === undefined;
  useEffect(() => {
    if (missing) {
      void lookNear(model).then(redraw, () => setNear(false));
    }
  }, [missing]);
  const shown = closer ?? timeAxis(model, live, near);
  const axis = { ...shown, marks: model.marks, chosen, onSelect: zoom, startedAt: model.job?.startedAt };
  const provisional = axis.source.provisionalStretches().length > 0;
  const long = model.whole.buckets > NEARLY;
  const blocks = report.sections.flatMap((section) => section.blocks);
  const charts = blocks.flatMap((block) => (block.type === "overTime" ? block.charts : []));
  const switches = html`<div class="switches">
    ${provisional && html`<${ProvisionalKey} live=${live} />`}
    ${
      closer
        ? html`<button class="button button-small" type="button" onClick=${() => setCloser(undefined)}>Show the whole run</button>`
        : html`<span class="zoom-hint">Drag across a chart to zoom in</span>`
    }
    ${long && html`<${Switch} label="newest only" on=${near} onChange=${setNear} />`}
    <${Switch} label="log latency" on=${logarithmic} onChange=${setLogarithmic} />
  </div>`;
  return html`<${Section} id="charts-title" title="Over time" end=${switches}>
    <div class="charts" onDblClick=${() => setCloser(undefined)}>
      ${charts.map(({ title, unit, lines }) =>
        lines.length === 0
          ? html`<${HeatMap} key=${title} title=${title} unit=${unit} axis=${axis} />`
          : html`<${Chart} key=${title} title=${title} unit=${unit} lines=${lines.map(drawn)} axis=${axis}
              format=${short} logarithmic=${logarithmic && unit.startsWith("ms")} most=${unit.startsWith("%") ? 100 : undefined} />`,
      )}
    </div>
    <${FigureCharts} figures=${model.figures.values()} axis=${axis} />
  <//>
  <${Marks} id=${id} model=${model} live=${live} chosen=${chosen} onChoose=${setChosen} />`;
}

/** @param {import("../types.js").BlockMetricLine} line @param {number} i */
const drawn = (line, i) => ({ ...line, ...look(i), filled: i === 0 });

/** @typedef {ReturnType<typeof timeAxis>} Closer */

/**
 * A stretch of the run, as fine as the server has it; for a long run that is finer than the whole.
 *
 * @param {RunModel} model
 * @param {number} from seconds
 * @param {number} to seconds
 * @returns {Promise<Closer>}
 */
async function lookCloser(model, from, to) {
  const source = await closelyOf(model, ...model.whole.indexes(from * 1e3, to * 1e3));
  const phases = stretches(model.job?.phases ?? []);
  return { source, from, to, phases, version: -1 - model.version };
}

/**
 * The newest intervals of a long run, which the model then continues, with all that came live meanwhile.
 *
 * @param {RunModel} model
 */
async function lookNear(model) {
  const first = Math.max(0, model.newestIndex + 1 - NEAR);
  let source = await closelyOf(model, first, first + 2 * NEAR);
  while (source.newest < model.newestIndex) {
    source = await closelyOf(model, first, model.newestIndex + NEAR);
  }
  model.near = source;
}

/** @param {RunModel} model @param {number} first @param {number} last */
const closelyOf = (model, first, last) =>
  closely(model.job?.id ?? "", first, last);

/** A sealed result is final, also where a record is missing in it. @param {{live: boolean}} props */
function ProvisionalKey({ live }) {
  return html`<span class="provisional-key">
    <i aria-hidden="true"></i> ${live ? "provisional: " : ""}an agent's record is missing
  </span>`;
}

/** @param {{label: string, on: boolean, onChange: (on: boolean) => void}} props */
function Switch({ label, on, onChange }) {
  return html`<label class="switch">
    <input type="checkbox" role="switch" checked=${on} onChange=${() => onChange(!on)} />
    ${label}
  </label>`;
}

/**
 * @param {RunModel} model
 * @param {boolean} live
 * @param {boolean} near
 * @returns {Omit<import("../ui/chart.js").Axis, "marks" | "chosen">}
 */
function timeAxis(model, live, near) {
  const phases = stretches(model.job?.phases ?? []);
  const shared = { phases, version: model.version };
  const end = model.whole.endMillis / 1e3;
  if (near && model.newest) {
    const source = model.newest.newestOnly(NEAR);
    return { ...shared, source, from: source.from, to: end };
  }
  const planned = plannedMillis(model.job?.phases ?? []) / 1e3;
  const room = live
    ? Math.min(planned, Math.max(120, 2 ** Math.ceil(Math.log2(Math.max(1, end) * 1.15))))
    : 0;
  return { ...shared, source: model.whole, from: 0, to: Math.max(end, room) };
}
