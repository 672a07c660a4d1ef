// @ts-check
/** How the receivers fare to which the server pushes metrics; empty if there are none. */
import { html, useEffect, useState } from "../html.js";
import { get } from "../lib/api.js";
import { count } from "../lib/format.js";
import { Section } from "../ui/section.js";
import { Table } from "../ui/table.js";

/** @typedef {import("../types.js").PushStatus} PushStatus */

/** @type {import("../ui/table.js").Column<PushStatus>[]} */
const COLUMNS = [
  { label: "Receiver", head: true, phone: "bare", cell: ({ name }) => name },
  { label: "Protocol", cell: ({ protocol }) => protocol },
  { label: "Sent", number: true, cell: ({ sent }) => count(sent) },
  { label: "Waiting", number: true, cell: ({ waiting }) => count(waiting) },
  { label: "Dropped", number: true, title: "Given up, the oldest first", cell: ({ dropped }) => count(dropped) },
  { label: "Refused", number: true, title: "Not sent again", cell: ({ refused }) => count(refused) },
  { label: "Trouble", cell: ({ trouble }) => trouble || "none" },
];

export function Pushes() {
  const [push, setPush] = useState(/** @type {PushStatus[]} */ ([]));
  useEffect(() => {
    get("/api/v1/server").then(
      (server) => setPush(server.push),
      () => setPush([]),
    );
  }, []);
  if (push.length === 0) {
    return null;
  }
  return html`<${Section} id="push-title" title="Pushed metrics" note="Receivers that the server's operator has named">
    <${Table} caption="Receivers of metrics" columns=${COLUMNS} rows=${push}
      rowKey=${(/** @type {PushStatus} */ one) => one.name} />
  <//>`;
}
