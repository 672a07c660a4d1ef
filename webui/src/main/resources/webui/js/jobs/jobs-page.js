// @ts-check
/** All jobs, however many, and how to find some of them. */
import { html, useEffect, useState } from "../html.js";
import { plural } from "../lib/format.js";
import { go, jobsHref } from "../lib/router.js";
import { JOB_COLUMNS } from "../overview/jobs.js";
import { useTitle } from "../ui/hooks.js";
import { Empty, Failure, Loading } from "../ui/notice.js";
import { Table } from "../ui/table.js";
import { useFound } from "./use-found.js";

/** @typedef {import("../types.js").JobView} JobView */

/** @type {[string, string][]} */
const USUAL = [
  ["All", ""],
  ["Running", "state:running"],
  ["Waiting", "state:pending"],
  ["Failed", "outcome:failed"],
  ["Last 7 days", "since:7d"],
];

/** @param {{query: string}} props */
export function JobsPage({ query }) {
  useTitle("Jobs");
  const { jobs, failure, more } = useFound(query);
  return html`
    <div class="page-head">
      <h1>Jobs</h1>
      <a class="button button-main" href="/new">New job</a>
    </div>
    <${Search} query=${query} />
    ${failure && html`<${Failure} title="Not found out" sentence=${failure} />`}
    ${!jobs && !failure && html`<${Loading} what="the jobs" />`}
    ${jobs && html`<${Found} jobs=${jobs} query=${query} more=${more} />`}`;
}

/** @param {{jobs: JobView[], query: string, more: (() => void) | undefined}} props */
function Found({ jobs, query, more }) {
  if (jobs.length === 0) {
    return html`<${Empty} title=${query ? "No job is like that." : "No job yet."}>
      ${query && html`<p><a href=${jobsHref("")}>Show all jobs</a></p>`}
    <//>`;
  }
  return html`<p class="muted" role="status">${plural(jobs.length, "job")}${more && " so far"}</p>
    <${Table} caption="Jobs" columns=${JOB_COLUMNS} rows=${jobs}
      rowKey=${(/** @type {JobView} */ job) => job.id} />
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
