// @ts-check
/** A section that is folded, because most readers need only its heading. */
import { html, useState } from "../html.js";

/** What is folded is not drawn. @param {{name: string, show: () => any}} props */
export function Fold({ name, show }) {
  const [open, setOpen] = useState(false);
  return html`<details class="fold" onToggle=${(/** @type {any} */ e) => setOpen(e.currentTarget.open)}>
    <summary>${name}</summary>
    ${open && show()}
  </details>`;
}
