// @ts-check
import { html } from "../html.js";

/** Names and texts side by side. @param {{entries: [string, string][]}} props */
export function Facts({ entries }) {
  return html`<dl class="facts facts-wide">
    ${entries.map(([name, text]) => html`<div key=${name}><dt>${name}</dt><dd>${text === "" ? html`<span class="muted">empty</span>` : text}</dd></div>`)}
  </dl>`;
}

/** @param {{parameters: Record<string, string>}} props */
export function Parameters({ parameters }) {
  const entries = Object.entries(parameters ?? {});
  return entries.length === 0
    ? null
    : html`<section aria-labelledby="parameters-title"><h2 id="parameters-title">Parameters</h2><${Facts} entries=${entries} /></section>`;
}

/** @param {{provenance: Record<string, string>}} props */
export function Provenance({ provenance }) {
  const entries = Object.entries(provenance ?? {});
  return entries.length === 0
    ? null
    : html`<section aria-labelledby="provenance-title">
        <h2 id="provenance-title">Provenance</h2>
        <p class="muted">What else it takes to run this again.</p>
        <${Facts} entries=${entries} />
      </section>`;
}
