// @ts-check
/** Preact, its hooks and the `html` template tag under one import, with the types that we use. */
import { h } from "../vendor/preact/preact.js";
import * as hooks from "../vendor/preact/hooks.js";
import htm from "../vendor/htm/htm.js";

export { render } from "../vendor/preact/preact.js";

/**
 * Everything put into a template becomes an attribute or a text node, never markup.
 *
 * @type {(strings: TemplateStringsArray, ...values: any[]) => any}
 */
export const html = /** @type {any} */ (htm).bind(h);

/** @type {<T>(initial: T | (() => T)) => [T, (next: T | ((old: T) => T)) => void]} */
export const useState = /** @type {any} */ (hooks.useState);

/** @type {<T>(initial: T) => {current: T}} */
export const useRef = /** @type {any} */ (hooks.useRef);

/** @type {(effect: () => void | (() => void), inputs?: any[]) => void} */
export const useEffect = /** @type {any} */ (hooks.useEffect);

/** @type {<T>(make: () => T, inputs: any[]) => T} */
export const useMemo = /** @type {any} */ (hooks.useMemo);
