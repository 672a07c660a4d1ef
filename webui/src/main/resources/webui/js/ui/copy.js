// @ts-check
import { html, useState } from "../html.js";

/** A command to copy into a terminal. @param {{text: string}} props */
export function Command({ text }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), 1_500);
    } catch (forbidden) {
      // Without the right to the clipboard the text can still be selected by hand.
      setCopied(false);
    }
  };
  return html`<div class="command">
    <code tabindex="0">${text}</code>
    <button class="button button-small" type="button" onClick=${copy} aria-live="polite">
      ${copied ? "Copied" : "Copy"}
    </button>
  </div>`;
}
