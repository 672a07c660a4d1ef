// @ts-check
import { html } from "../html.js";
import { count, elapsed, words } from "../lib/format.js";
import { Section } from "../ui/section.js";
import { Table } from "../ui/table.js";

/** @typedef {import("../types.js").ErrorSample} ErrorSample */

/** @type {import("../ui/table.js").Column<ErrorSample>[]} */
const COLUMNS = [
  { label: "Kind", head: true, cell: (e) => words(e.errorClass) },
  { label: "Operation", cell: (e) => e.operation },
  { label: "Count", number: true, cell: (e) => count(e.count) },
  {
    label: "First message",
    wide: true,
    cell: (e) => html`<span class="message">${e.message}</span>`,
  },
  { label: "Code", number: true, cell: codes },
  { label: "First at", number: true, cell: (e) => elapsed(e.firstMillis / 1e3) },
  { label: "Last at", number: true, cell: (e) => elapsed(e.lastMillis / 1e3) },
];

/** @param {ErrorSample} error */
function codes({ vendorCode, sqlState }) {
  return [vendorCode || "", sqlState].filter(Boolean).join(" / ");
}

/** @param {ErrorSample} error */
function kindOf({ errorClass, vendorCode, sqlState, operation }) {
  return `${errorClass} ${vendorCode} ${sqlState} ${operation}`;
}

/** Every kind of failure, with its first message. @param {{errors: ErrorSample[]}} props */
export function Errors({ errors }) {
  if (errors.length === 0) {
    return null;
  }
  const note = "retries included; times since the start of the run";
  return html`<${Section} id="errors-title" title="Failures" note=${note}>
    <${Table} caption="Failures by kind" columns=${COLUMNS} rows=${errors} rowKey=${kindOf} />
  <//>`;
}
