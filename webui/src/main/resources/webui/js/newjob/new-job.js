// @ts-check
/** A new job: what can be chosen from is fetched, then the form is shown. */
import { html, useEffect, useState } from "../html.js";
import { get, jobPath, studyPath } from "../lib/api.js";
import { jobsHref, studiesHref } from "../lib/router.js";
import { PerhapsDeleted } from "../ui/bring-back.js";
import { useTitle } from "../ui/hooks.js";
import { NotShown } from "../ui/not-shown.js";
import { Empty, Loading } from "../ui/notice.js";
import { JobForm } from "./job-form.js";

/** @typedef {import("../types.js").AgentView} AgentView */
/** @typedef {import("../types.js").JobClassView} JobClassView */
/** @typedef {import("../types.js").JobDocument} JobDocument */
/** @typedef {import("../types.js").JobFieldView} JobFieldView */
/** @typedef {import("../types.js").PackView} PackView */
/** @typedef {{classes: JobClassView[], fields: JobFieldView[], packs: PackView[], agents: AgentView[], targets: TargetList, template?: JobDocument}} Choices */
/** @typedef {import("../types.js").TargetList} TargetList */

/**
 * @param {{from: string, edit: boolean, target: string, study: string}} props `from` is the job to clone,
 *   `study` the study, and `target` where to go, empty for none; with `edit` that very job is changed
 */
export function NewJob({ from, edit, target, study }) {
  useTitle(edit ? "Edit a job" : study ? "Clone a study" : from ? "Clone a job" : "New job");
  const [choices, setChoices] = useState(/** @type {Choices | undefined} */ (undefined));
  const [failure, setFailure] = useState("");
  const template = study ? studyPath(study, "/submission") : from && jobPath(from, "/submission");
  useEffect(() => void load(template).then(setChoices, (error) => setFailure(error.message)), [template]);
  if (failure) {
    return html`<${NotShown} what="The form" sentence=${failure}>
      ${study && html`<${PerhapsDeleted} href=${studiesHref("state:deleted")} />`}
      ${from && html`<${PerhapsDeleted} href=${jobsHref("state:deleted")} />`}
    <//>`;
  }
  if (!choices) {
    return html`<${Loading} what="the job classes" />`;
  }
  return choices.classes.length === 0
    ? html`<${NoClasses} />`
    : html`<${JobForm} ...${choices} edited=${edit ? from : ""} target=${target} />`;
}

function NoClasses() {
  return html`<${Empty} title="There are no job classes on this server.">
    <p><a href="/packs">Upload a pack</a>, then come back.</p>
  <//>`;
}

/** @param {string} path of what is cloned; empty for nothing @returns {Promise<Choices>} */
async function load(path) {
  const [classes, packs, agents, targets, template] = await Promise.all([
    get("/api/v1/job-classes"),
    get("/api/v1/packs"),
    get("/api/v1/agents"),
    get("/api/v1/targets"),
    path ? get(path) : undefined,
  ]);
  return {
    classes: classes.jobClasses,
    fields: classes.fields,
    packs: packs.packs,
    agents: agents.agents,
    targets,
    template,
  };
}
