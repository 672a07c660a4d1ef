// @ts-check
/** A name given by a user, which may be long, and in any direction of writing. */
import { html } from "../html.js";

const LONG = 120;

/** @param {{text: string}} props */
export function Name({ text }) {
  return text.length > LONG
    ? html`<bdi class="long-name" title=${text}>${text}</bdi>`
    : html`<bdi>${text}</bdi>`;
}
