// @ts-check
/** The form as YAML, and YAML into the form; the server translates. */
import { html, useState } from "../html.js";
import { ApiError, post } from "../lib/api.js";

/** @param {{made: () => object, onUse: (document: Record<string, any>) => void}} props */
export function Yaml({ made, onUse }) {
  const [text, setText] = useState("");
  const [given, setGiven] = useState("");
  const [problem, setProblem] = useState("");
  /** @param {object} body @param {(answer: any) => void} then */
  const translate = async (body, then) => {
    try {
      then(await post("/api/v1/job-documents", body));
      setProblem("");
    } catch (error) {
      setProblem(error instanceof ApiError ? (error.problems[0]?.sentence ?? error.message) : String(error));
    }
  };
  const show = () =>
    translate({ document: made() }, ({ yaml }) => {
      setText(yaml);
      setGiven(yaml);
    });
  // Text that the user has written stays.
  const opened = (/** @type {any} */ event) => event.currentTarget.open && text === given && show();
  const use = () => translate({ yaml: text }, (answer) => onUse(answer.document));
  return html`<details class="panel yaml" onToggle=${opened}>
    <summary><span class="fold-title">YAML</span> <small>this job as a file, to copy or to edit</small></summary>
    <p class="muted">
      The same job as a file, without passwords: <code>broadside job submit -f job.yaml</code>
    </p>
    <textarea class="input yaml-text" rows="16" spellcheck=${false} aria-label="The job as YAML"
      value=${text} onInput=${(/** @type {any} */ event) => setText(event.target.value)}></textarea>
    ${problem && html`<p class="field-problem" role="alert">${problem}</p>`}
    <p class="actions">
    <button class="button button-small" type="button" id="yaml-show" onClick=${show}>Update from the form</button>
    <button class="button button-small" type="button" id="yaml-use" onClick=${use}>Apply to the form</button>
    </p>
  </details>`;
}
