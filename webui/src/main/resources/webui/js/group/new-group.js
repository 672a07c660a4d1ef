// @ts-check
/** A group as its YAML, beside the graph that it makes: a new one, a copy, or one that waits and is changed. */
import { html, useEffect, useState } from "../html.js";
import { ApiError, get, groupPath, post } from "../lib/api.js";
import { plural, span } from "../lib/format.js";
import { go, groupHref, groupsHref } from "../lib/router.js";
import { PerhapsDeleted } from "../ui/bring-back.js";
import { useTitle } from "../ui/hooks.js";
import { NotShown } from "../ui/not-shown.js";
import { Loading } from "../ui/notice.js";
import { PageHead } from "../ui/page-head.js";
import { GroupGraph } from "./group-graph.js";
import { YamlEditor } from "./yaml-editor.js";

/** @typedef {import("../types.js").GroupOutlook} Outlook */
/** @typedef {import("../types.js").MemberOutlook} MemberOutlook */
/** @typedef {import("../types.js").ProblemItem} Problem */

const CHECK_AFTER_MILLIS = 400;

/** Runs as it is: it goes to no database. */
const EXAMPLE = `# Each member starts when those it comes after have ended.
group: First group
# repeat: 0 2 * * 1-5     # every working day at two,
# zone: Europe/Berlin     # by the clock of this zone

defaults:                 # what all members share
  threads: 2
  duration: 30s
  parameters: {iteration-time: 2ms}

members:
  - name: load
    job: {jobClass: noop}

  - name: steady
    after: load           # when it has succeeded
    job: {jobClass: noop, rate: 200, thresholds: ["p99 < 50ms"]}

  - name: ladder
    after: {steady: always}
    study: {jobClass: noop, threads: [1, 2, 4]}

  - name: suspects
    after: {steady: failure}
    job: {jobClass: noop, threads: 1, duration: 1m}
`;

/** @param {{from: string, edit: boolean}} props `from` is the group to copy, or, with `edit`, to change */
export function NewGroup({ from, edit }) {
  const title = edit ? "Edit a group" : from ? "Clone a group" : "New group";
  useTitle(title);
  const [text, setText] = useState(from ? "" : EXAMPLE);
  const [failure, setFailure] = useState("");
  useEffect(() => {
    if (from) {
      // A copy has an id of its own.
      get(groupPath(from, "/document")).then(
        ({ yaml }) => setText(yaml.replace(/^id: .*\n/m, "")),
        (error) => setFailure(error.message),
      );
    }
  }, [from]);
  if (failure) {
    return html`<${NotShown} what="The group" sentence=${failure}>
      <${PerhapsDeleted} href=${groupsHref("state:deleted")} />
    <//>`;
  }
  return text === ""
    ? html`<${Loading} what="the group" />`
    : html`<${Editor} title=${title} first=${text} to=${edit ? groupPath(from, "/document") : "/api/v1/groups"}
        done=${edit ? "Save" : "Submit group"} />`;
}

/** @param {{title: string, first: string, to: string, done: string}} props */
function Editor({ title, first, to, done }) {
  const [text, setText] = useState(first);
  const { outlook, problems, setProblems } = useOutlook(text);
  const [busy, setBusy] = useState(false);
  const send = () => {
    setBusy(true);
    post(to, { yaml: text }).then(
      (group) => go(groupHref(group.id)),
      (error) => {
        setBusy(false);
        setProblems(problemsOf(error));
      },
    );
  };
  return html`<${PageHead} title=${title} note="One YAML file. The graph shows what will run.">
      <button class="button button-main" type="button" disabled=${busy} onClick=${send}>${done}</button>
    <//>
    <div class="new-group">
      <${YamlEditor} label="The group as YAML" text=${text} problems=${problems} onChange=${setText} />
      <div class="new-group-outlook">
        <p class="muted" role="status">${outlook ? words(outlook, problems.length) : "Checking …"}</p>
        ${outlook && html`<div class=${problems.length > 0 ? "stale" : ""}>
          <${GroupGraph} members=${outlook.members.map(drawn)} graph=${outlook.graph} downwards />
        </div>`}
      </div>
    </div>
    <p class="muted">A member has the fields of a job: the form of a <a href="/new">new job</a> shows them as YAML. Passwords come from
      named <a href="/targets">targets</a>. From a terminal: <code>broadside group submit -f group.yaml</code></p>`;
}

/**
 * What the server makes of a text, some time after it was changed last.
 *
 * @param {string} text
 */
function useOutlook(text) {
  const [outlook, setOutlook] = useState(/** @type {Outlook | undefined} */ (undefined));
  const [problems, setProblems] = useState(/** @type {Problem[]} */ ([]));
  useEffect(() => {
    let stale = false;
    const check = () =>
      post("/api/v1/groups/check", { yaml: text }).then(
        (answer) => {
          stale || setOutlook(answer);
          stale || setProblems([]);
        },
        (error) => stale || setProblems(problemsOf(error)),
      );
    const timer = setTimeout(check, CHECK_AFTER_MILLIS);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [text]);
  return { outlook, problems, setProblems };
}

/** @param {unknown} error @returns {Problem[]} */
function problemsOf(error) {
  const sentence = error instanceof Error ? error.message : String(error);
  return error instanceof ApiError && error.problems.length > 0
    ? error.problems
    : [{ where: "", kind: "unreachable", what: sentence, mend: "", sentence }];
}

/** @param {Outlook} outlook @param {number} wrong */
function words({ name, members }, wrong) {
  return wrong > 0 ? "Not up to date: fix the problems below the file." : `${name}: ${plural(members.length, "member")}`;
}

/** A member as the graph of a group draws it. @param {MemberOutlook} member */
function drawn({ name, kind, after, document, plannedSeconds }) {
  const { jobClass } = /** @type {import("../types.js").JobDocument} */ (document);
  return { name, kind, after, jobClass, state: `${jobClass}, ${span(plannedSeconds * 1e3)}`, reason: "", attempt: 0 };
}
