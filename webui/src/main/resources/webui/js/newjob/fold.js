// @ts-check
/** Fields that few users change, folded away, with the number of those that are not at their default. */
import { html } from "../html.js";
import { plural } from "../lib/format.js";
import { isChanged } from "./form-model.js";

/** @typedef {import("../types.js").ParameterDescriptor} ParameterDescriptor */
/** @typedef {{declared: ParameterDescriptor, value: string, drawn: any}} Shown */

/**
 * The plain fields, and the others folded below.
 *
 * @param {{shown: Shown[]}} props
 */
export function PlainAndAdvanced({ shown }) {
  const plain = shown.filter(({ declared }) => !declared.advanced);
  const advanced = shown.filter(({ declared }) => declared.advanced);
  return html`${plain.length > 0 && fieldsOf(plain)}
    ${
      advanced.length > 0 &&
      html`<details class="fold">
        <summary>Advanced <small>${plural(advanced.length, "field")}</small> <${Changed} shown=${advanced} /></summary>
        ${fieldsOf(advanced)}
      </details>`
    }`;
}

/**
 * A whole group that few users change: one line until it is opened.
 *
 * @param {{title: string, note: string, shown: Shown[]}} props
 */
export function FoldedGroup({ title, note, shown }) {
  return html`<details class="panel fold fold-group">
    <summary><span class="fold-title">${title}</span> <small>${note}</small> <${Changed} shown=${shown} /></summary>
    <fieldset aria-label=${title}>${fieldsOf(shown)}</fieldset>
  </details>`;
}

/** @param {Shown[]} shown */
const fieldsOf = (shown) => html`<div class="fields">${shown.map(({ drawn }) => drawn)}</div>`;

/** @param {{shown: Shown[]}} props */
function Changed({ shown }) {
  const changed = shown.filter(({ declared, value }) => isChanged(declared, value)).length;
  return changed > 0 ? html`<strong class="fold-changed">${changed} changed</strong>` : null;
}
