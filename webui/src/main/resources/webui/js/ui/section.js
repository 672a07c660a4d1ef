// @ts-check
/** A part of a view under its heading. */
import { html } from "../html.js";

/**
 * @param {{id: string, title: string, note?: string, end?: any, children?: any}} props
 *   `note` explains the figures, `end` stands at the end of the heading's line
 */
export function Section({ id, title, note, end, children }) {
  return html`<section aria-labelledby=${id}>
    <div class="section-head">
      <h2 id=${id}>${title}</h2>
      ${note && html`<span class="muted">${note}</span>`}
      ${end}
    </div>
    ${children}
  </section>`;
}
