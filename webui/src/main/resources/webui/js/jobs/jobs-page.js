// @ts-check
/** All jobs, however many, and how to find some of them. */
import { html, useEffect, useState } from "../html.js";
import { go, jobsHref } from "../lib/router.js";
import { JOB_COLUMNS } from "./columns.js";
import { useTitle } from "../ui/hooks.js";
import { PageHead } from "../ui/page-head.js";
import { Empty, Failure, Loading } from "../ui/notice.js";
import { Table } from "../ui/table.js";
import { useFound } from "./use-found.js";
import { useOrders } from "./use-orders.js";

/** @typedef {import("../types.js").JobView} JobView */

/** @type {[string, string][]} */
const USUAL = [
  ["All", ""],
  ["Running", "state:running"],
  ["Waiting", "state:pending"],
  ["Failed", "outcome:failed"],
  ["Last 7 days", "since:7d"],
  ["Deleted", "state:deleted"],
];

/** @param {{query: string}} props */
export function JobsPage({ query }) {
  useTitle("Jobs");
  const { jobs, failure, more, reload } = useFound(query);
  return html`
    <${PageHead} title="Jobs"><a class="button button-main" href="/new">New job</a><//>
    <${Search} query=${query} />
    ${failure && html`<${Failure} title="Not found out" sentence=${failure} />`}
    ${!jobs && !failure && html`<${Loading} what="the jobs" />`}
    ${jobs && html`<${Found} key=${query} jobs=${jobs} query=${query} more=${more} reload=${reload} />`}`;
}

/**
 * @param {{jobs: JobView[], query: string, more: (() => void) | undefined,
 *   reload: () => Promise<void>}} props
 */
function Found({ jobs, query, more, reload }) {
  const { bar, column } = useOrders(jobs, query.split(/\s+/).includes("state:deleted"), reload);
  const table = html`<${Table} caption="Jobs" columns=${[column, ...JOB_COLUMNS]} rows=${jobs}
    rowKey=${(/** @type {JobView} */ job) => job.id} />`;
  const empty = html`<${Empty} title=${query ? "No job is like that." : "No job yet."}>
    ${query && html`<p><a href=${jobsHref("")}>Show all jobs</a></p>`}
  <//>`;
  return html`${bar} ${jobs.length > 0 ? table : empty}
    ${more && html`<button class="button more" type="button" onClick=${more}>Show more</button>`}`;
}

/** @param {{query: string}} props */
function Search({ query }) {
  const [text, setText] = useState(query);
  useEffect(() => setText(query), [query]);
  /** @param {Event} event */
  const send = (event) => {
    event.preventDefault();
    go(jobsHref(text.trim()));
  };
  return html`<form class="search" role="search" onSubmit=${send}>
      <input class="input" type="search" value=${text} aria-label="Which jobs"
        placeholder="words, tag:best folder:nightly class:tpcc target:db1 since:7d p99>20ms"
        onInput=${(/** @type {any} */ event) => setText(event.target.value)} />
      <button class="button" type="submit">Search</button>
    </form>
    <nav class="usual" aria-label="Usual searches">
      ${USUAL.map(
        ([label, words]) => html`<a key=${label} href=${jobsHref(words)}
          aria-current=${words === query ? "page" : undefined}>${label}</a>`,
      )}
    </nav>`;
}
