// @ts-check
/** All jobs, however many, and how to find some of them. */
import { html } from "../html.js";
import { jobsHref } from "../lib/router.js";
import { JOB_COLUMNS } from "./columns.js";
import { Kept } from "./kept.js";
import { useTitle } from "../ui/hooks.js";
import { PageHead } from "../ui/page-head.js";
import { Empty, Failure, Loading } from "../ui/notice.js";
import { Search } from "../ui/search.js";
import { Table } from "../ui/table.js";
import { useFound } from "./use-found.js";
import { useOrders } from "./use-orders.js";

/** @typedef {import("../types.js").JobView} JobView */

/** @type {[string, string][]} */
const USUAL = [
  ["Without steps of studies", ""],
  ["All", "*"],
  ["Running", "state:running"],
  ["Waiting", "state:pending"],
  ["Failed", "outcome:failed study:none"],
  ["Last 7 days", "since:7d"],
  ["Deleted", "state:deleted"],
];

/** @param {{query: string}} props */
export function JobsPage({ query }) {
  useTitle("Jobs");
  const { jobs, failure, more, reload } = useFound(query || "study:none");
  return html`
    <${PageHead} title="Jobs"><a class="button button-main" href="/new">New job</a><//>
    <${Search} query=${query} href=${jobsHref} label="Which jobs" usual=${USUAL}
      placeholder="words, tag:best folder:nightly class:tpcc target:db1 since:7d p99>20ms" />
    ${failure && html`<${Failure} title="Not found out" sentence=${failure} />`}
    ${!jobs && !failure && html`<${Loading} what="the jobs" />`}
    ${jobs && html`<${Found} key=${query} jobs=${jobs} query=${query} more=${more} reload=${reload} />`}
    ${jobs && html`<${Kept} />`}`;
}

/**
 * @param {{jobs: JobView[], query: string, more: (() => void) | undefined,
 *   reload: () => Promise<void>}} props
 */
function Found({ jobs, query, more, reload }) {
  const { bar, column } = useOrders(jobs, query.split(/\s+/).includes("state:deleted"), reload);
  const table = html`<${Table} caption="Jobs" columns=${[column, ...JOB_COLUMNS]} rows=${jobs} first=${Infinity}
    rowKey=${(/** @type {JobView} */ job) => job.id} />`;
  const empty = html`<${Empty} title=${query && query !== "*" ? "No job is like that." : "No job yet."}>
    ${query !== "*" && html`<p><a href=${jobsHref("*")}>${query ? "Show all jobs" : "Show steps of studies, too"}</a></p>`}
  <//>`;
  return html`${bar} ${jobs.length > 0 ? table : empty}
    ${more && html`<button class="button more" type="button" onClick=${more}>Show more</button>`}`;
}
