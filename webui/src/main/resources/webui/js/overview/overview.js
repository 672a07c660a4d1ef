// @ts-check
/** The start page: what runs, waits, failed and changed, and the agents in short. The server pushes changes. */
import { html, useEffect, useState } from "../html.js";
import { apart, beside as which, shared } from "../lib/alike.js";
import { get } from "../lib/api.js";
import { count, plural } from "../lib/format.js";
import { historyHref, jobHref, jobsHref, studyHref } from "../lib/router.js";
import { isOver, outcome, sorted, watchesOnly, wentWrong } from "../lib/states.js";
import { Badge } from "../ui/badge.js";
import { useNow, useTitle } from "../ui/hooks.js";
import { Failure, LinkLost, Loading } from "../ui/notice.js";
import { PageHead } from "../ui/page-head.js";
import { useUndelivered } from "../ui/tells.js";
import { usePolled, usePresent } from "../ui/use-present.js";
import { Ended } from "./ended.js";
import { FirstJob } from "./first-job.js";
import { Running, Waiting } from "./going-on.js";
import { Groups } from "./groups.js";
import { LINES, ShortList } from "./short-list.js";

/** @typedef {import("../types.js").JobView} JobView */
/** @typedef {import("../types.js").AgentView} AgentView */
/** @typedef {import("../types.js").StudyView} StudyView */
/** @typedef {import("../types.js").HistoriesFoundChange} FoundChange */
/** @typedef {import("./short-list.js").Line} Line */

const STUDIES_EVERY_MILLIS = 5_000;
const CHANGES_EVERY_MILLIS = 15_000;

export function Overview() {
  useTitle("");
  const { jobs, agents, failure, link, retry } = usePresent();
  if (!jobs || !agents) {
    return html`<${PageHead} title="Overview" />
      ${failure ? html`<${Failure} sentence=${failure} />` : html`<${Loading} what="the overview" />`}`;
  }
  return html`<${LinkLost} link=${link} onRetry=${retry} />
    <${Room} />
    <${NotDelivered} />
    <${PageHead} title="Overview"><a class="button button-main" href="/new">New job</a><//>
    ${jobs.length === 0 ? html`<${FirstJob} agents=${agents.length} />` : html`<${Home} jobs=${jobs} agents=${agents} />`}`;
}

/** @param {{jobs: JobView[], agents: AgentView[]}} props */
function Home({ jobs, agents }) {
  const found = useStudies(jobs);
  const studies = found ?? [];
  const steps = new Set(studies.flatMap((study) => study.steps.map((step) => step.jobId)));
  const changes = /** @type {FoundChange[]} */ (usePolled("/api/v1/changes", CHANGES_EVERY_MILLIS)?.changes ?? []);
  const { active, waiting, over } = sorted(jobs);
  // A study replaces its steps in the lists. Until the studies have come, it is unknown which jobs are steps.
  const ended = found
    ? [...over.filter((job) => !steps.has(job.id)), ...found.filter((study) => isOver(study.state))].sort(newestFirst)
    : [];
  const beside = [
    {
      id: "failed-title",
      title: "Recent failures",
      lines: failedLines(ended.filter(failed).slice(0, LINES)),
      none: "No failures.",
      all: { href: jobsHref("outcome:failed study:none"), label: "All" },
    },
    {
      id: "changed-title",
      title: "Performance changes",
      lines: changes.map(changedLine),
      none: "No change in any repeated job.",
    },
    {
      id: "agents-title",
      title: agentsTitle(agents),
      lines: [...agents].sort(worstFirst).map(agentLine),
      none: "No agent has joined yet.",
      all: { href: "/agents", label: agents.length === 0 ? "Add one" : "All" },
    },
  ];
  return html`<div class="home">
    <div>
      <${Running} jobs=${active} studies=${studies.filter((study) => !isOver(study.state))} />
      <${Waiting} jobs=${waiting} />
      <${Groups} />
      <${Ended} rows=${ended} />
    </div>
    <div>${beside.map((list) => html`<${ShortList} key=${list.id} ...${list} />`)}</div>
  </div>`;
}

/**
 * The studies. They are fetched again while one is running, and when jobs have changed: a finished study does not change.
 *
 * @param {JobView[]} jobs @returns {StudyView[] | undefined}
 */
function useStudies(jobs) {
  const [goesOn, setGoesOn] = useState(false);
  const stamp = jobs.map(({ id, state }) => `${id} ${state}`).join();
  /** @type {StudyView[] | undefined} */
  const studies = usePolled("/api/v1/studies", goesOn ? STUDIES_EVERY_MILLIS : 0, stamp)?.studies;
  useEffect(() => setGoesOn(studies?.some(({ state }) => !isOver(state)) ?? false), [studies]);
  return studies;
}

/** @param {JobView | StudyView} a @param {JobView | StudyView} b */
const newestFirst = (a, b) => Date.parse(b.endedAt ?? "") - Date.parse(a.endedAt ?? "");

/** @param {JobView | StudyView} work */
const failed = (work) => ("steps" in work ? work.state === "failed" : wentWrong(work));

/** Jobs of the same name, or with the same first words, get what tells them apart. @param {(JobView | StudyView)[]} works @returns {Line[]} */
function failedLines(works) {
  const names = shared(works);
  const reasons = works.map((work) => ("steps" in work ? work.reason : whyFailed(work)));
  const notes = apart(reasons);
  return works.map((work, i) => ({
    key: work.id,
    href: "steps" in work ? studyHref(work.id) : jobHref(work.id),
    name: html`${work.name || work.title} <small class="muted">${which(work, names)}</small>`,
    at: work.endedAt,
    note: notes[i] ?? "",
    full: reasons[i],
  }));
}

/** @param {JobView} job */
function whyFailed(job) {
  const { delivered, audit, thresholds } = job.headline ?? {};
  const { word } = outcome(job.state, delivered, audit, thresholds);
  return job.reason || (word === "completed" ? `audit ${audit}` : word);
}

/** @param {FoundChange} change @returns {Line} */
function changedLine({ job, definition, endedAt, sentence }) {
  return { key: `${job} ${sentence}`, href: historyHref(definition), name: definition, at: endedAt, note: sentence };
}

/** @param {AgentView[]} agents */
function agentsTitle(agents) {
  const connected = agents.filter((agent) => agent.state === "connected").length;
  return agents.length === 0 ? "Agents" : `Agents, ${connected} of ${agents.length} connected`;
}

/** Sorts agents that are away first. @param {AgentView} a @param {AgentView} b */
const worstFirst = (a, b) => Number(a.state === "connected") - Number(b.state === "connected");

/** @param {AgentView} agent @returns {Line} */
function agentLine(agent) {
  const busy = agent.jobs?.length ? plural(agent.jobs.length, "job") : watchesOnly(agent) ? "watches only" : "idle";
  const cores = agent.host?.cores ? plural(Number(agent.host.cores), "core") : "";
  return {
    key: agent.name,
    href: "/agents",
    name: agent.name,
    note: [agent.drained ? "drained" : busy, agent.clockWarning && "clock is wrong", cores, agent.host?.hostname].filter(Boolean).join(" · "),
    sign: html`<${Badge} word=${agent.state} />`,
  };
}

/** For how long a notice that was given up is still mentioned. */
const GIVEN_UP_MILLIS = 24 * 3_600_000;

/** Warns that notices have not arrived. */
function NotDelivered() {
  const { length } = useUndelivered("/api/v1/notices").filter(
    ({ givenUp, at }) => !givenUp || Date.now() - Date.parse(at) < GIVEN_UP_MILLIS,
  );
  const have = length === 1 ? "A notice has" : `${count(length)} notices have`;
  return length > 0 && html`<p class="notice notice-warn" role="status">
    <span><strong>${have} not arrived.</strong> <a href="/notices">See why</a></span></p>`;
}

/** Warns of low disk space and of jobs that could not be deleted; asks the server once a minute. */
function Room() {
  const minute = Math.floor(useNow(60_000) / 60_000);
  const [said, setSaid] = useState({ room: "", waiting: "" });
  useEffect(() => {
    get("/api/v1/server").then(
      ({ disk, waiting }) => setSaid({ room: disk.sentence, waiting }),
      () => setSaid({ room: "", waiting: "" }),
    );
  }, [minute]);
  return html`${said.room && html`<${Failure} title="Disk space is low" sentence=${said.room} />`}
    ${said.waiting && html`<${Failure} title="Not deleted" sentence=${said.waiting} />`}`;
}
