// @ts-check
/** What can be done with a study that goes on. */
import { html, useState } from "../html.js";
import { post, studyPath } from "../lib/api.js";
import { isOver } from "../lib/states.js";
import { Failure } from "../ui/notice.js";

/** @typedef {import("../types.js").StudyView} StudyView */

/** @param {{study: StudyView, onChanged: (study: StudyView) => void}} props */
export function StudyActions({ study, onChanged }) {
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState("");
  /** @param {"cancel" | "pause" | "resume"} word */
  const send = (word) => {
    setAsking(false);
    post(studyPath(study.id, `/${word}`), {}).then(
      (view) => view && onChanged(view),
      (error) => setFailure(error.message),
    );
  };
  if (isOver(study.state) || study.state === "stopping") {
    return null;
  }
  if (failure) {
    return html`<${Failure} sentence=${failure} />`;
  }
  if (asking) {
    return html`<span class="ask" role="group" aria-label="Cancel this study?">
      <button class="button button-danger" type="button" onClick=${() => send("cancel")}
        ref=${focus}>Yes, cancel it</button>
      <button class="button" type="button" onClick=${() => setAsking(false)}>Keep it</button>
    </span>`;
  }
  const [word, label] =
    study.state === "paused"
      ? [/** @type {const} */ ("resume"), "Go on"]
      : [/** @type {const} */ ("pause"), "Pause after this step"];
  return html`<button class="button" type="button" onClick=${() => send(word)}>${label}</button>
    <button class="button button-danger-line" type="button" onClick=${() => setAsking(true)}>
      Cancel study
    </button>`;
}

/** @param {HTMLElement | null} element */
const focus = (element) => element?.focus();
