// @ts-check
/** Where a job goes: a target by its name, or a URL; and what has to be said before load goes there. */
import { html } from "../html.js";
import { choiceWords, targetWords } from "../targets/target-words.js";
import { FoundField, TextField } from "./field.js";
import { choosesDatabase } from "./form-model.js";

/** @typedef {import("../types.js").JobClassView} JobClassView */
/** @typedef {import("../types.js").TargetList} TargetList */
/** @typedef {import("./form-model.js").Kept} Kept */
/** @typedef {import("./form-model.js").Texts} Texts */

/**
 * @param {{jobClass: JobClassView, list: TargetList, run: Texts, kept: Kept, problems: Texts,
 *   onChange: (path: string, text: string) => void, onConfirm: (text: string) => void}} props
 */
export function TargetChoice({ jobClass, list, run, kept, problems, onChange, onConfirm }) {
  const named = list.targets.find((one) => one.name === run.target);
  if (!choosesDatabase(jobClass) || (list.targets.length === 0 && !run.target && !list.only)) {
    return null;
  }
  const options = list.targets.map((one) => ({
    value: one.name,
    title: one.name,
    help: [targetWords(one), ...one.labels, one.note].filter(Boolean).join(" · "),
  }));
  const none = { value: "", title: list.only ? "choose …" : "by URL", help: choiceWords("", list) };
  return html`<fieldset class="panel">
    <legend>Target</legend>
    <div class="fields">
      <${FoundField} id="run-target" label="Database" wide value=${run.target ?? ""}
        options=${[none, ...options]} nothing="No target matches." problem=${problems.target}
        help=${choiceWords(run.target ?? "", list)}
        onChange=${(/** @type {string} */ text) => onChange("target", text)} />
      ${named?.protected && html`<${TextField} id="run-confirm" label="Confirm its name" required
        value=${kept.confirm ?? ""} problem=${problems.confirm} onChange=${onConfirm}
        help="This target is protected: type its name to confirm that load may go there." />`}
    </div>
  </fieldset>`;
}

/**
 * Asks whether load is meant to go to a target that was not named.
 *
 * @param {{sentence: string, busy: boolean, onYes: () => void}} props
 */
export function TargetQuestion({ sentence, busy, onYes }) {
  if (!sentence) {
    return null;
  }
  return html`<div class="notice notice-warn" role="alert">
    <p>${sentence[0].toUpperCase() + sentence.slice(1)}.</p>
    <button class="button button-wide" type="button" id="yes-target" disabled=${busy} onClick=${onYes}>
      Yes, run it there
    </button>
  </div>`;
}
