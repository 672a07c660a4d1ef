// @ts-check
/** A text of YAML with numbered lines, and what is wrong with them. */
import { html, useRef } from "../html.js";

/** @typedef {import("../types.js").ProblemItem} Problem */

const LEAST_LINES = 24;

/** @param {{label: string, text: string, problems: Problem[], onChange: (text: string) => void}} props */
export function YamlEditor({ label, text, problems, onChange }) {
  const area = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  const rows = Math.max(LEAST_LINES, text.split("\n").length);
  const wrong = new Set(problems.map((one) => placeOf(one)?.line));
  const numbers = Array.from({ length: rows }, (_, i) => i + 1);
  const show = (/** @type {Place} */ place) => {
    const at = text.split("\n").slice(0, place.line - 1).join("\n").length + Math.min(1, place.line - 1) + place.column - 1;
    area.current?.focus();
    area.current?.setSelectionRange(at, at);
  };
  return html`<div>
    <div class="editor">
      <ol class="editor-lines" aria-hidden="true">
        ${numbers.map((line) => html`<li key=${line} class=${wrong.has(line) ? "wrong" : ""}>${line}</li>`)}
      </ol>
      <textarea class="input yaml-text" rows=${rows} spellcheck=${false} wrap="off" aria-label=${label} value=${text}
        ref=${area} aria-invalid=${problems.length > 0} aria-describedby="yaml-problems"
        onInput=${(/** @type {any} */ event) => onChange(event.target.value)}></textarea>
    </div>
    <div id="yaml-problems" role="alert">
      <ul class="editor-problems">
        ${problems.map((one) => html`<li key=${one.sentence}><${Sentence} problem=${one} onShow=${show} /></li>`)}
      </ul>
    </div>
  </div>`;
}

/** @typedef {{line: number, column: number}} Place */

/** @param {Problem} problem @returns {Place | undefined} */
function placeOf({ where }) {
  const [, line, column = "1"] = /^line (\d+)(?:, column (\d+))?/.exec(where) ?? [];
  return line === undefined ? undefined : { line: Number(line), column: Number(column) };
}

/** @param {{problem: Problem, onShow: (place: Place) => void}} props */
function Sentence({ problem, onShow }) {
  const place = placeOf(problem);
  return html`${problem.sentence} ${
    place &&
    html`<button class="button button-small" type="button" onClick=${() => onShow(place)}>Go to line ${place.line}</button>`
  }`;
}
