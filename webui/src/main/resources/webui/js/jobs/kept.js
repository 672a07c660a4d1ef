// @ts-check
/** How long the server keeps ended jobs, by folder; empty if it keeps all. */
import { html, useEffect, useState } from "../html.js";
import { get } from "../lib/api.js";
import { bytes, count, NONE, span } from "../lib/format.js";
import { jobsHref } from "../lib/router.js";
import { Section } from "../ui/section.js";
import { Table } from "../ui/table.js";

/** @typedef {import("../types.js").KeptJobs} KeptJobs */

/** @type {import("../ui/table.js").Column<KeptJobs>[]} */
const COLUMNS = [
  {
    label: "Folder",
    head: true,
    phone: "bare",
    cell: ({ folder }) =>
      folder ? html`<a class="folder" href=${jobsHref(`folder:${folder}`)}>${folder}</a>` : "All others",
  },
  { label: "Kept for", number: true, cell: ({ days: kept }) => days(kept, "ever") },
  { label: "At most", number: true, cell: ({ mostBytes }) => (mostBytes === undefined ? NONE : bytes(mostBytes)) },
  { label: "Ended", number: true, title: "Jobs that have ended", cell: ({ jobs }) => count(jobs) },
  { label: "Take", number: true, cell: ({ bytes: used }) => (used === undefined ? NONE : bytes(used)) },
  {
    label: "Next goes in",
    number: true,
    title: "When the first of them is deleted for its age",
    cell: ({ daysLeft }) => days(daysLeft, NONE),
  },
];

/** @param {number | undefined} value @param {string} none */
function days(value, none) {
  return value === undefined ? none : span(value * 86_400_000);
}

export function Kept() {
  const [kept, setKept] = useState(/** @type {KeptJobs[]} */ ([]));
  useEffect(() => {
    get("/api/v1/server").then(
      ({ kept: rules }) => setKept(rules),
      () => setKept([]),
    );
  }, []);
  if (!kept.some(({ folder, days: age, mostBytes }) => folder || age !== undefined || mostBytes !== undefined)) {
    return null;
  }
  return html`<${Section} id="kept-title" title="Retention" note="How long ended jobs are kept; an option of the server">
    <${Table} caption="Retention of ended jobs" columns=${COLUMNS} rows=${kept}
      rowKey=${(/** @type {KeptJobs} */ rule) => rule.folder} />
  <//>`;
}
