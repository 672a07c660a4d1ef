// @ts-check
/** A few lines under a heading, with a link to all of them. */
import { html } from "../html.js";
import { Ago } from "../ui/hooks.js";
import { Section } from "../ui/section.js";

export const LINES = 5;

/** @typedef {{key: string, href: string, name: any, at?: string, note: string, full?: string, sign?: any}} Line `full` is the
 * note before it was shortened */

/**
 * @param {{id: string, title: string, lines: Line[], none: string, all?: {href: string, label: string}}} props
 *   `none` is shown if there are no lines
 */
export function ShortList({ id, title, lines, none, all }) {
  return html`<${Section} id=${id} title=${title} end=${all && html`<a href=${all.href}>${all.label}</a>`}>
    ${
      lines.length === 0
        ? html`<p class="quiet">${none}</p>`
        : html`<ul class="rows">${lines.slice(0, LINES).map(line)}</ul>`
    }
  <//>`;
}

/** @param {Line} props */
function line({ key, href, name, at, note, full = note, sign }) {
  return html`<li key=${key}>
    <a class="row-name" href=${href}>${name}</a>
    ${at && html`<span class="muted row-end"><${Ago} at=${at} /></span>`}
    ${sign && html`<span class="row-end">${sign}</span>`}
    <span class="row-note row-below" title=${full}>${note}</span>
  </li>`;
}
