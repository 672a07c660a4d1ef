// @ts-check
/** All requests to the server: JSON over the documented HTTP API of the page's own origin. */

/** @typedef {import("../types.js").ProblemItem} Problem */

/** A request that the server refused, or that did not reach it. */
export class ApiError extends Error {
  /**
   * @param {number} status the HTTP status; 0 if no answer came
   * @param {string} message one sentence
   * @param {Problem[]} problems each thing that is wrong with the input
   */
  constructor(status, message, problems = []) {
    super(message);
    this.status = status;
    this.problems = problems;
  }
}

/** The storage key of the session's token for changes. Other ports of a host share its cookies, but not this storage. */
const CSRF = "broadside.csrf";
let csrf = "";
/** @type {() => void} */
let whenLoggedOut = () => {};
/** @type {() => void} */
let whenUnreachable = () => {};

/** The token of the login, also if it was made in another tab. */
function csrfToken() {
  try {
    return localStorage.getItem(CSRF) ?? csrf;
  } catch (storageForbidden) {
    return csrf;
  }
}

/**
 * Logs in. From then on, requests that change something carry the session's token.
 *
 * @param {string} token of a link, or the administrator's
 */
export async function logIn(token) {
  csrf = (await post("/api/v1/session", { token })).csrf;
  try {
    localStorage.setItem(CSRF, csrf);
  } catch (storageForbidden) {
    // Without storage the token lasts until the page is left.
  }
}

/** The session's user; none if only the cookie of a session is left. @returns {Promise<import("../types.js").SessionView>} */
export async function whoIsThere() {
  const session = await get("/api/v1/session");
  return csrfToken() ? session : { ...session, user: "" };
}

/** Sets what is called when the server asks for a login. @param {() => void} then */
export function onLoggedOut(then) {
  whenLoggedOut = then;
}

/** Sets what is called when no answer came. @param {() => void} then */
export function onUnreachable(then) {
  whenUnreachable = then;
}

/**
 * Finds out whether the session has ended. An EventSource needs this, because it cannot tell a refusal from a server
 * that is gone.
 */
export async function checkLogin() {
  if (!(await whoIsThere()).user) {
    whenLoggedOut();
  }
}

/** @param {string} path @returns {Promise<any>} */
export function get(path) {
  return send("GET", path, undefined);
}

/** @param {string} path @param {unknown} body @returns {Promise<any>} */
export function post(path, body) {
  return once("POST", path, body);
}

/** @param {string} path @returns {Promise<any>} */
export function remove(path) {
  return once("DELETE", path, undefined);
}

/** The path of a job; its id is escaped. @param {string} id @param {string} [tail] */
export function jobPath(id, tail = "") {
  return `/api/v1/jobs/${encodeURIComponent(id)}${tail}`;
}

/** The path of an agent. @param {string} name @param {string} [tail] */
export function agentPath(name, tail = "") {
  return `/api/v1/agents/${encodeURIComponent(name)}${tail}`;
}

/** Sends a file as it is. @param {string} path @param {Blob} file @returns {Promise<any>} */
export async function upload(path, file) {
  return answer(await ask("POST", path, file), path);
}

/** The path of a pack. @param {string} sha256 @param {string} [tail] */
export function packPath(sha256, tail = "") {
  return `/api/v1/packs/${sha256}${tail}`;
}

/** The path of a target. @param {string} name @param {string} [tail] */
export function targetPath(name, tail = "") {
  return `/api/v1/targets/${encodeURIComponent(name)}${tail}`;
}

/** The path of a study. @param {string} id @param {string} [tail] */
export function studyPath(id, tail = "") {
  return `/api/v1/studies/${encodeURIComponent(id)}${tail}`;
}

/** The path of a group. @param {string} id @param {string} [tail] */
export function groupPath(id, tail = "") {
  return `/api/v1/groups/${encodeURIComponent(id)}${tail}`;
}

/** Requests that wait for their answer, by method, path and body. @type {Map<string, Promise<any>>} */
const underWay = new Map();

/**
 * Sends a request. The same request again before the answer has come, as from a double click, is not sent twice.
 *
 * @param {string} method @param {string} path @param {unknown} body @returns {Promise<any>}
 */
function once(method, path, body) {
  const order = `${method} ${path} ${JSON.stringify(body)}`;
  const sent = underWay.get(order) ?? send(method, path, body).finally(() => underWay.delete(order));
  underWay.set(order, sent);
  return sent;
}

/** @param {string} method @param {string} path @param {unknown} body */
async function send(method, path, body) {
  return answer(await ask(method, path, body), path);
}

/** @param {string} method @param {string} path @param {unknown} body @returns {Promise<Response>} */
async function ask(method, path, body) {
  const response = await askNow(method, path, body);
  const seconds = Number(response.headers.get("Retry-After") ?? NaN);
  if (response.status !== 503 || Number.isNaN(seconds)) {
    return response;
  }
  // The server is busy and has not done it: try again.
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  return ask(method, path, body);
}

/** @param {string} method @param {string} path @param {unknown} body @returns {Promise<Response>} */
async function askNow(method, path, body) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json" };
  if (method !== "GET") {
    headers["Content-Type"] = body instanceof Blob ? "application/octet-stream" : "application/json";
    headers["X-Broadside-Csrf"] = csrfToken();
  }
  try {
    return await fetch(path, {
      method,
      headers,
      body: body instanceof Blob ? body : method === "POST" ? JSON.stringify(body) : undefined,
    });
  } catch (unreachable) {
    whenUnreachable();
    const then = method === "GET" ? "This page loads as soon as it does" : "Try again once it does";
    throw new ApiError(0, `The server does not answer. ${then}.`);
  }
}

/** @param {Response} response @param {string} path */
async function answer(response, path) {
  const text = await response.text();
  const json = parse(text);
  if (response.ok) {
    return json;
  }
  if (response.status === 401 && path !== "/api/v1/session") {
    whenLoggedOut();
    throw new ApiError(401, "Your session had ended. Try again.");
  }
  const detail =
    json?.detail || json?.title || `The server answered with status ${response.status}.`;
  throw new ApiError(
    response.status,
    String(detail),
    Array.isArray(json?.problems) ? json.problems : [],
  );
}

/** @param {string} text @returns {any} undefined if the text is empty or not JSON */
function parse(text) {
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch (noJson) {
    return undefined;
  }
}
