// @ts-check
/** The job class, found by typing, and the pack that it comes from. */
import { html } from "../html.js";
import { get } from "../lib/api.js";
import { FoundField } from "./field.js";

/** @typedef {import("../types.js").JobClassView} JobClassView */
/** @typedef {import("../types.js").PackView} PackView */
/** @typedef {(jobClass: JobClassView) => void} OnChoose */

/** @param {{classes: JobClassView[], packs: PackView[], chosen: JobClassView, onChoose: OnChoose}} props */
export function ClassChooser({ classes, packs, chosen, onChoose }) {
  const options = classes.map(({ id, title, summary }) => ({ value: id, title, help: summary }));
  const choose = (/** @type {string} */ id) => onChoose(classes.find((one) => one.id === id) ?? chosen);
  const { name, version, sha256 } = chosen.pack;
  return html`<fieldset class="panel">
    <legend>Job class</legend>
    <div class="fields">
      <${FoundField} id="job-class" label="Find by name or by what it does" wide
        value=${chosen.id} options=${options} nothing="No job class matches." onChange=${choose}
        help=${chosen.summary} hint=${`${chosen.id} of ${name} ${version} · ${sha256.slice(0, 8)}`} />
      <${Versions} packs=${packs} chosen=${chosen} onChoose=${onChoose} />
    </div>
  </fieldset>`;
}

/**
 * The packs that have the class, if there are several.
 *
 * @param {{packs: PackView[], chosen: JobClassView, onChoose: OnChoose}} props
 */
function Versions({ packs, chosen, onChoose }) {
  const having = packs.filter((pack) => pack.classes.includes(chosen.id));
  if (having.length < 2) {
    return null;
  }
  /** @param {Event} event */
  const change = async (event) => {
    const { value } = /** @type {HTMLSelectElement} */ (event.target);
    const { jobClasses } = await get(`/api/v1/job-classes?pack=${value}`);
    onChoose(jobClasses.find((/** @type {JobClassView} */ one) => one.id === chosen.id));
  };
  return html`<div class="field">
    <label for="pack">Pack</label>
    <select id="pack" class="input" value=${chosen.pack.sha256} onChange=${change}>
      ${having.map(
        (pack, i) => html`<option key=${pack.sha256} value=${pack.sha256}>
          ${pack.name}@${pack.version}${i === 0 ? ", installed last" : ""}
        </option>`,
      )}
    </select>
  </div>`;
}
