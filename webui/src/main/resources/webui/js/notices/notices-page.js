// @ts-check
/** Channels that get notices of jobs, studies and groups, and the notices that have not arrived. */
import { html, useEffect, useState } from "../html.js";
import { get, post } from "../lib/api.js";
import { clock, NONE, plural } from "../lib/format.js";
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
  return html`<${PageHead} title="Notices" note="Webhooks and mailboxes that get notices of jobs, studies and groups." />
    ${failure && html`<${Failure} title="Not shown" sentence=${failure} />`}
    ${channels ? html`<${Channels} channels=${channels} undelivered=${undelivered} />` : !failure && html`<${Loading} what="the channels" />`}
    ${
      undelivered.length > 0 &&
      html`<${Section} id="undelivered-title" title="Not delivered">
        <${Table} caption="Notices that have not arrived" columns=${UNDELIVERED} rows=${undelivered}
          rowKey=${(/** @type {NoticeView} */ one) => `${one.kind} ${one.id} ${one.channel} ${one.event}`} />
      <//>`
    }`;
}

/** @param {{channels: ChannelView[], undelivered: NoticeView[]}} props */
function Channels({ channels, undelivered }) {
  if (channels.length > 0) {
    return html`<${Table} caption="Channels" columns=${channelColumns(undelivered)} rows=${channels}
      rowKey=${(/** @type {ChannelView} */ one) => one.name} />`;
  }
  return html`<${Empty} title="No channel yet.">
    <p>Whoever runs this server names webhooks and mailboxes in a file, and starts the server
      with <code>--notify FILE</code>. The field <em>Notify</em> of a job then names those that get its notices.</p>
  <//>`;
}

/** @param {NoticeView[]} undelivered @returns {import("../ui/table.js").Column<ChannelView>[]} */
const channelColumns = (undelivered) => [
  { label: "Channel", head: true, cell: (one) => one.name },
  { label: "Kind", cell: (one) => one.kind },
  {
    label: "Send",
    wide: true,
    cell: (one) =>
      html`<${Send} name=${one.name} failed=${undelivered.some(({ channel }) => channel === one.name)} />`,
  },
];

/** @param {{name: string, failed: boolean}} props */
function Send({ name, failed }) {
  const [said, setSaid] = useState("");
  const [sending, setSending] = useState(false);
  const send = async (/** @type {() => Promise<string>} */ what) => {
    setSending(true);
    setSaid("");
    try {
      setSaid(await what());
    } catch (error) {
      setSaid(error instanceof Error ? error.message : String(error));
    }
    setSending(false);
  };
  const path = `/api/v1/channels/${encodeURIComponent(name)}`;
  const test = async () => {
    const { arrived, failure } = await post(`${path}/test`, {});
    return arrived ? "It has arrived." : `It has not arrived: ${failure}.`;
  };
  const resend = async () => {
    const { notices } = await post(`${path}/resend`, {});
    return `${plural(notices, "notice")} sent again; what fails once more shows below.`;
  };
  return html`<span class="row-acts">
    <button class="button button-small" type="button" disabled=${sending} aria-label=${`Send ${name} a test`}
      onClick=${() => send(test)}>${sending ? "Sending …" : "Send a test"}</button>
    ${
      failed &&
      html`<button class="button button-small" type="button" disabled=${sending}
        aria-label=${`Send ${name} again what has not arrived`} onClick=${() => send(resend)}>Send again now</button>`
    }
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
