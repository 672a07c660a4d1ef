// @ts-check
import { html, useEffect, useRef } from "../html.js";
import { clock } from "../lib/format.js";

/** The newest log lines; it follows them as long as the reader stays at the end. @param {{lines: import("./run-model.js").RunModel["log"]}} props */
export function LogLines({ lines }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const following = useRef(true);
  const scrolled = () => {
    const b = box.current;
    following.current = b !== null && b.scrollTop + b.clientHeight >= b.scrollHeight - 24;
  };
  useEffect(() => {
    if (box.current && following.current) {
      box.current.scrollTop = box.current.scrollHeight;
    }
  }, [lines.length, lines[lines.length - 1]?.key]);
  if (lines.length === 0) {
    return null;
  }
  return html`<section aria-labelledby="log-title">
    <h2 id="log-title">Log</h2>
    <div class="log" ref=${box} onScroll=${scrolled} tabindex="0" role="log" aria-labelledby="log-title" aria-live="off">
      ${lines.map((line) => html`<div key=${line.key} class="log-line">
        <span class="log-meta">${line.at ? clock(line.at) : ""} ${line.agent}</span> <span class="log-text">${line.line}</span>
      </div>`)}
    </div>
  </section>`;
}
