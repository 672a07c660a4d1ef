// @ts-check
/** A table described as data; on a phone each row becomes a card, its cells labelled. */
import { html } from "../html.js";

/**
 * @template T
 * @typedef {object} Column
 * @property {string} label
 * @property {(row: T) => any} cell
 * @property {boolean} [number] aligned to the right, in tabular numerals
 * @property {boolean} [head] names the row
 * @property {string} [title] explains the label
 * @property {boolean} [wide] takes the whole width of a card on a phone
 */

/**
 * @template T
 * @param {{caption: string, columns: Column<T>[], rows: T[], rowKey: (row: T) => string | number,
 *   rowClass?: (row: T) => string}} props `caption` is for those who do not see the heading
 */
export function Table({ caption, columns, rows, rowKey, rowClass = () => "" }) {
  const line = (/** @type {T} */ row) => html`<tr key=${rowKey(row)} class=${rowClass(row)}>
    ${columns.map((column) => cell(column, row))}
  </tr>`;
  return html`<table class="table">
    <caption class="unseen">${caption}</caption>
    <thead><tr>${columns.map(head)}</tr></thead>
    <tbody>${rows.map(line)}</tbody>
  </table>`;
}

/** @param {Column<any>} column */
function head({ label, number, title }) {
  return html`<th scope="col" class=${number ? "number" : ""} title=${title}>${label}</th>`;
}

/** @template T @param {Column<T>} column @param {T} row */
function cell(column, row) {
  const classes = [column.number ? "number" : "", column.wide ? "wide" : ""].join(" ").trim();
  return column.head
    ? html`<th scope="row" class=${classes}>${column.cell(row)}</th>`
    : html`<td class=${classes} data-label=${column.label}>${column.cell(row)}</td>`;
}
