// @ts-check
/** The jobs and agents that there are: pushed by the server; asked for only where nothing comes. */
import { useEffect, useState } from "../html.js";
import { get } from "../lib/api.js";
import { useLive } from "./hooks.js";

const PATIENCE_MILLIS = 1_000;

/** @typedef {import("../types.js").JobView} JobView */
/** @typedef {import("../types.js").AgentView} AgentView */

/**
 * @returns {{jobs?: JobView[], agents?: AgentView[], failure: string,
 *   link: import("../lib/live.js").LinkState, retry: () => void}} jobs that are not over, and the
 *   newest of those that are
 */
export function usePresent() {
  const [jobs, setJobs] = useState(/** @type {JobView[] | undefined} */ (undefined));
  const [agents, setAgents] = useState(/** @type {AgentView[] | undefined} */ (undefined));
  const [failure, setFailure] = useState("");
  const failed = (/** @type {Error} */ error) => setFailure(error.message);
  const { link, retry } = useLive("/api/v1/live", {
    jobs: (d) => setJobs(d.jobs),
    agents: (d) => setAgents(d.agents),
  });
  // The stream begins with all of both, unless something between holds it back.
  const missing = jobs === undefined || agents === undefined;
  useEffect(() => {
    if (!missing) {
      return undefined;
    }
    const ask = () => {
      get("/api/v1/jobs").then((d) => setJobs((now) => now ?? d.jobs), failed);
      get("/api/v1/agents").then((d) => setAgents((now) => now ?? d.agents), failed);
    };
    const timer = setTimeout(ask, link === "lost" ? 0 : PATIENCE_MILLIS);
    return () => clearTimeout(timer);
  }, [missing, link]);
  return { jobs, agents, failure, link, retry };
}

/**
 * What is asked for again and again while the page is seen; empty until the first answer.
 *
 * @template T
 * @param {string} path
 * @param {number} everyMillis 0 for once only
 * @param {string} [stamp] it is asked for again at once where this is another
 * @returns {T | undefined}
 */
export function usePolled(path, everyMillis, stamp = "") {
  const [answer, setAnswer] = useState(/** @type {T | undefined} */ (undefined));
  useEffect(() => {
    // A failure shows with what is pushed, which comes from the same server.
    const load = () => get(path).then(setAnswer, () => {});
    load();
    if (everyMillis === 0) {
      return undefined;
    }
    const timer = setInterval(() => document.hidden || load(), everyMillis);
    return () => clearInterval(timer);
  }, [path, everyMillis, stamp]);
  return answer;
}
