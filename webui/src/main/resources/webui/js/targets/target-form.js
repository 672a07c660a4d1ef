// @ts-check
/** A target's fields, drawn from the declarations that the server sends. */
import { html, useRef, useState } from "../html.js";
import { ApiError, post, targetPath } from "../lib/api.js";
import { ParameterField } from "../newjob/field.js";
import { complaint } from "../newjob/form-model.js";
import { Failure } from "../ui/notice.js";

/** @typedef {import("../types.js").JobFieldView} JobFieldView */
/** @typedef {import("../types.js").TargetView} TargetView */
/** @typedef {Record<string, string>} Texts */

const GROUPS = [
  { title: "Database", groups: ["identity", "place"] },
  { title: "Limits", groups: ["limits"] },
  { title: "About", groups: ["about"] },
];

/**
 * @param {{fields: JobFieldView[], target?: TargetView, onSaved: (said: string) => void, onLeave: () => void}} props
 *   without a target it is a new one
 */
export function TargetForm({ fields, target, onSaved, onLeave }) {
  const [texts, setTexts] = useState(() => textsOf(fields, target));
  const [problems, setProblems] = useState(/** @type {Texts} */ ({}));
  const [failure, setFailure] = useState("");
  const [busy, setBusy] = useState(false);
  const element = useRef(/** @type {HTMLFormElement | null} */ (null));
  const shown = fields.filter(({ path }) => !(target && path === "name"));
  /** @param {Texts} found */
  const refuse = (found) => {
    setProblems(found);
    setTimeout(() => /** @type {HTMLElement | null} */ (element.current?.querySelector("[aria-invalid=true]"))?.focus(), 30);
  };
  /** @param {Event} event */
  const save = async (event) => {
    event.preventDefault();
    const found = complaints(shown, texts);
    if (Object.keys(found).length > 0) {
      refuse(found);
      return;
    }
    setBusy(true);
    setFailure("");
    try {
      const kept = await post(target ? targetPath(target.name) : "/api/v1/targets", given(shown, texts));
      onSaved(`${kept.name} is ${target ? "changed" : "there; jobs can name it"}.`);
    } catch (error) {
      setBusy(false);
      const said = error instanceof ApiError ? placed(error, shown) : {};
      refuse(said);
      setFailure(Object.keys(said).length > 0 ? "" : error instanceof Error ? error.message : String(error));
    }
  };
  const draw = (/** @type {JobFieldView} */ { path, label, declared }) =>
    html`<${ParameterField} key=${path} id=${`target-${declared.name}`} label=${label}
      parameter=${declared} value=${texts[path] ?? ""} problem=${problems[path]}
      placeholder=${path === "password" && target?.hasPassword ? "kept as it is" : undefined}
      onChange=${(/** @type {string} */ text) => {
        setTexts((old) => ({ ...old, [path]: text }));
        setProblems(({ [path]: _, ...others }) => others);
      }} />`;
  return html`<form ref=${element} class="target-form new-job" onSubmit=${save} novalidate
    aria-labelledby="target-form-title">
    <h2 class="form-title" id="target-form-title">${target ? `Edit ${target.name}` : "Add a target"}</h2>
    ${failure && html`<${Failure} title="Not saved" sentence=${failure} />`}
    ${GROUPS.map(({ title, groups }) => html`<fieldset class="panel" key=${title}>
      <legend>${title}</legend>
      <div class="fields">${shown.filter(({ group }) => groups.includes(group)).map(draw)}</div>
    </fieldset>`)}
    <p class="actions">
      <button class="button button-main" type="submit" disabled=${busy}>
        ${busy ? "Saving …" : target ? "Save" : "Add the target"}
      </button>
      <button class="button" type="button" onClick=${onLeave}>Cancel</button>
    </p>
  </form>`;
}

/** @param {JobFieldView[]} fields @param {TargetView | undefined} target @returns {Texts} */
function textsOf(fields, target) {
  /** @type {Record<string, any>} */
  const values = target ?? {};
  return Object.fromEntries(fields.map(({ path, declared }) => {
    const value = values[path];
    return [path, Array.isArray(value) ? value.join(", ") : String(value ?? declared.preset ?? "")];
  }));
}

/** @param {JobFieldView[]} fields @param {Texts} texts @returns {Texts} */
function complaints(fields, texts) {
  const all = fields.map(({ path, declared }) => [path, complaint(declared, texts[path] ?? "")]);
  return Object.fromEntries(all.filter(([, sentence]) => sentence));
}

/** A secret that is left empty stays as it is. @param {JobFieldView[]} fields @param {Texts} texts */
function given(fields, texts) {
  const said = fields.filter(({ path, declared }) => declared.kind !== "secret" || texts[path] !== "");
  return Object.fromEntries(said.map(({ path, list }) => {
    const text = (texts[path] ?? "").trim();
    return [path, list ? text.split(/\s*,\s*/).filter(Boolean) : text];
  }));
}

/** @param {ApiError} error @param {JobFieldView[]} fields @returns {Texts} empty where one belongs to no field */
function placed(error, fields) {
  const paths = new Set(fields.map(({ path }) => path));
  const all = error.problems.map((one) => [one.where.replace(/^\//, ""), `${one.what}; ${one.mend}`]);
  return all.every(([path]) => paths.has(path)) ? Object.fromEntries(all) : {};
}
