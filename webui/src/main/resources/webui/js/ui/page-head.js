// @ts-check
/** What a view is, and what can be done there. */
import { html } from "../html.js";

/** @param {{title: any, note?: string, children?: any}} props `children` stand at the line's end */
export function PageHead({ title, note, children }) {
  return html`<div class="page-head">
    <div>
      <h1>${title}</h1>
      ${note && html`<p class="muted">${note}</p>`}
    </div>
    ${children}
  </div>`;
}
