// @ts-check
/** Where a job's users keep it, and the words by which they find it. */
import { html } from "../html.js";
import { jobsHref } from "../lib/router.js";

/** @param {{folder?: string, tags?: string[]}} props */
export function Filing({ folder = "", tags = [] }) {
  if (!folder && tags.length === 0) {
    return null;
  }
  return html`<span class="filing">
    ${folder && html`<a class="folder" title="Folder" href=${jobsHref(`folder:${folder}`)}>${folder}</a>`}
    ${tags.map(
      (tag) => html`<a class="tag" title="Tag" key=${tag} href=${jobsHref(`tag:${tag}`)}>${tag}</a>`,
    )}
  </span>`;
}
