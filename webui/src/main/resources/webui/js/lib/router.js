// @ts-check
/** The addresses of the views, and going from one to another without a reload. */
import { useEffect, useState } from "../html.js";

/**
 * @typedef {{view: "overview"} | {view: "agents"} | {view: "jobs", query: string} | {view: "studies", query: string}
 *   | {view: "groups", query: string} | {view: "packs"} | {view: "notices"} | {view: "targets"}
 *   | {view: "new", from: string, edit: boolean, target: string, study: string} | {view: "newGroup", from: string, edit: boolean}
 *   | {view: "job", id: string}
 *   | {view: "study", id: string} | {view: "group", id: string}
 *   | {view: "compare", a: string, others: string[]} | {view: "history", of: string}
 *   | {view: "none", path: string}} Route
 */

/** Views whose address is their name. */
const PLAIN = ["agents", "notices", "packs", "targets"];

/** Lists that are searched. */
const SEARCHED = ["jobs", "studies", "groups"];

/** @param {string} path @param {string} query @returns {Route} */
export function parseRoute(path, query = "") {
  if (path === "/" || path === "/index.html") {
    return { view: "overview" };
  }
  if (path === "/new" || path === "/new-group") {
    const asked = new URLSearchParams(query);
    const edit = asked.get("edit") ?? "";
    const copy = { from: edit || (asked.get("from") ?? ""), edit: edit !== "" };
    return path === "/new"
      ? { view: "new", ...copy, target: asked.get("target") ?? "", study: asked.get("study") ?? "" }
      : { view: "newGroup", ...copy };
  }
  const searched = SEARCHED.find((view) => path === `/${view}`);
  if (searched) {
    return /** @type {Route} */ ({
      view: searched,
      query: new URLSearchParams(query).get("query") ?? "",
    });
  }
  const plain = PLAIN.find((view) => path === `/${view}`);
  if (plain) {
    return /** @type {Route} */ ({ view: plain });
  }
  if (path === "/compare") {
    const sides = new URLSearchParams(query);
    return { view: "compare", a: sides.get("a") ?? "", others: sides.getAll("b") };
  }
  if (path === "/history") {
    return { view: "history", of: new URLSearchParams(query).get("of") ?? "" };
  }
  const thing = /^\/(jobs|studies|groups)\/([^/]+)\/?$/.exec(path);
  const id = thing ? decoded(thing[2]) : "";
  if (!thing || !id) {
    return { view: "none", path };
  }
  switch (thing[1]) {
    case "jobs":
      return { view: "job", id };
    case "studies":
      return { view: "study", id };
    default:
      return { view: "group", id };
  }
}

/** @param {string} text @returns {string} empty if the text is not valid URL encoding */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch (malformed) {
    return "";
  }
}

/** @param {string} id */
export function jobHref(id) {
  return `/jobs/${encodeURIComponent(id)}`;
}

/** The address of the jobs that match a query. @param {string} query empty for all */
export function jobsHref(query) {
  return listHref("jobs", query);
}

/** The address of the studies that match a query. @param {string} query empty for all */
export function studiesHref(query) {
  return listHref("studies", query);
}

/** The address of the groups that match a query. @param {string} query empty for all */
export function groupsHref(query) {
  return listHref("groups", query);
}

/** @param {string} list @param {string} query */
function listHref(list, query) {
  return query ? `/${list}?${new URLSearchParams({ query })}` : `/${list}`;
}

/** @param {string} id */
export function studyHref(id) {
  return `/studies/${encodeURIComponent(id)}`;
}

/** @param {string} id */
export function groupHref(id) {
  return `/groups/${encodeURIComponent(id)}`;
}

/** The address of the editor that begins with a copy of a group. @param {string} id */
export function cloneGroupHref(id) {
  return `/new-group?from=${encodeURIComponent(id)}`;
}

/** The address of the editor that changes a waiting group. @param {string} id */
export function editGroupHref(id) {
  return `/new-group?edit=${encodeURIComponent(id)}`;
}

/** The address where studies or jobs are compared with a first one. @param {string} a @param {string[]} others */
export function compareHref(a, ...others) {
  return `/compare?${new URLSearchParams([["a", a], ...others.map((b) => ["b", b])])}`;
}

/** The address of the runs of a definition. @param {string} of its name, or a job that is a run of it */
export function historyHref(of) {
  return `/history?${new URLSearchParams({ of })}`;
}

/** The address of the form that begins with a copy of a job. @param {string} id */
export function cloneHref(id) {
  return `/new?from=${encodeURIComponent(id)}`;
}

/** The address of the form that submits a study again, unchanged or changed. @param {string} id */
export function cloneStudyHref(id) {
  return `/new?study=${encodeURIComponent(id)}`;
}

/** The address of the form that changes a waiting job. @param {string} id */
export function editHref(id) {
  return `/new?edit=${encodeURIComponent(id)}`;
}

/** The address of the form for a new job on a target. @param {string} target */
export function newOnHref(target) {
  return `/new?target=${encodeURIComponent(target)}`;
}

const MOVED = "broadside:moved";

/**
 * Goes to a path. The present path is not added to the history a second time.
 *
 * @param {string} href a path of this page @param {boolean} [instead] replaces the present entry of the history
 */
export function go(href, instead = false) {
  const here = href === location.pathname + location.search;
  history[instead || here ? "replaceState" : "pushState"](null, "", href);
  dispatchEvent(new Event(MOVED));
}

/** The present route. It follows links, `go` and the browser's back button. @returns {Route} */
export function useRoute() {
  const [route, setRoute] = useState(() => parseRoute(location.pathname, location.search));
  useEffect(() => {
    let path = location.pathname;
    const moved = () => {
      path = location.pathname;
      setRoute(parseRoute(path, location.search));
    };
    const forward = () => {
      const elsewhere = location.pathname !== path;
      moved();
      scrollTo(0, 0);
      // The focused element is gone. People who use a screen reader or the keyboard start at the top of the view.
      elsewhere && document.getElementById("main")?.focus({ preventScroll: true });
    };
    addEventListener("popstate", moved);
    addEventListener(MOVED, forward);
    document.addEventListener("click", followLink);
    return () => {
      removeEventListener("popstate", moved);
      removeEventListener(MOVED, forward);
      document.removeEventListener("click", followLink);
    };
  }, []);
  return route;
}

/** @param {MouseEvent} event */
function followLink(event) {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const plain =
    event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute("download")) {
    return;
  }
  const to = new URL(link.href);
  const within = to.origin === location.origin && parseRoute(to.pathname).view !== "none";
  if (within && !(link.getAttribute("href") ?? "").startsWith("#")) {
    event.preventDefault();
    go(to.pathname + to.search);
  }
}
