// @ts-check
/** Parts that live and finished figures share. */
import { html } from "../html.js";
import { count, words } from "../lib/format.js";

/**
 * Why transactions failed, or were never begun.
 *
 * @param {{counts: Record<string, number>}} props
 */
export function Causes({ counts }) {
  const classes = Object.entries(counts)
    .filter(([, n]) => n > 0)
    .sort((a, b) => b[1] - a[1]);
  const parts = classes.map(
    ([name, n]) => html`<span key=${name}>${words(name)} <b>${count(n)}</b></span>`,
  );
  return parts.length > 0 ? html`<p class="failed-by">${parts}</p>` : null;
}
