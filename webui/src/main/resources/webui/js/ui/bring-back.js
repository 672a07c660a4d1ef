// @ts-check
/** What is deleted has no page, until it is brought back. */
import { html } from "../html.js";
import { go } from "../lib/router.js";
import { useCommand } from "./command.js";

/** Whether a search means what is deleted. @param {string} query */
export function meansDeleted(query) {
  return query.split(/[\s()]+/).includes("state:deleted");
}

/**
 * @template {{id: string, name: string, title?: string}} T
 * @param {(id: string, tail?: string) => string} path of one, in the API
 * @param {(id: string) => string} href of its page
 * @returns {import("./table.js").Column<T>}
 */
export function bringBack(path, href) {
  return {
    label: "For a day",
    phone: "bare",
    cell: (one) => html`<${BringBack} name=${one.name || one.title || one.id} path=${path(one.id, "/restore")}
      href=${href(one.id)} />`,
  };
}

/** @param {{name: string, path: string, href: string}} props */
function BringBack({ name, path, href }) {
  const { failed, send } = useCommand(() => go(href));
  return html`<button class="button button-small" type="button" aria-label=${`Bring back ${name}`}
    onClick=${() => send(path)}>Bring back</button>${failed}`;
}

/** In the place of a page that is not there. @param {{href: string}} props where those are that are deleted */
export function PerhapsDeleted({ href }) {
  return html`<p>Deleted within the last day? <a href=${href}>Bring it back</a></p>`;
}
