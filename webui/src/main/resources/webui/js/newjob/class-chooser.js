// @ts-check
import { html } from "../html.js";

/** @typedef {import("../types.js").JobClassView} JobClassView */

/** The catalogue as a group of radio buttons. @param {{classes: JobClassView[], chosen: JobClassView, onChoose: (c: JobClassView) => void}} props */
export function ClassChooser({ classes, chosen, onChoose }) {
  return html`<fieldset class="panel">
    <legend>Job class</legend>
    <div class="classes">
      ${classes.map(
        (
          one,
        ) => html`<label key=${one.id + one.pack.sha256} class="class ${one === chosen ? "class-chosen" : ""}">
        <input type="radio" name="job-class" value=${one.id} checked=${one === chosen} onChange=${() => onChoose(one)} />
        <span class="class-body">
          <span class="class-title">${one.title} <code>${one.id}</code></span>
          <span class="class-summary">${one.summary}</span>
          <span class="class-pack">${one.pack.name} ${one.pack.version} · ${one.pack.sha256.slice(0, 8)}</span>
        </span>
      </label>`,
      )}
    </div>
  </fieldset>`;
}
