// @ts-check
import { html } from "../html.js";

/** @typedef {import("../types.js").JobClassView} JobClassView */
/** @typedef {(jobClass: JobClassView) => void} OnChoose */

/**
 * The catalogue as a group of radio buttons.
 *
 * @param {{classes: JobClassView[], chosen: JobClassView, onChoose: OnChoose}} props
 */
export function ClassChooser({ classes, chosen, onChoose }) {
  const choices = classes.map((one) => {
    const choose = () => onChoose(one);
    return html`<${Choice} key=${one.id} one=${one} chosen=${one === chosen} onChoose=${choose} />`;
  });
  return html`<fieldset class="panel">
    <legend>Job class</legend>
    <div class="classes">${choices}</div>
  </fieldset>`;
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
