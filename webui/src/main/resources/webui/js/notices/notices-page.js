// @ts-check
/** Who can be told of jobs, studies and groups, and what has not reached them. */
import { html, useEffect, useState } from "../html.js";
import { get, post } from "../lib/api.js";
import { clock, NONE } from "../lib/format.js";
import { groupHref, jobHref, studyHref } from "../lib/router.js";
import { Badge } from "../ui/badge.js";
import { useTitle } from "../ui/hooks.js";
import { Empty, Failure, Loading } from "../ui/notice.js";
import { PageHead } from "../ui/page-head.js";
import { Section } from "../ui/section.js";
import { Table } from "../ui/table.js";
import { useUndelivered } from "../ui/tells.js";

/** @typedef {import("../types.js").ChannelView} ChannelView */
/** @typedef {import("../types.js").NoticeView} NoticeView */

export function NoticesPage() {
  useTitle("Notices");
  const [channels, setChannels] = useState(/** @type {ChannelView[] | undefined} */ (undefined));
  const [failure, setFailure] = useState("");
  const undelivered = useUndelivered("/api/v1/notices");
  useEffect(() => {
    get("/api/v1/channels").then((answer) => setChannels(answer.channels), (error) => setFailure(error.message));
  }, []);
  return html`<${PageHead} title="Notices" note="Webhooks and mailboxes that are told of jobs, studies and groups." />
    ${failure && html`<${Failure} title="Not shown" sentence=${failure} />`}
    ${channels ? html`<${Channels} channels=${channels} />` : !failure && html`<${Loading} what="the channels" />`}
    ${
      undelivered.length > 0 &&
      html`<${Section} id="undelivered-title" title="Not delivered">
        <${Table} caption="Notices that have not arrived" columns=${UNDELIVERED} rows=${undelivered}
          rowKey=${(/** @type {NoticeView} */ one) => `${one.kind} ${one.id} ${one.channel} ${one.event}`} />
      <//>`
    }`;
}

/** @param {{channels: ChannelView[]}} props */
function Channels({ channels }) {
  if (channels.length > 0) {
    return html`<${Table} caption="Channels" columns=${CHANNELS} rows=${channels}
      rowKey=${(/** @type {ChannelView} */ one) => one.name} />`;
  }
  return html`<${Empty} title="No channel yet.">
    <p>Whoever runs this server names webhooks and mailboxes in a file, and starts the server with
      <code>--notify FILE</code>. A job then says in <em>Notify</em> which of them are told of it.</p>
  <//>`;
}

/** @type {import("../ui/table.js").Column<ChannelView>[]} */
const CHANNELS = [
  { label: "Channel", head: true, cell: (one) => one.name },
  { label: "Kind", cell: (one) => one.kind },
  { label: "Test", wide: true, cell: (one) => html`<${Test} name=${one.name} />` },
];

/** @param {{name: string}} props */
function Test({ name }) {
  const [said, setSaid] = useState("");
  const [sending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    setSaid("");
    try {
      const { arrived, failure } = await post(`/api/v1/channels/${encodeURIComponent(name)}/test`, {});
      setSaid(arrived ? "It has arrived." : `It has not arrived: ${failure}.`);
    } catch (error) {
      setSaid(error instanceof Error ? error.message : String(error));
    }
    setSending(false);
  };
  return html`<span class="row-acts">
    <button class="button button-small" type="button" disabled=${sending} aria-label=${`Send ${name} a test`}
      onClick=${send}>${sending ? "Sending …" : "Send a test"}</button>
    <span role="status">${said}</span>
  </span>`;
}

const HREFS = { job: jobHref, study: studyHref, group: groupHref };

/** @type {import("../ui/table.js").Column<NoticeView>[]} */
const UNDELIVERED = [
  {
    label: "Of",
    head: true,
    cell: (one) => html`<a href=${HREFS[/** @type {keyof typeof HREFS} */ (one.kind)](one.id)}>${one.id}</a>
      <small class="muted"> ${one.kind}</small>`,
  },
  { label: "Event", cell: (one) => one.event || NONE },
  { label: "To", cell: (one) => one.channel },
  { label: "Tries", number: true, cell: (one) => one.tries },
  {
    label: "Next try",
    number: true,
    cell: (one) => (one.givenUp ? html`<${Badge} word="given up" as="bad" title=${clock(one.at)} />` : clock(one.at)),
  },
  { label: "Why", wide: true, cell: (one) => one.cause },
];
