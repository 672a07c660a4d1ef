// @ts-check
/** A button that deletes ended work, and goes to the page on which it can be brought back. */
import { html, useState } from "../html.js";
import { remove } from "../lib/api.js";
import { go } from "../lib/router.js";
import { Confirmed } from "./command.js";
import { Failure } from "./notice.js";

/** @param {{path: string, question: string, then: string}} props `then` is the address of that page */
export function Delete({ path, question, then }) {
  const [failure, setFailure] = useState("");
  const yes = () => {
    remove(path).then(
      () => go(then),
      (error) => setFailure(error.message),
    );
  };
  return html`<${Confirmed} label="Delete" question=${`${question} You can undo that for a day.`}
      yes="Yes, delete it" onYes=${yes} />
    ${failure && html`<${Failure} title="Not done" sentence=${failure} />`}`;
}
