// @ts-check
/** A button that opens a list of links. */
import { html, useEffect, useRef } from "../html.js";

/**
 * Enter opens it. Escape, a choice, or a click elsewhere closes it.
 *
 * @param {{label: string, children?: any}} props `children` are links, each with a small word on it
 */
export function Menu({ label, children }) {
  const element = useRef(/** @type {HTMLDetailsElement | null} */ (null));
  const close = () => element.current?.removeAttribute("open");
  /** @param {any} event */
  const elsewhere = ({ target }) => element.current?.contains(target) || close();
  useEffect(() => {
    document.addEventListener("focusin", elsewhere);
    document.addEventListener("click", elsewhere);
    return () => {
      document.removeEventListener("focusin", elsewhere);
      document.removeEventListener("click", elsewhere);
    };
  }, []);
  const escape = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Escape") {
      close();
      element.current?.querySelector("summary")?.focus();
    }
  };
  return html`<details class="menu" ref=${element} onKeyDown=${escape}>
    <summary class="button">${label}</summary>
    <div class="menu-list" onClick=${close}>${children}</div>
  </details>`;
}
