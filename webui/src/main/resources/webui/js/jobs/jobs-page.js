// @ts-check
/** All jobs, however many, and how to find some of them. */
import { html } from "../html.js";
import { jobsHref } from "../lib/router.js";
import { deletedColumns, jobColumns } from "./columns.js";
import { Kept } from "./kept.js";
import { Pushes } from "./pushes.js";
import { meansDeleted } from "../ui/bring-back.js";
import { FoundList, NothingFound } from "../ui/found-list.js";
import { useTitle } from "../ui/hooks.js";
import { PageHead } from "../ui/page-head.js";
import { Empty } from "../ui/notice.js";
import { JOBS } from "../ui/orders.js";
import { Search } from "../ui/search.js";

/** @type {[string, string][]} */
const USUAL = [
  ["All", ""],
  ["Running", "state:running"],
  ["Waiting", "state:pending"],
  ["Failed", "outcome:failed study:none"],
  ["Last 7 days", "since:7d"],
  ["With steps of studies", "*"],
  ["Deleted", "state:deleted"],
];

/** @param {{query: string}} props */
export function JobsPage({ query }) {
  useTitle("Jobs");
  const deleted = meansDeleted(query);
  const empty =
    query && query !== "*"
      ? html`<${NothingFound} kind=${JOBS} query=${query} all=${jobsHref("*")} />`
      : html`<${Empty} title="No job yet.">
          ${!query && html`<p><a href=${jobsHref("*")}>Show the steps of studies, too</a></p>`}
        <//>`;
  return html`
    <${PageHead} title="Jobs"><a class="button button-main" href="/new">New job</a><//>
    <${Search} query=${query} href=${jobsHref} label="Which jobs" usual=${USUAL}
      placeholder="words, tag:best NOT folder:nightly (class:tpcc OR target:db1) since:7d p99>20ms" />
    <${FoundList} kind=${JOBS} query=${query || "study:none"} columns=${deleted ? deletedColumns : jobColumns}
      empty=${empty} deleted=${deleted} />
    <${Kept} />
    <${Pushes} />`;
}
