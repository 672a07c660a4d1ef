// @ts-check
/** Preact, its hooks and the `html` template tag, under one import. */
import { h } from "../vendor/preact/preact.js";
import htm from "../vendor/htm/htm.js";

export { Component, createContext, h, render } from "../vendor/preact/preact.js";
export {
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "../vendor/preact/hooks.js";

/** Everything put into a template becomes an attribute or a text node, never markup. */
export const html = htm.bind(h);
