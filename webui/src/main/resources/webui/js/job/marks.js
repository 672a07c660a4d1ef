// @ts-check
/** What happened: a list whose entries show their places on the charts, and a line to add to it. */
import { html, useState } from "../html.js";
import { jobPath, post } from "../lib/api.js";
import { elapsed } from "../lib/format.js";
import { inWords, markKey } from "../lib/marks.js";
import { Failure } from "../ui/notice.js";
import { Section } from "../ui/section.js";

/** @typedef {import("../types.js").Mark} Mark */
/** @typedef {import("./run-model.js").RunModel} RunModel */

const LONGEST = 500;

/**
 * @param {{id: string, model: RunModel, live: boolean, chosen: string, onChoose: (key: string) => void}} props
 *   `chosen` is the key of the mark that charts show
 */
export function Marks({ id, model, live, chosen, onChoose }) {
  const marks = model.marks;
  return html`<${Section} id="marks-title" title="Events"
    end=${live && html`<${NoteForm} id=${id} model=${model} onNoted=${onChoose} />`}>
    ${marks.length === 0 && html`<p class="muted">${live ? "No events so far." : "No events."}</p>`}
    <ul class="marks">
      ${marks.map((mark) => {
        const key = markKey(mark);
        return html`<li key=${key}>
          <button type="button" class="mark mark-${mark.kind}" aria-pressed=${chosen === key}
            onClick=${() => onChoose(chosen === key ? "" : key)}
            onFocus=${() => onChoose(key)} onMouseEnter=${() => onChoose(key)}>
            <span class="mark-place">${place(mark)}</span>
            <span class="mark-kind">${mark.kind}</span>
            <span class="mark-text">${inWords(mark)}</span>
          </button>
        </li>`;
      })}
    </ul>
  <//>`;
}

/** @param {Mark} mark */
function place({ atMillis, untilMillis }) {
  const from = elapsed(atMillis / 1e3);
  return untilMillis === undefined ? from : `${from} – ${elapsed(untilMillis / 1e3)}`;
}

/** @param {{id: string, model: RunModel, onNoted: (key: string) => void}} props */
function NoteForm({ id, model, onNoted }) {
  const [text, setText] = useState("");
  const [failure, setFailure] = useState("");
  const note = (/** @type {Event} */ event) => {
    event.preventDefault();
    setFailure("");
    post(jobPath(id, "/notes"), { text }).then(
      (mark) => {
        model.addMark(mark);
        setText("");
        onNoted(markKey(mark));
      },
      (error) => setFailure(error.message),
    );
  };
  return html`<form class="note-form" onSubmit=${note}>
    <input class="input" aria-label="Note on what happens now" placeholder="Add a note at this moment"
      maxlength=${LONGEST} value=${text} onInput=${(/** @type {any} */ e) => setText(e.target.value)} />
    <button class="button" type="submit" disabled=${text.trim() === ""}>Add note</button>
    ${failure && html`<${Failure} title="Not noted" sentence=${failure} />`}
  </form>`;
}
