// @ts-check
/** One field of a form: label, control by kind, help, constraint, and what is wrong with it. */
import { html } from "../html.js";
import { count } from "../lib/format.js";
import { Combobox } from "../ui/combobox.js";
import { isRequired } from "./form-model.js";

/** @typedef {import("../types.js").ParameterDescriptor} ParameterDescriptor */

/**
 * @typedef {object} FieldProps
 * @property {string} id
 * @property {string} label
 * @property {string} value
 * @property {(value: string) => void} onChange
 * @property {string} [help]
 * @property {string} [hint] the constraint in a few words
 * @property {string} [problem]
 * @property {boolean} [required]
 * @property {boolean} [wide]
 * @property {string} [placeholder]
 */

/** @typedef {(attributes: Record<string, any>) => any} Control */

/**
 * A label, a control and its texts, linked for screen readers.
 *
 * @param {FieldProps & {control: Control}} props
 */
export function Field({ id, label, help, hint, problem, required, wide, control }) {
  const said = [help && "help", hint && "hint", problem && "problem"].filter(Boolean);
  const attributes = {
    id,
    "aria-describedby": said.map((what) => `${id}-${what}`).join(" ") || undefined,
    "aria-invalid": problem ? "true" : undefined,
    "aria-required": required ? "true" : undefined,
  };
  const star = html`<span class="needed" title="needed" aria-hidden="true"> *</span>`;
  return html`<div class="field ${problem ? "field-bad" : ""} ${wide ? "field-wide" : ""}">
    <label for=${id}>${label}${required && star}</label>
    ${control(attributes)}
    ${problem && html`<p class="field-problem" id="${id}-problem">${problem}</p>`}
    ${help && html`<p class="field-help" id="${id}-help">${help}</p>`}
    ${hint && html`<p class="field-hint" id="${id}-hint">${hint}</p>`}
  </div>`;
}

/** @param {FieldProps & {type?: string, inputmode?: string}} props */
export function TextField(props) {
  const { value, onChange, type = "text", inputmode, placeholder } = props;
  const typed = (/** @type {any} */ event) => onChange(event.target.value);
  // A browser that fills in its own user's secrets would fill in the wrong ones.
  const autocomplete = type === "password" ? "new-password" : "off";
  const control = (/** @type {any} */ attributes) => html`<input ...${attributes} class="input"
    type=${type} inputmode=${inputmode} placeholder=${placeholder} autocomplete=${autocomplete}
    spellcheck=${false} value=${value} onInput=${typed} />`;
  return html`<${Field} ...${props} control=${control} />`;
}

/** @param {FieldProps} props */
export function AreaField(props) {
  const typed = (/** @type {any} */ event) => props.onChange(event.target.value);
  const control = (/** @type {any} */ attributes) => html`<textarea ...${attributes} class="input"
    rows="8" autocomplete="off" spellcheck=${false} value=${props.value} onInput=${typed} />`;
  return html`<${Field} ...${props} control=${control} />`;
}

/** @param {FieldProps & {options: {value: string, help: string}[], none?: string}} props `none` stands for no word */
export function ChoiceField(props) {
  const { value, onChange, options, none = "choose …" } = props;
  const known = options.find((option) => option.value === value);
  const chosen = (/** @type {any} */ event) => onChange(event.target.value);
  const listed = known ? options : [{ value, help: "" }, ...options];
  const choices = listed.map(
    (o) => html`<option key=${o.value} value=${o.value} selected=${o.value === value}>
      ${o.value || none}
    </option>`,
  );
  const control = (/** @type {any} */ attributes) =>
    html`<select ...${attributes} class="input" onChange=${chosen}>${choices}</select>`;
  return html`<${Field} ...${props} hint=${known?.help ?? ""} control=${control} />`;
}

/**
 * One of many, found by typing.
 *
 * @param {FieldProps & {options: import("../lib/find.js").Findable[], nothing: string}} props
 */
export function FoundField(props) {
  const { options, value, nothing, onChange } = props;
  const control = (/** @type {any} */ attributes) => html`<${Combobox} attributes=${attributes}
    options=${options} value=${value} nothing=${nothing} onChoose=${onChange} />`;
  return html`<${Field} ...${props} control=${control} />`;
}

/** @param {FieldProps} props */
export function FlagField(props) {
  const on = props.value === "true";
  const switched = (/** @type {any} */ event) => props.onChange(String(event.target.checked));
  const control = (/** @type {any} */ attributes) => html`<span class="flag">
    <input ...${attributes} type="checkbox" role="switch" checked=${on} onChange=${switched} />
    <span class="flag-word" aria-hidden="true">${on ? "on" : "off"}</span>
  </span>`;
  return html`<${Field} ...${props} control=${control} />`;
}

/**
 * @param {{parameter: ParameterDescriptor, value: string, problem?: string, placeholder?: string,
 *   id?: string, label?: string, onChange: (value: string) => void}} props
 */
export function ParameterField({ parameter, value, problem, placeholder, id, label, onChange }) {
  const common = {
    id: id ?? `p-${parameter.name}`,
    label: label ?? parameter.name,
    placeholder,
    help: unstopped(parameter.help),
    hint: hint(parameter, value, problem),
    required: isRequired(parameter),
    wide: ["text", "files"].includes(parameter.kind) && Number(parameter.maximum) > 200,
    value,
    problem,
    onChange,
  };
  switch (parameter.kind) {
    case "flag":
      return html`<${FlagField} ...${common} />`;
    case "choice":
      return html`<${ChoiceField} ...${common} options=${parameter.choices} />`;
    case "files":
      return html`<${AreaField} ...${common} />`;
    case "secret":
      return html`<${TextField} ...${common} type="password" />`;
    case "whole":
      return html`<${TextField} ...${common} inputmode="numeric" />`;
    case "decimal":
      return html`<${TextField} ...${common} inputmode="decimal" />`;
    default:
      return html`<${TextField} ...${common} />`;
  }
}

/**
 * Left out are bounds so wide that they say nothing, a default that stands in the field, and the form that a text
 * must have: only a wrong text needs to be told it.
 *
 * @param {ParameterDescriptor} parameter @param {string} value @param {string | undefined} problem
 */
function hint({ kind, minimum, maximum, shape, pattern, preset }, value, problem) {
  const parts = [];
  if (kind === "whole" || kind === "decimal" || kind === "span") {
    parts.push(range(minimum, maximum, kind));
  }
  if (kind === "text" && pattern && shape && problem) {
    parts.push(shape);
  }
  if (kind !== "flag" && kind !== "choice" && preset && preset !== value.trim()) {
    parts.push(`default ${preset}`);
  }
  const said = parts.filter(Boolean).join(" · ");
  return /^[a-z]+[ ,]/.test(said) ? said[0].toUpperCase() + said.slice(1) : said;
}

/** A bound without the decimals that say nothing. @param {string} bound */
function trimmed(bound) {
  const plain = bound.includes("E") ? String(Number(bound)) : bound.replace(/\.0+$/, "");
  return /^\d{5,}$/.test(plain) ? count(Number(plain)) : plain;
}

/** A short help is no sentence, and ends like none. @param {string} text */
function unstopped(text) {
  return text.indexOf(". ") < 0 ? text.replace(/\.$/, "") : text;
}

/** @param {string} minimum @param {string} maximum @param {string} kind */
function range(minimum, maximum, kind) {
  const open = kind === "span" ? maximum === "366d" : Number(maximum) >= 2 ** 53;
  const low = minimum && minimum !== "0s" ? minimum : "";
  if (open) {
    return low && low !== "0" && Number(low) !== -(2 ** 63) ? `at least ${low}` : "";
  }
  return maximum ? `${trimmed(minimum) || "0"} to ${trimmed(maximum)}` : "";
}
