// @ts-check
/** Figures that are read at a glance, and the line beside a name in a legend. */
import { html } from "../html.js";

/**
 * A figure over its name; a hot one asks for attention.
 *
 * @param {{label: string, hot?: boolean, children?: any}} props
 */
export function Figure({ label, hot = false, children }) {
  return html`<div class=${hot ? "hot" : ""}>
    <dt>${label}</dt>
    <dd>${children}</dd>
  </div>`;
}

/** How a line looks in its chart. @param {{colour: string, dash?: number[]}} props */
export function Swatch({ colour, dash }) {
  const dashes = dash?.join(" ");
  return html`<svg class="swatch" width="16" height="8" aria-hidden="true">
    <line x1="0" y1="4" x2="16" y2="4" class="stroke${colour}" stroke-dasharray=${dashes} />
  </svg>`;
}
