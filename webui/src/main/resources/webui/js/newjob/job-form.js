// @ts-check
/** The form of a new job: a class, its parameters, the load, the time; and what the server says. */
import { html } from "../html.js";
import { Failure } from "../ui/notice.js";
import { ClassChooser } from "./class-chooser.js";
import { ParameterField } from "./field.js";
import { PlainAndAdvanced } from "./fold.js";
import { ownParameters } from "./form-model.js";
import { Outlook } from "./outlook.js";
import { RunFields } from "./run-fields.js";
import { TargetChoice, TargetQuestion } from "./target-choice.js";
import { useJobForm } from "./use-job-form.js";
import { Yaml } from "./yaml.js";

/** @typedef {import("../types.js").AgentView} AgentView */
/** @typedef {import("../types.js").JobClassView} JobClassView */
/** @typedef {import("../types.js").JobDocument} JobDocument */
/** @typedef {import("../types.js").JobFieldView} JobFieldView */
/** @typedef {import("../types.js").PackView} PackView */
/** @typedef {import("../types.js").TargetList} TargetList */
/** @typedef {import("./form-model.js").Texts} Texts */

/**
 * @param {{classes: JobClassView[], fields: JobFieldView[], packs: PackView[], agents: AgentView[],
 *   targets: TargetList, target: string, template?: JobDocument, edited: string}} props `target` is
 *   where it goes, `edited` the id of the job that is changed
 */
export function JobForm({ classes, fields, packs, agents, targets, target, template, edited }) {
  const form = useJobForm(classes, fields, template, { edited, target });
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
        <${TargetChoice} jobClass=${jobClass} list=${targets} run=${run} kept=${kept} problems=${problems.fields}
          onChange=${form.setRun} onConfirm=${form.confirm} />
        <${ParameterFields} jobClass=${jobClass} run=${run} values=${parameters} problems=${problems.fields}
          takenOver=${kept.secretsNeeded ?? []} onChange=${form.setParameter} />
        <${RunFields} fields=${fields} run=${run} kept=${kept} agents=${agents} problems=${problems.fields}
          onChange=${form.setRun} onUseFields=${form.usePhaseFields} />
        <${Yaml} made=${form.made} onUse=${form.use} />
      </div>
      <${Outlook} jobClass=${jobClass} run=${run} kept=${kept} agents=${agents}
        wrong=${Object.keys(problems.fields).length} busy=${busy} edited=${edited !== ""}
        tested=${form.tested} onTest=${form.test}
        question=${html`<${TargetQuestion} sentence=${form.question} busy=${busy} onYes=${form.agree} />`} />
    </div>
  </form>`;
}

/** @param {{id: string}} props */
function ClassGone({ id }) {
  const sentence = `The server no longer has the job class ${id}, so none of its settings could be copied.`;
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
 * @param {{jobClass: JobClassView, run: Texts, values: Texts, problems: Texts, takenOver: string[],
 *   onChange: OnChange}} props
 */
function ParameterFields({ jobClass, run, values, problems, takenOver, onChange }) {
  const own = ownParameters(jobClass, run);
  if (own.length === 0) {
    return null;
  }
  const shown = own.map((parameter) => {
    const { name } = parameter;
    const drawn = html`<${ParameterField} key=${`${jobClass.id} ${name}`} parameter=${parameter}
      value=${values[name] ?? ""} problem=${problems[`parameters.${name}`]}
      placeholder=${takenOver.includes(name) ? "same as in the cloned job" : undefined}
      onChange=${(/** @type {string} */ text) => onChange(name, text)} />`;
    return { declared: parameter, value: values[name] ?? "", drawn };
  });
  return html`<fieldset class="panel">
    <legend>Parameters</legend>
    <${PlainAndAdvanced} key=${jobClass.id} shown=${shown} />
  </fieldset>`;
}
