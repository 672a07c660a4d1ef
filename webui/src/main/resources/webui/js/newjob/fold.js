// @ts-check
/** Fields that few users change, folded away; how many of them are not at their default is said. */
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
  const changed = advanced.filter(({ declared, value }) => isChanged(declared, value)).length;
  const fields = (/** @type {Shown[]} */ some) => html`<div class="fields">${some.map(({ drawn }) => drawn)}</div>`;
  return html`${plain.length > 0 && fields(plain)}
    ${
      advanced.length > 0 &&
      html`<details class="fold">
        <summary>
          ${plain.length > 0 ? "Advanced" : "Options"} <small>${plural(advanced.length, "field")}</small>
          ${changed > 0 && html`<strong class="fold-changed">${changed} changed</strong>`}
        </summary>
        ${fields(advanced)}
      </details>`
    }`;
}
