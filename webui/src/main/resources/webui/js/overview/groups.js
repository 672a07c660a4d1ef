// @ts-check
/** Groups on the overview. */
import { html, useEffect, useState } from "../html.js";
import { get } from "../lib/api.js";
import { clock, count, NONE } from "../lib/format.js";
import { groupHref } from "../lib/router.js";
import { Badge } from "../ui/badge.js";
import { Section } from "../ui/section.js";
import { Table } from "../ui/table.js";

/** @typedef {import("../types.js").GroupView} GroupView */

const EVERY_MILLIS = 4_000;
/** Of many groups, so that what ended lately is still on the screen. */
const FIRST = 4;

export function Groups() {
  const [groups, setGroups] = useState(/** @type {GroupView[]} */ ([]));
  useEffect(() => {
    // A failure shows with the jobs, which come from the same server.
    const load = () =>
      get("/api/v1/groups").then(
        (d) => setGroups(d.groups),
        () => {},
      );
    load();
    const timer = setInterval(() => document.hidden || load(), EVERY_MILLIS);
    return () => clearInterval(timer);
  }, []);
  if (groups.length === 0) {
    return null;
  }
  return html`<${Section} id="groups-title" title="Groups">
    <${Table} caption="Groups" columns=${COLUMNS} rows=${groups} first=${FIRST}
      rowKey=${(/** @type {GroupView} */ group) => group.id} />
  <//>`;
}

/** @type {import("../ui/table.js").Column<GroupView>[]} */
const COLUMNS = [
  {
    label: "Group",
    head: true,
    cell: (g) => html`<a href=${groupHref(g.id)}>${g.name}</a> <small class="muted">${g.id}</small>`,
  },
  { label: "State", phone: "bare", cell: (g) => html`<${Badge} word=${g.state} title=${g.reason} />` },
  {
    label: "Members over",
    number: true,
    cell: (g) =>
      `${g.members.filter((m) => m.state !== "waiting" && m.state !== "running").length} of ${count(g.members.length)}`,
  },
  { label: "Ended", number: true, cell: (g) => (g.endedAt ? clock(g.endedAt) : NONE) },
];
