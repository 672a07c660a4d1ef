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
  const groups = grouped(Object.entries(provenance ?? {}));
  return groups.length === 0
    ? null
    : html`<section aria-labelledby="provenance-title">
        <div class="section-head"><h2 id="provenance-title">Provenance</h2><span class="muted">what else it takes to run this again</span></div>
        ${groups.map(
          ([name, entries]) => html`<div class="facts-group" key=${name}>
          ${name && html`<h3>${name}</h3>`}<${Facts} entries=${entries} />
        </div>`,
        )}
      </section>`;
}

/**
 * Entries by the part of their names before the first dot, those without a dot first.
 *
 * @param {[string, string][]} entries
 * @returns {[string, [string, string][]][]}
 */
export function grouped(entries) {
  /** @type {Map<string, [string, string][]>} */
  const groups = new Map([["", []]]);
  for (const [name, text] of entries) {
    const dot = name.indexOf(".");
    const group = dot < 0 ? "" : name.slice(0, dot);
    groups.set(group, [...(groups.get(group) ?? []), [name.slice(dot + 1), text]]);
  }
  return [...groups].filter(([, members]) => members.length > 0);
}
