// @ts-check
/** Buttons that tell the server to do something. */
import { html, useEffect, useRef, useState } from "../html.js";
import { post } from "../lib/api.js";
import { Failure } from "./notice.js";

/**
 * Sends commands whose answer is what they have changed.
 *
 * @template T
 * @param {(changed: T) => void} onChanged
 * @returns {{failed: any, send: (path: string) => void}} `failed` says why the last one was not
 *   done, to be shown beside the buttons, which stay
 */
export function useCommand(onChanged) {
  const [failure, setFailure] = useState("");
  const send = (/** @type {string} */ path) => {
    setFailure("");
    post(path, {}).then(
      (changed) => changed && onChanged(changed),
      (error) => setFailure(error.message),
    );
  };
  return { failed: failure && html`<${Failure} title="Not done" sentence=${failure} />`, send };
}

/**
 * Asks once more before it ends what may have run for days.
 *
 * @param {{what: string, onYes: () => void}} props `what` is ended, such as `job`
 */
export function Cancel({ what, onYes }) {
  return html`<${Confirmed} label=${`Cancel ${what}`} question=${`Cancel this ${what}?`}
    yes="Yes, cancel it" onYes=${onYes} />`;
}

/**
 * A button that asks once more. Escape keeps it, and the focus goes back to the button; where the answer takes
 * the button away with its row, the focus goes to what is left beside it.
 *
 * @param {{label: string, of?: string, question: string, yes: string, small?: boolean, onYes: () => void}} props
 *   a small one has no room for its question, which its `yes` has to tell; `of` names the one of many like it
 */
export function Confirmed({ label, of, question, yes: agreed, small = false, onYes }) {
  const [asking, setAsking] = useState(false);
  const [asked, setAsked] = useState(false);
  const size = small ? " button-small" : "";
  const keep = () => setAsking(false);
  const ask = () => {
    setAsked(true);
    setAsking(true);
  };
  const group = useRef(/** @type {HTMLElement | null} */ (null));
  /** Where the focus goes when this is gone. */
  const left = useRef(/** @type {() => void} */ (() => {}));
  useEffect(() => () => void setTimeout(left.current), []);
  const yes = () => {
    left.current = neighbours(group.current);
    keep();
    onYes();
  };
  if (!asking) {
    return html`<button class=${`button button-danger-line${size}`} type="button" key="asks"
      aria-label=${of && `${label} ${of}`} ref=${asked ? focus : undefined} onClick=${ask}>${label}</button>`;
  }
  const escape = (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && keep();
  return html`<span class="ask" role="group" aria-label=${question} key="asked" ref=${group} onKeyDown=${escape}>
    ${!small && html`<span class="ask-question">${question}</span>`}
    <button class=${`button button-danger${size}`} type="button" onClick=${yes} ref=${focus}>
      ${agreed}
    </button>
    <button class=${`button${size}`} type="button" onClick=${keep}>No</button>
  </span>`;
}

/** @param {HTMLElement | null} element */
const focus = (element) => element?.focus();

/**
 * @param {HTMLElement | null} element that will go
 * @returns {() => void} moves a focus that is lost to the next row or the one before, or to the beginning of the view
 */
function neighbours(element) {
  const row = element?.closest("tr, li");
  const candidates = [row?.nextElementSibling, row?.previousElementSibling];
  return () => {
    if (document.activeElement === document.body) {
      const there = candidates.find((one) => one?.isConnected)?.querySelector("a[href], button, input");
      focus(/** @type {HTMLElement | null} */ (there ?? document.getElementById("main")));
    }
  };
}

/**
 * What stops already is hurried by cancelling it once more.
 *
 * @param {{onHurry: () => void}} props
 */
export function DoNotWait({ onHurry }) {
  return html`<button class="button button-danger-line" type="button" onClick=${onHurry}
    title="Ends it without verifying the target">Do not wait</button>`;
}
