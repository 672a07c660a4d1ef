// @ts-check
/**
 * A table described as data; on a phone each row becomes a card, its cells labelled, without those that
 * have nothing to say.
 */
import { html, useState } from "../html.js";
import { count, NONE } from "../lib/format.js";

/**
 * @template T
 * @typedef {object} Column
 * @property {string} label
 * @property {(row: T) => any} cell
 * @property {boolean} [number] aligned to the right, in tabular numerals
 * @property {boolean} [head] names the row
 * @property {string} [title] explains the label
 * @property {boolean} [slim] takes no more room than it needs
 * @property {boolean} [wide] takes the whole width of a card on a phone
 * @property {"bare" | "corner"} [phone] on a phone it needs no label: on a line of its own, or in
 *   the card's corner
 */

/** More rows are drawn when they are asked for: a browser is slow with thousands. */
const FIRST = 100;

/**
 * @template T
 * @param {{caption: string, columns: Column<T>[], rows: T[], rowKey: (row: T) => string | number,
 *   rowClass?: (row: T) => string, first?: number}} props `caption` is for those who do not see the
 *   heading; `first` is how many rows are drawn at first
 */
export function Table({ caption, columns, rows, rowKey, rowClass = () => "", first = FIRST }) {
  const [drawn, setDrawn] = useState(first);
  const line = (/** @type {T} */ row) => html`<tr key=${rowKey(row)} class=${rowClass(row)}>
    ${columns.map((column) => cell(column, row))}
  </tr>`;
  return html`<table class="table">
      <caption class="unseen">${caption}</caption>
      <thead><tr>${columns.map(head)}</tr></thead>
      <tbody>${rows.slice(0, drawn).map(line)}</tbody>
    </table>
    ${
      rows.length > drawn &&
      html`<button class="button button-small more" type="button" onClick=${() => setDrawn(drawn + FIRST)}>
        Show ${count(Math.min(FIRST, rows.length - drawn))} more of ${count(rows.length)}
      </button>`
    }`;
}

/** @param {Column<any>} column */
function head({ label, number, slim, title }) {
  return html`<th scope="col" class=${number ? "number" : slim ? "slim" : ""} title=${title}>${label}</th>`;
}

/** @template T @param {Column<T>} column @param {T} row */
function cell(column, row) {
  const shown = column.cell(row);
  const none = shown === NONE || shown === "";
  const classes = [
    column.number && "number",
    column.wide && "wide",
    none && "none",
    column.phone && `phone-${column.phone}`,
  ].filter(Boolean).join(" ");
  return column.head
    ? html`<th scope="row" class=${classes}>${shown}</th>`
    : html`<td class=${classes} data-label=${column.label}>${shown}</td>`;
}
