// @ts-check
import { html, useEffect, useRef } from "../html.js";
import { jobPath } from "../lib/api.js";
import { clock } from "../lib/format.js";
import { Section } from "../ui/section.js";

/**
 * The newest log lines; it follows them as long as the reader stays at the end.
 *
 * @param {{id: string, model: import("./run-model.js").RunModel}} props
 */
export function LogLines({ id, model }) {
  const lines = model.log;
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
  }, [lines.length, lines[lines.length - 1]?.id]);
  if (lines.length === 0) {
    return null;
  }
  const all = html`<a href=${jobPath(id, "/log")} target="_blank" rel="noopener">
    all that is kept, as JSON
  </a>`;
  return html`<${Section} id="log-title" title="Log" end=${model.earlier > 0 && all}>
    <div class="log" ref=${box} onScroll=${scrolled} tabindex="0" role="log" aria-live="off"
      aria-labelledby="log-title">
      ${lines.map((line) => html`<${Line} ...${line} key=${line.id} />`)}
    </div>
  <//>`;
}

/** @param {{at: string, agent: string, line: string}} props */
function Line({ at, agent, line }) {
  const from = html`<span class="log-meta">${clock(at)} ${agent}</span>`;
  return html`<div class="log-line">${from} ${line}</div>`;
}
