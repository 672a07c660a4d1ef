// @ts-check
/** One field of a form: label, control by kind, help, constraint, and what is wrong with it. */
import { html } from "../html.js";
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
 */

/** @param {FieldProps & {children: (attributes: Record<string, any>) => any}} props */
export function Field({ id, label, help, hint, problem, required, wide, children }) {
  const described = [help && `${id}-help`, hint && `${id}-hint`, problem && `${id}-problem`]
    .filter(Boolean)
    .join(" ");
  const attributes = {
    id,
    "aria-describedby": described || undefined,
    "aria-invalid": problem ? "true" : undefined,
  };
  return html`<div class="field ${problem ? "field-bad" : ""} ${wide ? "field-wide" : ""}">
    <label for=${id}>${label}${required && html`<span class="needed" title="needed" aria-hidden="true"> *</span>`}</label>
    ${children(attributes)}
    ${problem && html`<p class="field-problem" id="${id}-problem">${problem}</p>`}
    ${help && html`<p class="field-help" id="${id}-help">${help}</p>`}
    ${hint && html`<p class="field-hint" id="${id}-hint">${hint}</p>`}
  </div>`;
}

/** @param {FieldProps & {type?: string, inputmode?: string, placeholder?: string}} props */
export function TextField(props) {
  const { value, onChange, type = "text", inputmode, placeholder, required } = props;
  return html`<${Field} ...${props}>${(
    /** @type {any} */ attributes,
  ) => html`<input ...${attributes} class="input"
    type=${type} inputmode=${inputmode} placeholder=${placeholder} value=${value} aria-required=${required ? "true" : undefined}
    autocomplete=${type === "password" ? "new-password" : "off"} spellcheck=${false}
    onInput=${(/** @type {any} */ e) => onChange(e.target.value)} />`}<//>`;
}

/** @param {FieldProps & {options: {value: string, help: string}[]}} props */
export function ChoiceField(props) {
  const { value, onChange, options } = props;
  const chosen = options.find((option) => option.value === value);
  return html`<${Field} ...${props} hint=${chosen?.help ?? ""}>${(
    /** @type {any} */ attributes,
  ) => html`<select ...${attributes}
    class="input" onChange=${(/** @type {any} */ e) => onChange(e.target.value)}>
    ${!chosen && html`<option value=${value} selected>${value || "choose …"}</option>`}
    ${options.map((option) => html`<option key=${option.value} value=${option.value} selected=${option.value === value}>${option.value}</option>`)}
  </select>`}<//>`;
}

/** @param {FieldProps} props */
export function FlagField(props) {
  const { id, label, value, onChange } = props;
  return html`<${Field} ...${props} label=${label}>${(
    /** @type {any} */ attributes,
  ) => html`<span class="flag">
    <input ...${attributes} type="checkbox" role="switch" checked=${value === "true"}
      onChange=${(/** @type {any} */ e) => onChange(String(e.target.checked))} />
    <span class="flag-word" aria-hidden="true" id="${id}-word">${value === "true" ? "on" : "off"}</span>
  </span>`}<//>`;
}

/** @param {{parameter: ParameterDescriptor, value: string, problem?: string, onChange: (value: string) => void}} props */
export function ParameterField({ parameter, value, problem, onChange }) {
  const common = {
    id: `p-${parameter.name}`,
    label: parameter.name,
    help: parameter.help,
    hint: hint(parameter),
    required: isRequired(parameter),
    wide: parameter.kind === "text" && Number(parameter.maximum) > 200,
    value,
    problem,
    onChange,
  };
  switch (parameter.kind) {
    case "flag":
      return html`<${FlagField} ...${common} />`;
    case "choice":
      return html`<${ChoiceField} ...${common} options=${parameter.choices} />`;
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

/** Bounds so wide that they say nothing are left out. @param {ParameterDescriptor} parameter */
function hint({ kind, minimum, maximum, shape, pattern, preset }) {
  const parts = [];
  if (kind === "whole" || kind === "decimal" || kind === "span") {
    parts.push(range(minimum, maximum, kind));
  }
  if (kind === "text" && pattern && shape) {
    parts.push(shape);
  }
  if (kind !== "flag" && kind !== "choice" && preset) {
    parts.push(`default ${preset}`);
  }
  return parts.filter(Boolean).join(" · ");
}

/** @param {string} minimum @param {string} maximum @param {string} kind */
function range(minimum, maximum, kind) {
  const open = kind === "span" ? maximum === "366d" : Number(maximum) >= 2 ** 53;
  const low = minimum && minimum !== "0s" ? minimum : "";
  if (open) {
    return low && low !== "0" ? `at least ${low}` : "";
  }
  return maximum ? `${minimum || "0"} to ${maximum}` : "";
}
