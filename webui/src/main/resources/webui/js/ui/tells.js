// @ts-check
/** Who is told of a job, a study or a group, and what could not be told. */
import { html } from "../html.js";
import { Failure } from "./notice.js";

/** For the line of facts. @param {{tells: string[]}} work */
export function tells(work) {
  return work.tells.length > 0 ? `notifies ${work.tells.join(", ")}` : "";
}

/** @param {{work: {undelivered: string[]}}} props */
export function Undelivered({ work }) {
  return work.undelivered.map(
    (why) => html`<${Failure} key=${why} title="Not delivered" sentence=${why} />`,
  );
}
