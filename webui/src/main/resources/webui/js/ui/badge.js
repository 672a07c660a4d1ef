// @ts-check
/** States and verdicts: always a word with a sign, never colour alone. */
import { html } from "../html.js";
import { tone } from "../lib/states.js";

const SIGNS = { good: "✓", bad: "✕", warn: "!", live: "", calm: "" };

/** @param {{word: string, as?: "good" | "bad" | "warn" | "live" | "calm", title?: string}} props */
export function Badge({ word, as, title }) {
  const kind = as ?? tone(word);
  return html`<span class="badge badge-${kind}" title=${title}>
    <span class="badge-sign" aria-hidden="true">${SIGNS[kind]}</span>${word}
  </span>`;
}
