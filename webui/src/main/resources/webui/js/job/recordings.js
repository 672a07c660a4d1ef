// @ts-check
/** Flight recordings of a job's workers. They come after its end, each when it can. */
import { html, useEffect, useState } from "../html.js";
import { get, jobPath } from "../lib/api.js";
import { bytes } from "../lib/format.js";
import { Section } from "../ui/section.js";

/** @typedef {import("../types.js").RecordingsRecording} Recording */

const EVERY_MILLIS = 4_000;

/** One that has not come by then comes late, or never. */
const MOST_LOOKS = 15;

/** @param {{id: string}} props */
export function Recordings({ id }) {
  const [all, setAll] = useState(/** @type {Recording[]} */ ([]));
  const [again, setAgain] = useState(0);
  useEffect(() => {
    let timer = 0;
    get(jobPath(id, "/recordings")).then(
      ({ recordings }) => {
        setAll(recordings);
        if (again < MOST_LOOKS && recordings.some((/** @type {Recording} */ one) => one.missing)) {
          timer = setTimeout(() => setAgain(again + 1), EVERY_MILLIS);
        }
      },
      () => {},
    );
    return () => clearTimeout(timer);
  }, [id, again]);
  if (all.length === 0) {
    return null;
  }
  return html`<${Section} id="recordings-title" title="Flight recordings"
    note="for JDK Mission Control, or the command jfr">
    <ul>${all.map((one) => html`<${One} id=${id} recording=${one} key=${one.agent} />`)}</ul>
  <//>`;
}

/** @param {{id: string, recording: Recording}} props */
function One({ id, recording: { agent, bytes: size, missing } }) {
  const path = jobPath(id, `/recordings/${encodeURIComponent(agent)}`);
  return html`<li>
    ${missing ? `${agent}: ${missing}` : html`<a href=${path} download>Recording of ${agent}</a> <span class="muted">${bytes(size)}</span>`}
  </li>`;
}
