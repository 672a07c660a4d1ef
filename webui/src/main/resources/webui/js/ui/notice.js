// @ts-check
/**
 * Boxes that say something in a sentence: nothing here yet, something went wrong, connection lost.
 */
import { html } from "../html.js";

/** @param {{title: string, children?: any}} props */
export function Empty({ title, children }) {
  return html`<div class="empty"><p class="empty-title">${title}</p>${children}</div>`;
}

/** @param {{title?: string, sentence: string, children?: any}} props */
export function Failure({ title = "That did not work", sentence, children }) {
  return html`<div class="notice notice-bad" role="alert">
    <strong>${title}.</strong> ${sentence} ${children}
  </div>`;
}

/** @param {{link: import("../lib/live.js").LinkState, onRetry: () => void}} props */
export function LinkLost({ link, onRetry }) {
  if (link !== "lost") {
    return null;
  }
  return html`<div class="notice notice-warn notice-sticky" role="alert">
    <span><strong>Connection to the server lost.</strong> What you see may be out of date. Reconnecting …</span>
    <button class="button button-small" type="button" onClick=${onRetry}>Try now</button>
  </div>`;
}

/** @param {{what: string}} props */
export function Loading({ what }) {
  return html`<p class="loading" role="status">Loading ${what} …</p>`;
}
