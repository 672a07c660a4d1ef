// @ts-check
/** What a chart says in words and figures, for those who cannot see it or want to know exactly. */
import { html, useState } from "../html.js";
import { elapsed, inUnit, NONE } from "../lib/format.js";
import { Swatch } from "./figures.js";

/** @typedef {import("../lib/series.js").Points} Points */
/** @typedef {import("./chart.js").Line} Line */

const TABLE_ROWS = 24;

/**
 * What stands under the cursor, else the newest figure. Of several lines each can be hidden, so that a high one does
 * not press the others flat.
 *
 * @param {{unit: string, lines: Line[], points: Points, cursor: number | null, hidden: Set<string>,
 *   onToggle: (metric: string) => void}} props `hidden` are metrics
 */
export function Legend({ unit, lines, points, cursor, hidden, onToggle }) {
  const at = cursor !== null && cursor < points.x.length ? cursor : newest(points);
  const item = (/** @type {Line} */ line, /** @type {number} */ i) => {
    const words = html`<${Swatch} ...${line} /> ${line.label} <b>${at < 0 ? NONE : shown(unit, points, i, at)}</b>`;
    return lines.length < 2
      ? html`<span class="legend-item" key=${line.metric}>${words}</span>`
      : html`<button class="legend-item" type="button" key=${line.metric} aria-pressed=${!hidden.has(line.metric)}
          title=${hidden.has(line.metric) ? "Show this line" : "Hide this line"} onClick=${() => onToggle(line.metric)}>
          ${words}
        </button>`;
  };
  return html`<span class="legend">${lines.map(item)}</span>`;
}

/** @param {import("../lib/series.js").Value} value @returns {value is number} */
const isKnown = (value) => value !== null && value !== undefined;

/** The index of the newest point with any value. @param {Points} points */
function newest({ x, y }) {
  for (let i = x.length - 1; i >= 0; i--) {
    if (y.some((column) => isKnown(column[i]))) {
      return i;
    }
  }
  return -1;
}

/** @param {string} title @param {string} unit @param {Line[]} lines @param {Points} points */
export function inWords(title, unit, lines, points) {
  const said = inUnit(unit);
  const parts = lines.map((line, i) => {
    const values = [...points.y[i], ...(points.high?.[i] ?? [])].filter(isKnown);
    if (values.length === 0) {
      return `${line.label}: nothing yet`;
    }
    const low = values.reduce((a, b) => Math.min(a, b));
    const high = values.reduce((a, b) => Math.max(a, b));
    return `${line.label}: from ${said(low)} to ${said(high)}`;
  });
  return `Chart of ${title} (${unit}) over time. ${parts.join("; ")}. A table stands below it.`;
}

/** @param {{title: string, unit: string, lines: Line[], points: Points}} props */
export function FigureTable({ title, unit, lines, points }) {
  const [open, setOpen] = useState(false);
  const toggled = (/** @type {any} */ event) => setOpen(event.target.open);
  return html`<details class="figures" onToggle=${toggled}>
    <summary>Figures</summary>
    ${open && html`<${OpenTable} title=${title} unit=${unit} lines=${lines} points=${points} />`}
  </details>`;
}

/** @param {{title: string, unit: string, lines: Line[], points: Points}} props */
function OpenTable({ title, unit, lines, points }) {
  const step = Math.max(1, Math.ceil(points.x.length / TABLE_ROWS));
  const picked = points.x.map((_, i) => i).filter((i) => i % step === 0);
  const heads = lines.map((line) => html`<th scope="col" class="number">${line.label}</th>`);
  const cells = (/** @type {number} */ i) =>
    lines.map((_, line) => html`<td class="number">${shown(unit, points, line, i)}</td>`);
  const row = (/** @type {number} */ i) =>
    html`<tr key=${i}><th scope="row">${elapsed(points.x[i])}</th>${cells(i)}</tr>`;
  return html`<table class="table-small">
    <caption class="unseen">${title}, every ${step === 1 ? "point" : `${step} points`}</caption>
    <thead><tr><th scope="col">time</th>${heads}</tr></thead>
    <tbody>${picked.map(row)}</tbody>
  </table>`;
}

/** @param {string} unit @param {Points} points @param {number} line @param {number} at */
function shown(unit, { y, high }, line, at) {
  const said = inUnit(unit);
  const low = y[line][at];
  const top = high ? high[line][at] : low;
  if (!isKnown(low) || !isKnown(top)) {
    return NONE;
  }
  return low === top ? said(low) : `${said(low)}–${said(top)}`;
}
