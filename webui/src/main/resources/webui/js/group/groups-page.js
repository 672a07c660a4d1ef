// @ts-check
/** All groups, and how to find some of them. */
import { html } from "../html.js";
import { groupPath } from "../lib/api.js";
import { clock, count, NONE } from "../lib/format.js";
import { groupHref, groupsHref } from "../lib/router.js";
import { Badge } from "../ui/badge.js";
import { bringBack, meansDeleted } from "../ui/bring-back.js";
import { FoundList, NothingFound } from "../ui/found-list.js";
import { useTitle } from "../ui/hooks.js";
import { Empty } from "../ui/notice.js";
import { GROUPS } from "../ui/orders.js";
import { PageHead } from "../ui/page-head.js";
import { Search } from "../ui/search.js";

/** @typedef {import("../types.js").GroupView} GroupView */

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
export function GroupsPage({ query }) {
  useTitle("Groups");
  const deleted = meansDeleted(query);
  return html`<${PageHead} title="Groups" note="Jobs and studies that start when others have succeeded or failed.">
      <a class="button button-main" href="/new-group">New group</a>
    <//>
    <${Search} query=${query} href=${groupsHref} label="Which groups" usual=${USUAL}
      placeholder="words, tag:best NOT folder:nightly (class:tpcc OR target:db1) since:7d" />
    <${FoundList} kind=${GROUPS} query=${query} columns=${() => (deleted ? DELETED_COLUMNS : GROUP_COLUMNS)}
      empty=${html`<${NoGroups} query=${query} />`} deleted=${deleted} />`;
}

/** @param {{query: string}} props */
function NoGroups({ query }) {
  if (query) {
    return html`<${NothingFound} kind=${GROUPS} query=${query} all=${groupsHref("")} />`;
  }
  return html`<${Empty} title="No group yet.">
    <p>A group runs jobs and studies in order: load the database, hold a steady rate, search for the limit, and
      look for the cause if one of them fails. It is one YAML file, and runs once or every night.</p>
    <p class="actions"><a class="button button-main" href="/new-group">New group</a></p>
  <//>`;
}

/** @param {GroupView} group */
const over = ({ members }) => members.filter(({ state }) => state !== "waiting" && state !== "running").length;

/** @type {import("../ui/table.js").Column<GroupView>} */
const STATE = { label: "State", phone: "bare", cell: (g) => html`<${Badge} word=${g.state} title=${g.reason} />` };
/** @type {import("../ui/table.js").Column<GroupView>} */
const DONE = { label: "Members done", number: true, cell: (g) => `${over(g)} of ${count(g.members.length)}` };
/** @type {import("../ui/table.js").Column<GroupView>} */
const ENDED = { label: "Ended", number: true, cell: (g) => (g.endedAt ? clock(g.endedAt) : NONE) };

/** @type {import("../ui/table.js").Column<GroupView>[]} */
export const GROUP_COLUMNS = [
  {
    label: "Group",
    head: true,
    cell: (g) => html`<a href=${groupHref(g.id)}>${g.name}</a> <small class="muted">${g.id}</small>`,
  },
  STATE,
  DONE,
  { label: "Starts", number: true, cell: (g) => (g.disabled ? "disabled" : g.beginsAt ? clock(g.beginsAt) : NONE) },
  ENDED,
];

/** @type {import("../ui/table.js").Column<GroupView>[]} */
const DELETED_COLUMNS = [
  { label: "Group", head: true, cell: (g) => html`${g.name} <small class="muted">${g.id}</small>` },
  STATE,
  DONE,
  ENDED,
  bringBack(groupPath, groupHref),
];
