// @ts-check
/** What stands in the place of a view that cannot be shown. */
import { html } from "../html.js";
import { PageHead } from "./page-head.js";

/** @param {{what: string, sentence: string, children?: any}} props `what` begins a sentence; `sentence` says why */
export function NotShown({ what, sentence, children }) {
  return html`<${PageHead} title=${`${what} cannot be shown`} />
    <p class="notice notice-bad" role="alert">${sentence}</p>
    <p><a href="/">Go to the overview</a></p>
    ${children}`;
}
