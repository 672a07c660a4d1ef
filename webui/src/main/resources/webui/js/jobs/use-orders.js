// @ts-check
/** Jobs that are chosen in a list, and one order to all of them. */
import { html, useState } from "../html.js";
import { post } from "../lib/api.js";
import { plural } from "../lib/format.js";
import { compareHref, go } from "../lib/router.js";
import { Confirmed } from "../ui/command.js";
import { Failure } from "../ui/notice.js";

/** @typedef {import("../types.js").JobView} JobView */
/** @typedef {import("../types.js").Ordered} Ordered */

/** The server takes an order to so many. */
const MOST = 1_000;

/** What is said when an order is done. @type {Record<string, string>} */
const DONE = {
  cancel: "cancelled",
  kill: "cancelled by force",
  delete: "deleted",
  restore: "brought back",
  rerun: "submitted once more",
  enable: "enabled",
  disable: "disabled",
  file: "filed",
};

/**
 * @param {JobView[]} jobs those that are shown
 * @param {boolean} deleted whether these are deleted ones
 * @param {() => Promise<void>} reload shows them as they are after an order
 * @returns {{bar: any, column: import("../ui/table.js").Column<JobView>}}
 */
export function useOrders(jobs, deleted, reload) {
  const [chosen, setChosen] = useState(/** @type {string[]} */ ([]));
  const [said, setSaid] = useState(/** @type {any} */ (""));
  const there = new Set(jobs.map((job) => job.id));
  const ids = chosen.filter((id) => there.has(id));
  /** @param {string} order @param {string[]} to @param {object} [more] */
  const give = async (order, to, more = {}) => {
    try {
      const answer = await post("/api/v1/jobs/orders", { order, ids: to, ...more });
      setSaid(html`<${Came} order=${order} jobs=${answer.jobs} onUndo=${undo} />`);
      order !== "file" && setChosen([]);
    } catch (error) {
      const sentence = error instanceof Error ? error.message : String(error);
      setSaid(html`<${Failure} title="Not done" sentence=${sentence} />`);
    }
    await reload();
  };
  /** @param {string[]} to */
  const undo = (to) => give("restore", to);
  /** @param {string} id @param {boolean} on */
  const choose = (id, on) =>
    setChosen((old) => [...old.filter((other) => other !== id), ...(on ? [id] : [])].slice(0, MOST));
  const column = {
    label: "Choose",
    phone: /** @type {const} */ ("corner"),
    cell: (/** @type {JobView} */ job) => html`<input type="checkbox"
      checked=${ids.includes(job.id)} aria-label=${`Choose ${job.name || job.title}, ${job.id}`}
      onChange=${(/** @type {any} */ event) => choose(job.id, event.target.checked)} />`,
  };
  const all = () =>
    setChosen(ids.length === jobs.length ? [] : jobs.slice(0, MOST).map((job) => job.id));
  const bar = html`<div class="orders" role="toolbar" aria-label="The chosen jobs">
      <label><input type="checkbox" checked=${ids.length > 0 && ids.length === jobs.length}
        disabled=${jobs.length === 0} aria-label="Choose all that are shown" onChange=${all} />
        <span role="status">${ids.length > 0 ? `${ids.length} chosen` : plural(jobs.length, "job")}</span>
      </label>
      ${ids.length > 0 && html`<${Buttons} ids=${ids} deleted=${deleted} give=${give} />`}
    </div>
    ${said && html`<div role="status">${said}</div>`}`;
  return { bar, column };
}

/**
 * @param {{ids: string[], deleted: boolean,
 *   give: (order: string, ids: string[], more?: object) => void}} props
 */
function Buttons({ ids, deleted, give }) {
  const [tag, setTag] = useState("");
  const plain = (/** @type {string} */ order, /** @type {string} */ label) =>
    html`<button class="button button-small" type="button" onClick=${() => give(order, ids)}>
      ${label}</button>`;
  if (deleted) {
    return plain("restore", "Bring back");
  }
  const [first = "", ...others] = ids;
  /** @param {Event} event */
  const tagged = (event) => {
    event.preventDefault();
    tag.trim() && give("file", ids, { filing: { add: tag.trim().split(/[\s,;]+/) } });
    setTag("");
  };
  return html`
    <button class="button button-small" type="button" disabled=${others.length === 0}
      onClick=${() => go(compareHref(first, ...others.slice(0, 19)))}>Compare</button>
    ${plain("rerun", "Run again")} ${plain("enable", "Enable")} ${plain("disable", "Disable")}
    <form onSubmit=${tagged}>
      <input class="input" value=${tag} placeholder="tag" aria-label="Tag for the chosen jobs"
        onInput=${(/** @type {any} */ event) => setTag(event.target.value)} />
      <button class="button button-small" type="submit">Add tag</button>
    </form>
    <${Confirmed} label="Cancel" question=${`Cancel ${plural(ids.length, "job")}?`} small=${true}
      yes=${`Yes, cancel ${ids.length}`} onYes=${() => give("cancel", ids)} />
    ${plain("delete", "Delete")}`;
}

/** @param {{order: string, jobs: Ordered[], onUndo: (ids: string[]) => void}} props */
function Came({ order, jobs, onUndo }) {
  const done = jobs.filter((job) => job.done).map((job) => job.id);
  const problems = jobs.filter((job) => job.problem);
  const undo = html`<button class="button button-small" type="button" onClick=${() => onUndo(done)}>
    Undo</button>`;
  return html`<div class="notice ${problems.length > 0 ? "notice-warn" : ""}">
    <p>${plural(done.length, "job")} ${DONE[order]}. ${order === "delete" && done.length > 0 && undo}</p>
    ${
      problems.length > 0 &&
      html`<ul>${problems.map((job) => html`<li key=${job.id}>${job.id}: ${job.problem}</li>`)}</ul>`
    }
  </div>`;
}
