// @ts-check
/** The form of a new job: a class, its parameters, the load, the time; and what the server says. */
import { html } from "../html.js";
import { Failure } from "../ui/notice.js";
import { ClassChooser } from "./class-chooser.js";
import { ParameterField } from "./field.js";
import { Outlook } from "./outlook.js";
import { RunFields } from "./run-fields.js";
import { useJobForm } from "./use-job-form.js";
import { Yaml } from "./yaml.js";

/** @typedef {import("../types.js").AgentView} AgentView */
/** @typedef {import("../types.js").JobClassView} JobClassView */
/** @typedef {import("../types.js").JobDocument} JobDocument */
/** @typedef {import("../types.js").JobFieldView} JobFieldView */
/** @typedef {import("../types.js").PackView} PackView */
/** @typedef {import("./form-model.js").Texts} Texts */

/**
 * @param {{classes: JobClassView[], fields: JobFieldView[], packs: PackView[], agents: AgentView[],
 *   template?: JobDocument, edited: string}} props `edited` is the id of the job that is changed
 */
export function JobForm({ classes, fields, packs, agents, template, edited }) {
  const form = useJobForm(classes, fields, template, edited);
  const { jobClass, run, parameters, kept, problems, busy } = form;
  const what = edited ? "Edit" : "Clone of";
  const title = template ? `${what} “${template.name ?? template.jobClass}”` : "New job";
  const gone = template && !classes.some((one) => one.id === template.jobClass);
  return html`<form ref=${form.element} class="new-job" onSubmit=${form.submit} novalidate>
    <div class="page-head"><h1>${title}</h1></div>
    <div class="new-job-columns">
      <div>
        ${gone && html`<${ClassGone} id=${template.jobClass} />`}
        <${Refusals} sentences=${problems.rest} />
        <${ClassChooser} classes=${classes} packs=${packs} chosen=${jobClass} onChoose=${form.choose} />
        <${ParameterFields} jobClass=${jobClass} values=${parameters} problems=${problems.fields}
          takenOver=${kept.secretsNeeded ?? []} onChange=${form.setParameter} />
        <${RunFields} fields=${fields} run=${run} kept=${kept} agents=${agents} problems=${problems.fields}
          onChange=${form.setRun} onUseFields=${form.usePhaseFields} />
        <${Yaml} made=${form.made} onUse=${form.use} />
      </div>
      <${Outlook} jobClass=${jobClass} run=${run} kept=${kept} agents=${agents}
        wrong=${Object.keys(problems.fields).length} busy=${busy} edited=${edited !== ""}
        tested=${form.tested} onTest=${form.test} />
    </div>
  </form>`;
}

/** @param {{id: string}} props */
function ClassGone({ id }) {
  const sentence = `The server has no job class ${id} any more, so nothing of it stands below.`;
  return html`<${Failure} title="Not cloned" sentence=${sentence} />`;
}

/** What is wrong and belongs to no field. @param {{sentences: string[]}} props */
function Refusals({ sentences }) {
  return sentences.map(
    (sentence) => html`<${Failure} key=${sentence} title="Not submitted" sentence=${sentence} />`,
  );
}

/**
 * @typedef {(name: string, text: string) => void} OnChange
 * @param {{jobClass: JobClassView, values: Texts, problems: Texts, takenOver: string[],
 *   onChange: OnChange}} props
 */
function ParameterFields({ jobClass, values, problems, takenOver, onChange }) {
  if (jobClass.parameters.length === 0) {
    return null;
  }
  const fields = jobClass.parameters.map((parameter) => {
    const { name } = parameter;
    return html`<${ParameterField} key=${`${jobClass.id} ${name}`} parameter=${parameter}
      value=${values[name] ?? ""} problem=${problems[`parameters.${name}`]}
      placeholder=${takenOver.includes(name) ? "as in the job that is cloned" : undefined}
      onChange=${(/** @type {string} */ text) => onChange(name, text)} />`;
  });
  return html`<fieldset class="panel">
    <legend>Parameters</legend>
    <div class="fields">${fields}</div>
  </fieldset>`;
}
