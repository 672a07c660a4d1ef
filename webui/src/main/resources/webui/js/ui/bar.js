// @ts-check
import { html } from "../html.js";

/**
 * How far something is; without a share it only shows that something goes on.
 *
 * @param {{share: number | undefined, words: string, silent?: boolean}} props `silent` hides words
 */
export function Bar({ share, words, silent = false }) {
  const value = Number.isFinite(share) ? share : undefined;
  return html`<div class="progress">
    <progress max="1" value=${value} aria-label=${words}></progress>
    ${!silent && html`<span>${words}</span>`}
  </div>`;
}
