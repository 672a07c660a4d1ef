// @ts-check
/** What can be done with a study. */
import { html } from "../html.js";
import { studyPath } from "../lib/api.js";
import { plural } from "../lib/format.js";
import { studiesHref } from "../lib/router.js";
import { isOver } from "../lib/states.js";
import { Cancel, DoNotWait, useCommand } from "../ui/command.js";
import { Delete } from "../ui/delete.js";

/** @typedef {import("../types.js").StudyView} StudyView */

/** @param {{study: StudyView, onChanged: (study: StudyView) => void}} props */
export function StudyActions({ study, onChanged }) {
  const { failed, send } = useCommand(onChanged);
  const tell = (/** @type {"cancel" | "pause" | "resume"} */ word) =>
    send(studyPath(study.id, `/${word}`));
  if (isOver(study.state)) {
    const jobs = plural(study.steps.length, "job");
    return html`<${Delete} path=${studyPath(study.id)} question=${`Delete this study and its ${jobs}?`}
      then=${studiesHref("state:deleted")} />`;
  }
  if (study.state === "stopping") {
    return html`<${DoNotWait} onHurry=${() => tell("cancel")} />${failed}`;
  }
  const [word, label] =
    study.state === "paused"
      ? [/** @type {const} */ ("resume"), "Resume"]
      : [/** @type {const} */ ("pause"), "Pause after this step"];
  return html`<button class="button" type="button" onClick=${() => tell(word)}>${label}</button>
    <${Cancel} what="study" onYes=${() => tell("cancel")} />${failed}`;
}
