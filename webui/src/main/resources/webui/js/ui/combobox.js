// @ts-check
/**
 * One of many, found by typing: the editable combobox with a list box of the WAI-ARIA practices.
 *
 * Arrows move through the list, Enter takes what is marked, Escape closes it and keeps what was
 * chosen before; so does leaving the field.
 */
import { html, useEffect, useState } from "../html.js";
import { found } from "../lib/find.js";

/** @typedef {import("../lib/find.js").Findable} Option */

/**
 * @param {{attributes: Record<string, any>, options: Option[], value: string, nothing: string,
 *   onChoose: (value: string) => void}} props `attributes` are those of its field, with an id;
 *   `nothing` is shown if no option contains the typed text
 */
export function Combobox({ attributes, options, value, nothing, onChoose }) {
  const [typed, setTyped] = useState(/** @type {string | undefined} */ (undefined));
  const [at, setAt] = useState(0);
  const [open, setOpen] = useState(false);
  const listId = `${attributes.id}-list`;
  const chosen = options.find((one) => one.value === value);
  const shown = found(options, typed ?? "");
  const optionId = (/** @type {number} */ i) => `${listId}-${i}`;
  const close = () => {
    setOpen(false);
    setTyped(undefined);
  };
  const show = () => {
    setAt(Math.max(0, options.findIndex((one) => one.value === value)));
    setOpen(true);
  };
  /** @param {Option | undefined} one */
  const choose = (one) => {
    if (one) {
      close();
      one.value === value || onChoose(one.value);
    }
  };
  useEffect(() => {
    open && document.getElementById(optionId(at))?.scrollIntoView({ block: "nearest" });
  }, [open, at]);
  /** @param {any} event */
  const type = (event) => {
    setTyped(event.target.value);
    setAt(0);
    setOpen(true);
  };
  const keys = keysOf({ open, last: shown.length - 1, at, setAt, show, close, choose: () => choose(shown[at]) });
  const marked = open && shown.length > 0 ? optionId(at) : undefined;
  return html`<div class="combobox">
    <input ...${attributes} class="input" type="text" role="combobox" autocomplete="off"
      spellcheck=${false} aria-autocomplete="list" aria-expanded=${String(open)}
      aria-controls=${listId} aria-activedescendant=${marked}
      value=${typed ?? chosen?.title ?? value} onInput=${type} onKeyDown=${keys} onBlur=${close}
      onClick=${open ? close : show} onFocus=${(/** @type {any} */ event) => event.target.select()} />
    <ul class="combobox-list" id=${listId} role="listbox" aria-label="What can be chosen" hidden=${!open || shown.length === 0}>
      ${open && shown.map((one, i) => html`<${Choice} key=${one.value} id=${optionId(i)} one=${one}
        marked=${i === at} chosen=${one.value === value} onChoose=${() => choose(one)} />`)}
    </ul>
    ${open && shown.length === 0 && html`<p class="combobox-list combobox-none">${nothing}</p>`}
    <span class="unseen" role="status">${open && typed !== undefined ? `${shown.length} of ${options.length}` : ""}</span>
  </div>`;
}

/**
 * What keys do.
 *
 * @param {{open: boolean, last: number, at: number, setAt: (at: number) => void, show: () => void,
 *   close: () => void, choose: () => void}} list
 * @returns {(event: KeyboardEvent) => void}
 */
function keysOf({ open, last, at, setAt, show, close, choose }) {
  /** @type {Record<string, () => void>} */
  const whenOpen = {
    ArrowDown: () => setAt(at >= last ? 0 : at + 1),
    ArrowUp: () => setAt(at <= 0 ? Math.max(0, last) : at - 1),
    PageDown: () => setAt(Math.max(0, Math.min(last, at + 8))),
    PageUp: () => setAt(Math.max(0, at - 8)),
    Enter: choose,
    Escape: close,
  };
  /** @type {Record<string, () => void>} */
  const whenClosed = { ArrowDown: show, ArrowUp: show };
  return (event) => {
    const act = (open ? whenOpen : whenClosed)[event.key];
    if (act) {
      event.preventDefault();
      act();
    }
  };
}

/** @param {{id: string, one: Option, marked: boolean, chosen: boolean, onChoose: () => void}} props */
function Choice({ id, one, marked, chosen, onChoose }) {
  // The focus stays in the field.
  const stay = (/** @type {Event} */ event) => event.preventDefault();
  return html`<li id=${id} role="option" aria-selected=${String(chosen)}
    class="combobox-option ${marked ? "combobox-marked" : ""}" onMouseDown=${stay} onClick=${onChoose}>
    <span class="combobox-title">${one.title} ${one.value && one.value !== one.title && html`<code>${one.value}</code>`}</span>
    <span class="combobox-help">${one.help}</span>
  </li>`;
}
