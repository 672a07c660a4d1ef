// @ts-check
import { html } from "../html.js";
import { Section } from "../ui/section.js";

/** Names and texts side by side. @param {{entries: [string, string][]}} props */
export function Facts({ entries }) {
  return html`<dl class="facts facts-wide">
    ${entries.map(([name, text]) => html`<${Fact} key=${name} name=${name} text=${text} />`)}
  </dl>`;
}

/** @param {{name: string, text: string}} props */
function Fact({ name, text }) {
  return html`<div>
    <dt>${name}</dt>
    <dd>${text === "" ? html`<span class="muted">not set</span>` : text}</dd>
  </div>`;
}

/**
 * A job on a named target has its password from there: it is no parameter that nobody set.
 *
 * @param {{parameters: Record<string, string>, target?: string}} props
 */
export function Parameters({ parameters, target }) {
  const entries = Object.entries(parameters ?? {}).map(
    ([name, text]) => /** @type {[string, string]} */ ([name, target && name === "password" && text === "" ? `of target ${target}` : text]),
  );
  if (entries.length === 0) {
    return null;
  }
  return html`<${Section} id="parameters-title" title="Parameters">
    <${Facts} entries=${entries} />
  <//>`;
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
