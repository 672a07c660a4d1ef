// @ts-check
import { html } from "../html.js";
import { get } from "../lib/api.js";

/** @typedef {import("../types.js").JobClassView} JobClassView */
/** @typedef {import("../types.js").PackView} PackView */
/** @typedef {(jobClass: JobClassView) => void} OnChoose */

/**
 * The catalogue as a group of radio buttons.
 *
 * @param {{classes: JobClassView[], packs: PackView[], chosen: JobClassView, onChoose: OnChoose}} props
 */
export function ClassChooser({ classes, packs, chosen, onChoose }) {
  const choices = classes.map((one) => {
    const choose = () => onChoose(one);
    return html`<${Choice} key=${one.id} one=${one} chosen=${one.id === chosen.id} onChoose=${choose} />`;
  });
  return html`<fieldset class="panel">
    <legend>Job class</legend>
    <div class="classes">${choices}</div>
    <${Versions} packs=${packs} chosen=${chosen} onChoose=${onChoose} />
  </fieldset>`;
}

/**
 * The packs that have the class, where there are several.
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
          ${pack.name}@${pack.version}${i === 0 ? ", the newest" : ""}
        </option>`,
      )}
    </select>
  </div>`;
}

/** @param {{one: JobClassView, chosen: boolean, onChoose: () => void}} props */
function Choice({ one, chosen, onChoose }) {
  const { id, title, summary, pack } = one;
  return html`<label class="class ${chosen ? "class-chosen" : ""}">
    <input type="radio" name="job-class" value=${id} checked=${chosen} onChange=${onChoose} />
    <span class="class-body">
      <span class="class-title">${title} <code>${id}</code></span>
      <span class="class-summary">${summary}</span>
      <span class="class-pack">${pack.name} ${pack.version} · ${pack.sha256.slice(0, 8)}</span>
    </span>
  </label>`;
}
