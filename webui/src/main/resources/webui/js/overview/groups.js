// @ts-check
/** Groups on the overview. */
import { html, useEffect, useState } from "../html.js";
import { get } from "../lib/api.js";
import { GROUP_COLUMNS } from "../group/groups-page.js";
import { Section } from "../ui/section.js";
import { Table } from "../ui/table.js";

/** @typedef {import("../types.js").GroupView} GroupView */

const EVERY_MILLIS = 4_000;
/** No more groups than this are shown, so that finished jobs stay on the screen. */
const FIRST = 4;

export function Groups() {
  const [groups, setGroups] = useState(/** @type {GroupView[]} */ ([]));
  useEffect(() => {
    // The list of jobs shows a failure already: it comes from the same server.
    const load = () =>
      get(`/api/v1/groups?limit=${FIRST}`).then(
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
  return html`<${Section} id="groups-title" title="Groups" end=${html`<a href="/groups">All groups</a>`}>
    <${Table} caption="Groups" columns=${GROUP_COLUMNS} rows=${groups}
      rowKey=${(/** @type {GroupView} */ group) => group.id} />
  <//>`;
}
