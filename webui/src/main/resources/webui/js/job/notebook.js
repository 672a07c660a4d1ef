// @ts-check
/** What people say of a job, and the files that they lay beside it. All of it is shown as text. */
import { html, useEffect, useRef, useState } from "../html.js";
import { get, jobPath, post, remove, upload } from "../lib/api.js";
import { bytes, clock } from "../lib/format.js";
import { Confirmed } from "../ui/command.js";
import { Failure } from "../ui/notice.js";
import { Section } from "../ui/section.js";

/** @typedef {import("../types.js").Comment} Comment */
/** @typedef {import("../types.js").Attachment} Attachment */

const LONGEST = 2_000;

/** @param {{id: string}} props */
export function Notebook({ id }) {
  const [comments, setComments] = useState(/** @type {Comment[]} */ ([]));
  const [files, setFiles] = useState(/** @type {Attachment[]} */ ([]));
  const [failure, setFailure] = useState("");
  const [sending, setSending] = useState(false);
  /** @param {() => Promise<unknown>} work @returns {Promise<boolean>} whether it was done */
  const attempt = async (work) => {
    setFailure("");
    let sentence = "";
    await work().catch((error) => (sentence = error.message));
    // Of several things that were asked for, some may be done.
    await get(jobPath(id, "/comments")).then((found) => setComments(found.comments), () => {});
    await get(jobPath(id, "/attachments")).then((found) => setFiles(found.attachments), () => {});
    setFailure(sentence);
    return sentence === "";
  };
  useEffect(() => void attempt(async () => {}), [id]);
  const attach = async (/** @type {File[]} */ chosen) => {
    setSending(true);
    await attempt(async () => {
      /** @type {string[]} */
      const refused = [];
      for (const file of chosen) {
        const path = jobPath(id, `/attachments?name=${encodeURIComponent(file.name)}`);
        await upload(path, file).catch((error) => refused.push(`${file.name}: ${error.message}`));
      }
      if (refused.length > 0) {
        throw new Error(refused.join(" "));
      }
    });
    setSending(false);
  };
  const say = (/** @type {string} */ text) => attempt(() => post(jobPath(id, "/comments"), { text }));
  const drop = (/** @type {string} */ tail) => attempt(() => remove(jobPath(id, tail)));
  return html`<${Section} id="notebook-title" title="Notebook"
    end=${html`<${Attach} sending=${sending} onFiles=${attach} />`}>
    ${failure && html`<${Failure} title="Not done" sentence=${failure} />`}
    <ul class="notebook">
      ${comments.map((one) => html`<${Said} key=${one.number} comment=${one} onDrop=${drop} />`)}
      ${files.map((one) => html`<${Kept} key=${one.name} id=${id} file=${one} onDrop=${drop} />`)}
    </ul>
    <${CommentForm} onSay=${say} />
  <//>`;
}

/** @param {{comment: Comment, onDrop: (tail: string) => void}} props */
function Said({ comment: { number, author, at, text }, onDrop }) {
  return html`<li>
    <span class="muted">${clock(at)} ${author}</span>
    <p class="notebook-text">${text}</p>
    <${Confirmed} label="Delete" of=${`comment ${number}`} question=${`Delete comment ${number}?`} yes="Yes, delete it" small
      onYes=${() => onDrop(`/comments/${number}`)} />
  </li>`;
}

/** @param {{id: string, file: Attachment, onDrop: (tail: string) => void}} props */
function Kept({ id, file: { name, size, sha256, author, at }, onDrop }) {
  const tail = `/attachments/${encodeURIComponent(name)}`;
  return html`<li>
    <span class="muted">${clock(at)} ${author}</span>
    <p class="notebook-text">
      <a href=${jobPath(id, tail)} download title=${`SHA-256 ${sha256}`}>${name}</a>, ${bytes(size)}
    </p>
    <${Confirmed} label="Delete" of=${name} question=${`Delete ${name}?`} yes="Yes, delete it" small
      onYes=${() => onDrop(tail)} />
  </li>`;
}

/** @param {{onSay: (text: string) => Promise<boolean>}} props */
function CommentForm({ onSay }) {
  const [text, setText] = useState("");
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (await onSay(text)) {
      setText("");
    }
  };
  return html`<form class="notebook-form" onSubmit=${send}>
    <label>Comment
      <textarea class="input" rows="2" maxlength=${LONGEST} value=${text}
        onInput=${(/** @type {any} */ event) => setText(event.target.value)}></textarea>
    </label>
    <button class="button" type="submit" disabled=${text.trim() === ""}>Add comment</button>
  </form>`;
}

/** @param {{sending: boolean, onFiles: (files: File[]) => void}} props */
function Attach({ sending, onFiles }) {
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  /** @param {Event} event */
  const chosen = (event) => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    const files = [...(field.files ?? [])];
    field.value = "";
    onFiles(files);
  };
  return html`<span class="section-end">
    <input ref=${input} id="notebook-file" type="file" multiple class="unseen" tabindex="-1"
      aria-label="Files to attach" onChange=${chosen} />
    <button class="button button-small" type="button" aria-disabled=${sending}
      onClick=${() => sending || input.current?.click()}>
      ${sending ? "Attaching …" : "Attach files"}
    </button>
  </span>`;
}
