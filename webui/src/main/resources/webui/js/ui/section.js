// @ts-check
/** A part of a view under its heading. */
import { html } from "../html.js";

/**
 * @param {{id: string, title: string, note?: string, end?: any, below?: string, children?: any}} props
 *   `note` explains the figures, `end` stands at the end of the heading's line, `below` is
 *   the id of the heading that it belongs under
 */
export function Section({ id, title, note, end, below, children }) {
  return html`<section aria-labelledby=${[below, id].filter(Boolean).join(" ")}>
    <div class="section-head">
      ${below ? html`<h3 id=${id}>${title}</h3>` : html`<h2 id=${id}>${title}</h2>`}
      ${note && html`<span class="muted">${note}</span>`}
      ${end}
    </div>
    ${children}
  </section>`;
}
