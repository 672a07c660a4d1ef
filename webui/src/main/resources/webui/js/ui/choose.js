// @ts-check
/** Rows that are chosen to be compared: the one that was chosen first is what the others are compared with. */
import { html, useState } from "../html.js";
import { compareHref, go } from "../lib/router.js";

const MOST = 20;

/** @typedef {{id: string, name: string, title: string}} Named */

/**
 * What is chosen, the button that compares it, and the column in which it is chosen.
 *
 * @returns {{button: any, column: import("../ui/table.js").Column<any>}}
 */
export function useChosen() {
  const [chosen, setChosen] = useState(/** @type {string[]} */ ([]));
  /** @param {string} id @param {boolean} on */
  const choose = (id, on) =>
    setChosen((old) =>
      [...old.filter((other) => other !== id), ...(on ? [id] : [])].slice(-MOST),
    );
  const [first = "", ...others] = chosen;
  const button = html`<button class="button" type="button" disabled=${others.length === 0}
    onClick=${() => go(compareHref(first, ...others))}>
    ${chosen.length > 2 ? `Compare ${chosen.length}` : "Compare two"}
  </button>`;
  const column = {
    label: "Compare",
    phone: /** @type {const} */ ("corner"),
    cell: (/** @type {Named} */ one) => html`<input type="checkbox"
      checked=${chosen.includes(one.id)} aria-label=${`Compare ${one.name || one.title}, ${one.id}`}
      onChange=${(/** @type {any} */ event) => choose(one.id, event.target.checked)} />`,
  };
  return { button, column };
}
