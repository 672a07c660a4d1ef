// @ts-check
/** Where the page begins: who is there, which view, and the frame around it. */
import { html, render, useEffect, useState } from "./html.js";
import { logIn, onLoggedOut, onUnreachable, remove, whoIsThere } from "./lib/api.js";
import { useRoute } from "./lib/router.js";
import { useTitle } from "./ui/hooks.js";
import { Shell } from "./ui/shell.js";
import { Failure, Loading } from "./ui/notice.js";
import { PageHead } from "./ui/page-head.js";
import { Login, tokenFromAddress, tokenOf } from "./login.js";
import { AgentsPage } from "./agents/agents-page.js";
import { Overview } from "./overview/overview.js";
import { GroupPage } from "./group/group-page.js";
import { GroupsPage } from "./group/groups-page.js";
import { NewGroup } from "./group/new-group.js";
import { NewJob } from "./newjob/new-job.js";
import { NoticesPage } from "./notices/notices-page.js";
import { PacksPage } from "./packs/packs-page.js";
import { JobPage } from "./job/job-page.js";
import { JobsPage } from "./jobs/jobs-page.js";
import { ComparePage } from "./study/compare-page.js";
import { HistoryPage } from "./study/history-page.js";
import { StudiesPage } from "./study/studies-page.js";
import { StudyPage } from "./study/study-page.js";
import { TargetsPage } from "./targets/targets-page.js";

/** @typedef {import("./types.js").SessionView} Session */

// Taken out of the address bar before anything else, so that it is neither kept nor shown.
const loginToken = tokenFromAddress();
// A link that is opened where the page is shown already changes the fragment only.
addEventListener("hashchange", () => tokenOf(location.hash) && location.reload());

const BACK_EVERY_MILLIS = 3_000;

/**
 * Asks a server that did not answer until it does.
 *
 * @param {(session: Session) => void} onBack
 */
function useServerBack(onBack) {
  const [away, setAway] = useState(false);
  useEffect(() => onUnreachable(() => setAway(true)), []);
  useEffect(() => {
    if (!away) {
      return undefined;
    }
    /** @param {Session} session */
    const back = (session) => {
      setAway(false);
      onBack(session);
    };
    const timer = setInterval(() => document.hidden || whoIsThere().then(back, () => {}), BACK_EVERY_MILLIS);
    return () => clearInterval(timer);
  }, [away]);
}

/** What a search holds stands in the address, too; other kinds hold no text. */
const HOLDS_NO_TEXT = ["search", "checkbox", "radio", "file", "submit", "button", "hidden"];

/** Whether a field holds what somebody has typed, and nobody else has. */
const holdsText = () =>
  [.../** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("main :is(input, textarea)"))].some(
    ({ type, value }) => !HOLDS_NO_TEXT.includes(type) && value.trim() !== "",
  );

/** Whether the view says that something could not be had, and holds nothing that would be lost if it began anew. */
const couldNotLoad = () => document.querySelector("main .notice-bad") !== null && !holdsText();

/** @typedef {{session?: Session, ended?: {typed: boolean}}} Presence `ended` where somebody was in and is not any more */

/** @param {Presence} before @param {Session} session @returns {Presence} */
function following(before, session) {
  const wasIn = before.session?.user;
  const ended = before.ended ?? (wasIn ? { typed: holdsText() } : undefined);
  return { session, ended: isOut(session) ? ended : undefined };
}

/** @param {Session} session */
const isOut = ({ user }) => !user;

function App() {
  const route = useRoute();
  const [attempt, setAttempt] = useState(0);
  const [{ session, ended }, setPresence] = useState(/** @type {Presence} */ ({}));
  const [failure, setFailure] = useState("");
  const [refusal, setRefusal] = useState("");
  const load = () =>
    openSession(loginToken.take(), setRefusal).then(keep, (error) => setFailure(error.message));
  /** @param {Session} opened */
  const keep = (opened) => {
    setFailure("");
    setPresence((/** @type {Presence} */ before) => following(before, opened));
  };
  useServerBack((opened) => {
    keep(opened);
    couldNotLoad() && setAttempt((before) => before + 1);
  });
  useEffect(() => {
    onLoggedOut(() =>
      setPresence((/** @type {Presence} */ before) =>
        before.session ? following(before, { ...before.session, user: "" }) : before,
      ),
    );
    load();
  }, []);
  const leave = () => {
    setPresence({});
    return load();
  };
  const logout = () => remove("/api/v1/session").then(leave, (error) => setFailure(error.message));
  if (!session) {
    return html`<${Shell}><${NoSession} failure=${failure} onRetry=${load} /><//>`;
  }
  const out = isOut(session);
  // What somebody was typing when the session ended waits, unseen, until they are back.
  return html`<${Shell} session=${session} view=${out ? undefined : route.view} onLogout=${logout}>
    ${out && html`<${Login} key="login" onLogin=${load} refusal=${refusal} ended=${ended} />`}
    ${failure && !out && html`<${Failure} sentence=${failure} />`}
    ${(!out || ended?.typed) && html`<${View} key=${attempt} route=${route} />`}
  <//>`;
}

/** @param {{failure: string, onRetry: () => void}} props */
function NoSession({ failure, onRetry }) {
  return failure
    ? html`<${Failure} title="No session" sentence=${failure}>
        <button class="button" type="button" onClick=${onRetry}>Try again</button>
      <//>`
    : html`<${Loading} what="the page" />`;
}

/**
 * @param {string} token may be empty
 * @param {(sentence: string) => void} refused is told why the token does not let in
 * @returns {Promise<Session>}
 */
async function openSession(token, refused) {
  if (token) {
    await logIn(token).catch((error) => refused(error.message));
  }
  return whoIsThere();
}

/** @param {{route: import("./lib/router.js").Route}} props */
function View({ route }) {
  switch (route.view) {
    case "overview":
      return html`<${Overview} />`;
    case "new":
      return html`<${NewJob} key=${`${route.from} ${route.edit} ${route.target} ${route.study}`} from=${route.from}
        edit=${route.edit} target=${route.target} study=${route.study} />`;
    case "jobs":
      return html`<${JobsPage} query=${route.query} />`;
    case "agents":
      return html`<${AgentsPage} />`;
    case "studies":
      return html`<${StudiesPage} query=${route.query} />`;
    case "groups":
      return html`<${GroupsPage} query=${route.query} />`;
    case "newGroup":
      return html`<${NewGroup} key=${`${route.from} ${route.edit}`} from=${route.from} edit=${route.edit} />`;
    case "targets":
      return html`<${TargetsPage} />`;
    case "notices":
      return html`<${NoticesPage} />`;
    case "packs":
      return html`<${PacksPage} />`;
    case "job":
      return html`<${JobPage} key=${route.id} id=${route.id} />`;
    case "study":
      return html`<${StudyPage} key=${route.id} id=${route.id} />`;
    case "group":
      return html`<${GroupPage} key=${route.id} id=${route.id} />`;
    case "compare":
      return html`<${ComparePage} key=${`${route.a} ${route.others}`} a=${route.a}
        others=${route.others} />`;
    case "history":
      return html`<${HistoryPage} key=${route.of} of=${route.of} />`;
    case "none":
      return html`<${NotFound} path=${route.path} />`;
  }
}

/** @param {{path: string}} props */
function NotFound({ path }) {
  useTitle("Page not found");
  return html`<${PageHead} title="Page not found" />
    <p>There is nothing at <code>${path}</code>.</p>
    <p><a href="/">Go to the overview</a></p>`;
}

render(html`<${App} />`, /** @type {HTMLElement} */ (document.getElementById("page")));
