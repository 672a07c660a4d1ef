// @ts-check
/** Where a job's users keep it, and the words by which they find it. */
import { html } from "../html.js";

/** @param {{folder?: string, tags?: string[]}} props */
export function Filing({ folder = "", tags = [] }) {
  if (!folder && tags.length === 0) {
    return null;
  }
  return html`<span class="filing">
    ${folder && html`<span class="folder" title="Folder">${folder}</span>`}
    ${tags.map((tag) => html`<span class="tag" key=${tag}>${tag}</span>`)}
  </span>`;
}
