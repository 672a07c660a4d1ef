// @ts-check
/** Charts and a table of whatever the job class, the agents and their hosts declare. */
import { html } from "../html.js";
import { short } from "../lib/format.js";
import { look } from "../lib/look.js";
import { Chart } from "../ui/chart.js";
import { Fold } from "../ui/fold.js";
import { TIME, isPart, metricsOf, ofWatched, tellingLines } from "./run-model.js";

/** @typedef {import("../types.js").Figure} Figure */
/** @typedef {import("../types.js").FigureDocument} FigureDocument */

const MOST_LINES = 8;

/** How long the target has been up since a restart. */
const UP = "target.up";

/** The words before the comma of the headings of a database's figures. */
const DATABASE = "Database";

/**
 * A chart for each heading and unit, and one for each figure whose values are kept.
 *
 * @param {Iterable<Figure>} figures
 */
export function chartsOf(figures) {
  /** @type {Map<string, {title: string, unit: string, lines: (import("../ui/chart.js").Line & {figure: string})[]}>} */
  const charts = new Map();
  const all = [...figures];
  const of = (/** @type {Figure} */ { shareOf }) => all.find((one) => one.id === shareOf);
  const wholes = new Set(
    all.filter((one) => isPart(one, of(one)) || ofWatched(one)).map((one) => one.shareOf),
  );
  for (const figure of all) {
    if (wholes.has(figure.id) && !ofWatched(figure)) {
      continue;
    }
    const spreads = figure.kind === "DISTRIBUTION" || figure.kind === "DURATION";
    const unit = shownUnit(figure, of(figure));
    const whole = `${figure.section} ${unit} ${spreads ? figure.id : ""}`;
    for (let part = 0; ; part++) {
      const chart = charts.get(`${whole} ${part}`) ?? {
        title: spreads ? figure.label : figure.section,
        unit,
        lines: [],
      };
      if (chart.lines.length < MOST_LINES) {
        charts.set(`${whole} ${part}`, chart);
        for (const metric of metricsOf(figure)) {
          const n = chart.lines.length;
          chart.lines.push({
            metric,
            label: spreads ? metric.slice(figure.id.length + 1) : figure.label,
            figure: figure.label,
            ...look(n),
          });
        }
        break;
      }
    }
  }
  return [...charts.values()];
}

/** @param {Figure} figure @param {Figure | undefined} other of which it is a share */
function shownUnit(figure, other) {
  const { kind, unit, shareOf } = figure;
  const adds = kind === "COUNT" || kind === "SUM";
  if (shareOf && !ofWatched(figure)) {
    const by = shareOf === TIME ? " per minute" : unit ? " each" : "";
    return isPart(figure, other) ? "%" : `${unit || "number"}${by}`;
  }
  return adds ? `${unit || "number"} per second` : unit;
}

/** @param {{figures: Iterable<Figure>, axis: import("../ui/chart.js").Axis}} props */
export function FigureCharts({ figures, axis }) {
  const charts = tellingOf(chartsOf(figures), axis);
  return charts.length === 0 ? null : html`<h3 class="more-charts" id="more-charts-title">More charts</h3>${folded(
    charts,
    ({ title }) => title,
    (inside) => shown(inside, axis),
  )}`;
}

/** @typedef {ReturnType<typeof chartsOf>[0]} FigureChart */

/** Without the chart of a target that never restarted. @param {FigureChart[]} charts @param {import("../ui/chart.js").Axis} axis */
function tellingOf(charts, axis) {
  const up = charts.filter(({ lines }) => lines.every(({ metric }) => metric === UP));
  const told = tellingLines(up, axis.source).told;
  return charts.filter((chart) => !up.includes(chart) || told.length > 0);
}

/** @param {FigureChart[]} charts @param {import("../ui/chart.js").Axis} axis */
function drawn(charts, axis) {
  return html`<div class="charts">
    ${charts.map(
      (chart) => html`<${Chart} key=${`${chart.title} ${chart.unit} ${chart.lines.map(({ metric }) => metric)}`}
        ...${chart} axis=${axis} format=${short} />`,
    )}
  </div>`;
}

/** @param {FigureChart[]} charts of one heading @param {import("../ui/chart.js").Axis} axis */
function shown(charts, axis) {
  const heading = fold(charts[0].title);
  return heading === DATABASE
    ? html`<${ToldCharts} charts=${charts} axis=${axis} />`
    : heading === ""
      ? html`<${OpenCharts} charts=${charts} axis=${axis} />`
      : drawn(charts, axis);
}

/** Figures of which nothing is known, such as a kind of transaction that the mix leaves out, are named below the charts. @param {{charts: FigureChart[], axis: import("../ui/chart.js").Axis}} props */
function OpenCharts({ charts, axis }) {
  const silent = charts.filter(({ lines }) =>
    axis.source.points(lines.map(({ metric }) => metric)).y.every((line) => line.every((value) => typeof value !== "number")),
  );
  const names = [...new Set(silent.flatMap(({ lines }) => lines.map(({ figure }) => figure)))];
  return html`${drawn(charts.filter((chart) => !silent.includes(chart)), axis)}
    ${names.length > 0 && html`<p class="quiet">Not known: ${names.join(", ")}.</p>`}`;
}

/** A database has many figures that say nothing in most runs: these are named below the charts. @param {{charts: FigureChart[], axis: import("../ui/chart.js").Axis}} props */
function ToldCharts({ charts, axis }) {
  const { told, zero, unknown } = tellingLines(charts, axis.source);
  const names = (/** @type {string} */ what, /** @type {string[]} */ labels) =>
    labels.length > 0 && html`<span>${what}: ${labels.join(", ")}. </span>`;
  return html`${drawn(told, axis)}
    ${zero.length + unknown.length > 0 && html`<p class="quiet">${names("Always 0", zero)}${names("Not known", unknown)}</p>`}`;
}

/**
 * Things under headings such as "Host of db, disk sda": one fold for all that have the same words
 * before the comma, since hosts have many; what has no comma stands open.
 *
 * @template T
 * @param {T[]} things @param {(thing: T) => string} headingOf @param {(things: T[]) => any} show
 */
function folded(things, headingOf, show) {
  const folds = [...new Set(things.map((thing) => fold(headingOf(thing))))];
  // What stands open comes first, hosts by their names.
  folds.sort((a, b) => Number(a !== "") - Number(b !== "") || (a && b ? a.localeCompare(b) : 0));
  return folds.map((name) => {
    const inside = things.filter((thing) => fold(headingOf(thing)) === name);
    return name ? html`<${Fold} key=${name} name=${name} show=${() => show(inside)} />` : show(inside);
  });
}

/** @param {string} heading */
const fold = (heading) => (heading.includes(", ") ? heading.split(", ")[0] : "");
