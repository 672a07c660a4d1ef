// @ts-check
/** One group: where it stands, its graph, its members, and what can be done with it. */
import { html } from "../html.js";
import { groupPath } from "../lib/api.js";
import { clock, figure, NONE, plural } from "../lib/format.js";
import { cloneGroupHref, editGroupHref, go, groupHref, groupsHref } from "../lib/router.js";
import { isOver } from "../lib/states.js";
import { Badge } from "../ui/badge.js";
import { PerhapsDeleted } from "../ui/bring-back.js";
import { Confirmed, DoNotWait, useCommand } from "../ui/command.js";
import { Delete } from "../ui/delete.js";
import { useTitle } from "../ui/hooks.js";
import { Name } from "../ui/name.js";
import { NotShown } from "../ui/not-shown.js";
import { Failure, Loading } from "../ui/notice.js";
import { Section } from "../ui/section.js";
import { Table } from "../ui/table.js";
import { tells, Undelivered } from "../ui/tells.js";
import { useWork } from "../ui/use-work.js";
import { GroupGraph, hrefOf, stateOf } from "./group-graph.js";

/** @typedef {import("../types.js").GroupView} GroupView */
/** @typedef {import("../types.js").GroupMemberView} Member */

/** @param {{id: string}} props */
export function GroupPage({ id }) {
  /** @type {{work?: GroupView, failure: string, take: (group: GroupView) => void}} */
  const { work: group, failure, take } = useWork(groupPath(id));
  useTitle(group ? group.name : "Group");
  if (!group) {
    return failure
      ? html`<${NotShown} what="The group" sentence=${failure}>
          <${PerhapsDeleted} href=${groupsHref("state:deleted")} />
        <//>`
      : html`<${Loading} what="the group" />`;
  }
  return html`
    <${GroupHead} group=${group} onChanged=${take} />
    ${failure && html`<${Failure} sentence=${failure} />`}
    ${group.reason && html`<p class=${group.state === "pending" ? "notice" : "notice notice-warn"}>${group.reason}</p>`}
    <${Undelivered} kind="group" work=${group} />
    <${GroupGraph} members=${group.members} graph=${group.graph} />
    <${Section} id="members-title" title="Members">
      <${Table} caption="Members" columns=${COLUMNS} rows=${group.members}
        rowKey=${(/** @type {Member} */ member) => member.name} />
    <//>`;
}

/** @param {{group: GroupView, onChanged: (group: GroupView) => void}} props */
function GroupHead({ group, onChanged }) {
  const facts = [
    plural(group.members.length, "member"),
    `submitted ${clock(group.submittedAt)}`,
    group.endedAt ? `ended ${clock(group.endedAt)}` : "",
    group.repeats ? html`repeats <code>${group.repeats}</code>` : "",
    tells(group),
  ].filter(Boolean);
  return html`<div class="job-head">
    <p class="crumbs"><a href="/groups">Groups</a> / <span class="id">${group.id}</span></p>
    <div class="page-head">
      <h1><${Name} text=${group.name} /> <${Badge} word=${group.state} /></h1>
      <div class="actions">
        <a class="button" href=${cloneGroupHref(group.id)}>Clone</a>
        <a class="button" href=${groupPath(group.id, "/report.html")} download>Report</a>
        <${Actions} group=${group} onChanged=${onChanged} />
      </div>
    </div>
    <p class="job-line dotted">${facts.map((fact, i) => html`<span key=${i}>${fact}</span>`)}</p>
  </div>`;
}

/** @param {{group: GroupView, onChanged: (group: GroupView) => void}} props */
function Actions({ group, onChanged }) {
  const { failed, send } = useCommand((/** @type {GroupView} */ changed) =>
    changed.id === group.id ? onChanged(changed) : go(groupHref(changed.id)),
  );
  const tell = (/** @type {string} */ word) => send(groupPath(group.id, `/${word}`));
  return html`${isOver(group.state) ? html`<${Again} group=${group} tell=${tell} />` : html`<${Waiting} group=${group} tell=${tell} />`}${failed}`;
}

/** The actions on a group that goes on, or waits for its time. @param {{group: GroupView, tell: (word: string) => void}} props */
function Waiting({ group, tell }) {
  if (group.state === "stopping") {
    return html`<${DoNotWait} onHurry=${() => tell("stop")} />`;
  }
  const waits = group.state === "pending";
  const question = group.repeats && waits ? "Stop this group and its schedule?" : "Stop this group?";
  const paused = group.state === "paused";
  return html`${
      waits
        ? html`<a class="button" href=${editGroupHref(group.id)}>Edit</a>
          <button class="button" type="button" onClick=${() => tell(group.disabled ? "enable" : "disable")}>
            ${group.disabled ? "Enable" : "Disable"}
          </button>`
        : html`<button class="button" type="button" onClick=${() => tell(paused ? "resume" : "pause")}>
            ${paused ? "Resume" : "Pause after these members"}
          </button>`
    }
    <${Confirmed} label="Stop group" yes="Yes, stop it" question=${question} onYes=${() => tell("stop")} />`;
}

/** The actions on a group that has ended. @param {{group: GroupView, tell: (word: string) => void}} props */
function Again({ group, tell }) {
  return html`${
      group.state !== "completed" &&
      html`<button class="button" type="button" title="Keeps what succeeded, and runs the rest again"
        onClick=${() => tell("resume")}>Resume</button>`
    }
    <button class="button" type="button" onClick=${() => tell("rerun")}>Run again</button>
    <${Delete} path=${groupPath(group.id)} question="Delete this group? Its jobs and studies stay."
      then=${groupsHref("state:deleted")} />`;
}

/** @type {import("../ui/table.js").Column<Member>[]} */
const COLUMNS = [
  {
    label: "Member",
    head: true,
    cell: (m) => {
      const href = hrefOf(m);
      return html`${href ? html`<a href=${href}>${m.name}</a>` : m.name}
        <small class="muted"> ${m.jobClass}${m.kind === "study" ? ", study" : ""}</small>`;
    },
  },
  { label: "State", phone: "bare", cell: (m) => html`<${Badge} word=${stateOf(m)} />` },
  {
    label: "After",
    cell: (m) =>
      m.after
        .map(({ member, on }) => (on === "success" ? member : `${member} (${on})`))
        .join(", ") || NONE,
  },
  { label: "Attempts", number: true, cell: (m) => m.attempt || NONE },
  {
    label: "tx/s",
    number: true,
    cell: (m) =>
      m.headline
        ? html`<span class="nowrap">${figure(m.headline.throughput)}</span>`
        : NONE,
  },
  { label: "Why", wide: true, cell: (m) => m.reason || NONE },
];
