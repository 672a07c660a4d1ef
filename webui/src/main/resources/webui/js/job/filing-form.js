// @ts-check
/** A job's folder and tags, and the form in which they are changed, whatever state it is in. */
import { html, useState } from "../html.js";
import { jobPath, post } from "../lib/api.js";
import { Filing } from "../ui/filing.js";
import { Failure } from "../ui/notice.js";

/** @typedef {import("../types.js").JobView} JobView */

/** @param {{job: JobView, onChanged: (job: JobView) => void}} props */
export function FilingLine({ job, onChanged }) {
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState(false);
  const show = () => {
    setOpened(true);
    setOpen(true);
  };
  const filed = job.folder || job.tags.length > 0;
  if (open) {
    /** @param {JobView} changed */
    const done = (changed) => {
      onChanged(changed);
      setOpen(false);
    };
    return html`<${FilingForm} job=${job} onDone=${done} onLeave=${() => setOpen(false)} />`;
  }
  return html`<p class="filing-line">
    <${Filing} folder=${job.folder} tags=${job.tags} />
    <button class="button-plain" type="button" ref=${opened ? focus : undefined} onClick=${show}>
      ${filed ? "Edit folder and tags" : "Add folder or tags"}
    </button>
  </p>`;
}

/** @param {{job: JobView, onDone: (job: JobView) => void, onLeave: () => void}} props */
function FilingForm({ job, onDone, onLeave }) {
  const [folder, setFolder] = useState(job.folder);
  const [tags, setTags] = useState(job.tags.join(", "));
  const [failures, setFailures] = useState(/** @type {string[]} */ ([]));
  /** @param {Event} event */
  const send = (event) => {
    event.preventDefault();
    post(jobPath(job.id, "/filing"), { folder: folder.trim(), ...difference(job.tags, tags) }).then(
      onDone,
      (error) => setFailures(refusals(error)),
    );
  };
  const escape = (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && onLeave();
  const texts = (/** @type {(text: string) => void} */ set) => (/** @type {any} */ event) =>
    set(event.target.value);
  return html`<form class="filing-form" onSubmit=${send} onKeyDown=${escape}>
    <label>Folder
      <input class="input" value=${folder} onInput=${texts(setFolder)} placeholder="nightly/mysql" ref=${focus} />
    </label>
    <label>Tags
      <input class="input" value=${tags} onInput=${texts(setTags)} placeholder="baseline, weekly" />
    </label>
    <span class="actions">
      <button class="button button-main" type="submit">Save</button>
      <button class="button" type="button" onClick=${onLeave}>Cancel</button>
    </span>
    ${failures.map((sentence) => html`<${Failure} key=${sentence} title="Not done" sentence=${sentence} />`)}
  </form>`;
}

/**
 * What is wrong with it, by the names of the fields.
 *
 * @param {import("../lib/api.js").ApiError} error @returns {string[]}
 */
export function refusals({ message, problems }) {
  const told = problems.map(({ where, what, mend }) => `${where === "/folder" ? "Folder" : "Tags"}: ${what}; ${mend}.`);
  return told.length > 0 ? told : [message];
}

/** @param {HTMLElement | null} element */
const focus = (element) => element?.contains(document.activeElement) || element?.focus();

/**
 * Which tags come and which go: what somebody else changes meanwhile stays.
 *
 * @param {string[]} before
 * @param {string} text separated by commas or spaces
 */
export function difference(before, text) {
  const now = text.split(/[\s,;]+/).filter((tag) => tag !== "");
  return {
    add: now.filter((tag) => !before.includes(tag)),
    remove: before.filter((tag) => !now.includes(tag)),
  };
}
