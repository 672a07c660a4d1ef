// @ts-check
import { html } from "../html.js";
import { elapsed, span } from "../lib/format.js";
import { plannedMillis, stretches, holding } from "../lib/states.js";
import { Badge } from "../ui/badge.js";

const WIDTH = 1_000;
const HEIGHT = 10;

/** @typedef {{kind: string, start: number, end: number}} Stretch */

/**
 * The plan as a bar, filled as far as figures have come.
 *
 * @param {{model: import("./run-model.js").RunModel, job: import("../types.js").JobView}} props
 */
export function PhaseBar({ model, job }) {
  const planned = plannedMillis(job.phases);
  const end = Math.min(planned, model.whole.endMillis);
  const parts = stretches(job.phases);
  const done = parts.filter((part) => part.start < end);
  const current = parts.find((part) => end < part.end)?.kind ?? "drain";
  const left = job.state === "running" && end < planned && !model.silent ? ` · ${span(planned - end)} left` : "";
  const scale = WIDTH / planned;
  return html`<div class="phases">
    <svg class="phase-bar" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img"
      aria-label="${span(end)} of ${span(planned)}, ${current}">
      ${parts.map((part) => block(part, "phase", scale))}
      ${done.map((part) => block({ ...part, end: Math.min(end, part.end) }, "phase-done", scale))}
    </svg>
    <span class="phase-words">
      <b>${current}</b> · ${elapsed(end / 1e3)} of ${elapsed(planned / 1e3)}${left}
      ${model.thresholds && html`<${ThresholdsNow} thresholds=${model.thresholds} />`}
    </span>
  </div>`;
}

/** How they stand, in view while the load goes on. @param {{thresholds: import("../types.js").ThresholdVerdicts}} props */
function ThresholdsNow({ thresholds }) {
  const broken = thresholds.each.some(({ verdict }) => verdict === "BROKEN");
  return html`<span class="phase-thresholds">
    <a href="#thresholds-title">Thresholds</a> <${Badge} word=${holding(thresholds)} as=${broken ? "bad" : "calm"} />
  </span>`;
}

/** @param {Stretch} stretch @param {string} as @param {number} scale */
function block({ kind, start, end }, as, scale) {
  return html`<rect key=${`${as} ${start}`} class="${as} phase-${kind}" height=${HEIGHT}
    x=${start * scale} width=${(end - start) * scale} />`;
}
