// @ts-check
/** What stands in the place of a view that cannot be shown. */
import { html } from "../html.js";
import { Failure } from "./notice.js";
import { PageHead } from "./page-head.js";

/**
 * @param {{what: string, sentence: string}} props `what` could not be shown, such as `the job`;
 *   `sentence` says why
 */
export function NotShown({ what, sentence }) {
  return html`<${PageHead} title="Nothing to show" />
    <${Failure} title=${`No view of ${what}`} sentence=${sentence} />
    <p><a href="/">Go to the overview</a></p>`;
}
