// @ts-check
import { html, useEffect, useRef, useState } from "../html.js";
import { LiveStream } from "../lib/live.js";
import { ago, clock } from "../lib/format.js";

/** The time, updated every `everyMillis` while the page is visible. @param {number} everyMillis */
export function useNow(everyMillis = 1_000) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => document.hidden || setNow(Date.now()), everyMillis);
    return () => clearInterval(timer);
  }, [everyMillis]);
  return now;
}

/** @param {{at: string | undefined}} props */
export function Ago({ at }) {
  const now = useNow();
  return html`<time dateTime=${at} title=${clock(at)}>${ago(at, now)}</time>`;
}

/** Whether the page is as narrow as a phone, now. @returns {boolean} */
export function useNarrow() {
  const phone = useRef(matchMedia("(max-width: 700px)")).current;
  const [narrow, setNarrow] = useState(phone.matches);
  useEffect(() => {
    const changed = () => setNarrow(phone.matches);
    phone.addEventListener("change", changed);
    return () => phone.removeEventListener("change", changed);
  }, []);
  return narrow;
}

/** Sets the page's title, and restores the previous one when the view closes. @param {string} title */
export function useTitle(title) {
  useEffect(() => {
    const before = document.title;
    document.title = title ? `${title} · Broadside` : "Broadside";
    return () => void (document.title = before);
  }, [title]);
}

/**
 * A live stream for as long as the calling view is shown.
 *
 * @param {string} url empty for none yet
 * @param {Record<string, (data: any, id: number) => void>} handlers the first ones given stay
 * @param {number} [after] the last event that is known already, when the stream is opened
 * @returns {{link: import("../lib/live.js").LinkState, retry: () => void}}
 */
export function useLive(url, handlers, after) {
  const [link, setLink] = useState(
    /** @type {import("../lib/live.js").LinkState} */ ("connecting"),
  );
  const stream = useRef(/** @type {LiveStream | undefined} */ (undefined));
  useEffect(() => {
    if (!url) {
      return undefined;
    }
    const opened = new LiveStream(url, handlers, setLink, after);
    stream.current = opened;
    return () => opened.close();
  }, [url]);
  return { link, retry: () => stream.current?.retry() };
}

/**
 * Redraws at most once per frame, however many events come.
 *
 * @returns {() => void} asks for a redraw
 */
export function useRedraw() {
  const [, setTick] = useState(0);
  const asked = useRef(false);
  const alive = useRef(true);
  useEffect(() => () => void (alive.current = false), []);
  return useRef(() => {
    if (asked.current) {
      return;
    }
    asked.current = true;
    setTimeout(() => {
      asked.current = false;
      alive.current && setTick((n) => n + 1);
    }, 60);
  }).current;
}
