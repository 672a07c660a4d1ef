// @ts-check
/** Which channels get notices of a job, a study or a group, and which notices have not arrived. */
import { html, useEffect, useState } from "../html.js";
import { get } from "../lib/api.js";
import { clock, plural } from "../lib/format.js";

/** @typedef {import("../types.js").NoticeView} NoticeView */

const EVERY_MILLIS = 10_000;

/** For the line of facts. @param {{tells: string[]}} work */
export function tells(work) {
  return work.tells.length > 0 ? `notifies ${work.tells.join(", ")}` : "";
}

/**
 * What has not arrived, asked for again and again while it is shown.
 *
 * @param {string} path empty for nothing
 * @returns {NoticeView[]}
 */
export function useUndelivered(path) {
  const [notices, setNotices] = useState(/** @type {NoticeView[]} */ ([]));
  useEffect(() => {
    if (!path) {
      return undefined;
    }
    // The rest of the page shows that the server does not answer.
    const load = () => get(path).then((answer) => setNotices(answer.notices), () => {});
    load();
    const timer = setInterval(() => document.hidden || load(), EVERY_MILLIS);
    return () => clearInterval(timer);
  }, [path]);
  return notices;
}

/** When it is sent again. @param {NoticeView} notice */
function nextTry({ tries, givenUp, at }) {
  const often = plural(tries, "try", "tries");
  return givenUp ? `given up after ${often}` : `${often}, next at ${clock(at)}`;
}

/** @param {{kind: "job" | "study" | "group", work: {id: string, tells: string[]}}} props */
export function Undelivered({ kind, work }) {
  const path = `/api/v1/notices?${new URLSearchParams({ kind, id: work.id })}`;
  return useUndelivered(work.tells.length > 0 ? path : "").map(
    (notice) => html`<p class=${`notice ${notice.givenUp ? "notice-bad" : "notice-warn"}`} role="status"
        key=${`${notice.channel} ${notice.event}`}>
      <span><strong>The notice to ${notice.channel} has not arrived${notice.event && ` (${notice.event})`}.</strong>
      ${" "}${sentence(notice)} <a href="/notices">All notices</a></span>
    </p>`,
  );
}

/** @param {NoticeView} notice */
function sentence(notice) {
  return `${notice.cause[0].toUpperCase()}${notice.cause.slice(1)}; ${nextTry(notice)}.`;
}
