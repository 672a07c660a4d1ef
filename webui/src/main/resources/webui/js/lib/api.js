// @ts-check
/** The one way to the server: JSON over the documented HTTP API of this very origin. */

/** @typedef {import("../types.js").ProblemItem} Problem */

/** What the server, or the way to it, refused. */
export class ApiError extends Error {
  /**
   * @param {number} status the HTTP status; 0 where no answer came
   * @param {string} message one sentence
   * @param {Problem[]} problems each thing that is wrong with the input
   */
  constructor(status, message, problems = []) {
    super(message);
    this.status = status;
    this.problems = problems;
  }
}

/** Where the session's token for changes lies: other ports of a host share its cookies, and not this. */
const CSRF = "broadside.csrf";
let csrf = "";
/** @type {() => void} */
let whenLoggedOut = () => {};
/** @type {() => void} */
let whenUnreachable = () => {};

/** What a login gave, in whichever tab it was. */
function csrfToken() {
  try {
    return localStorage.getItem(CSRF) ?? csrf;
  } catch (storageForbidden) {
    return csrf;
  }
}

/**
 * Logs in; from now on every request that changes something carries the session's token.
 *
 * @param {string} token of a link, or the administrator's
 */
export async function logIn(token) {
  csrf = (await post("/api/v1/session", { token })).csrf;
  try {
    localStorage.setItem(CSRF, csrf);
  } catch (storageForbidden) {
    // Then it lasts until the page is left.
  }
}

/** Who is there; nobody where only a cookie is left of a session. @returns {Promise<import("../types.js").SessionView>} */
export async function whoIsThere() {
  const session = await get("/api/v1/session");
  return csrfToken() ? session : { ...session, user: "" };
}

/** Called whenever the server wants a login. @param {() => void} then */
export function onLoggedOut(then) {
  whenLoggedOut = then;
}

/** Called whenever no answer came. @param {() => void} then */
export function onUnreachable(then) {
  whenUnreachable = then;
}

/**
 * Finds out whether the session is over, for what cannot see its answer: to an EventSource,
 * a refusal and a server that is gone look the same.
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

/** The path of a job; ids are data. @param {string} id @param {string} [tail] */
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

/** Orders whose answer has not come, by what they say. @type {Map<string, Promise<any>>} */
const underWay = new Map();

/**
 * Who clicks twice before the answer has come means it once.
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
  // The server is busy and has done nothing yet.
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

/** @param {string} text @returns {any} undefined where the text is empty or no JSON */
function parse(text) {
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch (noJson) {
    return undefined;
  }
}
