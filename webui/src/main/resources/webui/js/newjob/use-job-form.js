// @ts-check
/** What the new-job form holds, and what happens when it is changed and sent. */
import { useMemo, useRef, useState } from "../html.js";
import { ApiError, post } from "../lib/api.js";
import { go, jobHref, studyHref } from "../lib/router.js";
import { cloned } from "./clone.js";
import {
  complaints,
  isStudy,
  NOTHING_KEPT,
  placed,
  presets,
  requestBody,
  RUN_DEFAULTS,
} from "./form-model.js";

/** @typedef {import("../types.js").JobClassView} JobClassView */
/** @typedef {import("../types.js").SubmissionView} Submission */
/** @typedef {import("./form-model.js").Texts} Texts */
/** @typedef {{fields: Texts, rest: string[]}} Problems */

/** @type {Problems} */
const NO_PROBLEMS = { fields: {}, rest: [] };

/** @param {JobClassView[]} classes @param {Submission | undefined} template the job to clone */
export function useJobForm(classes, template) {
  const start = useMemo(() => startingPoint(classes, template), []);
  const [jobClass, setJobClass] = useState(start.jobClass);
  const [run, setRunTexts] = useState(start.run);
  const [parameters, setParameters] = useState(start.parameters);
  const [kept, setKept] = useState(start.kept);
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const element = useRef(/** @type {HTMLFormElement | null} */ (null));
  const { busy, send } = useSending((/** @type {unknown} */ error) => {
    setProblems(refusal(error, jobClass));
    showFirstProblem(element.current);
  });
  const mended = (/** @type {string} */ field) => setProblems((old) => without(old, field));
  return {
    ...{ jobClass, run, parameters, kept, problems, busy, element },
    /** Lets the fields say what the kept phases have said. */
    usePhaseFields() {
      setKept((old) => ({ ...old, phases: [] }));
    },
    /** @param {string} name @param {string} text */
    setRun(name, text) {
      setRunTexts((old) => ({ ...old, [name]: text }));
      mended(name);
    },
    /** @param {string} name @param {string} text */
    setParameter(name, text) {
      setParameters((old) => ({ ...old, [name]: text }));
      mended(`parameters.${name}`);
    },
    /** @param {JobClassView} chosen */
    choose(chosen) {
      setJobClass(chosen);
      setKept(({ phases, more }) => ({ phases, more: { ...more, secretsOf: undefined }, secrets: [] }));
      setParameters((old) => ({ ...presets(chosen), ...shared(old, jobClass, chosen) }));
      setProblems(NO_PROBLEMS);
    },
    /** @param {Event} event */
    submit(event) {
      event.preventDefault();
      const fields = complaints(jobClass, run, parameters, kept);
      setProblems({ fields, rest: [] });
      if (Object.keys(fields).length > 0) {
        showFirstProblem(element.current);
      } else {
        send(isStudy(run, kept), (id) => requestBody(id, jobClass, run, parameters, kept));
      }
    },
  };
}

/**
 * Submits, each attempt under an id of its own unless the one before may have arrived.
 *
 * @param {(error: unknown) => void} onRefused
 */
function useSending(onRefused) {
  const [busy, setBusy] = useState(false);
  const id = useRef(newId());
  /** @param {boolean} study @param {(id: string) => object} body */
  const send = async (study, body) => {
    setBusy(true);
    try {
      const made = await post(study ? "/api/v1/studies" : "/api/v1/jobs", body(id.current));
      go(study ? studyHref(made.id) : jobHref(made.id));
    } catch (error) {
      id.current = mayHaveArrived(error) ? id.current : newId();
      setBusy(false);
      onRefused(error);
    }
  };
  return { busy, send };
}

/** @param {unknown} error */
function mayHaveArrived(error) {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/** An id that no other job has, made here so that a request sent twice makes one job. */
function newId() {
  const random = crypto.getRandomValues(new Uint8Array(5));
  const text = Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${new Date().toISOString().slice(0, 10).replaceAll("-", "")}-${text}`;
}

/** @param {JobClassView[]} classes @param {Submission | undefined} job */
function startingPoint(classes, job) {
  const same = job && classes.find((one) => one.id === job.jobClass);
  if (job && same) {
    return { jobClass: same, ...cloned(job, same) };
  }
  const jobClass = classes.find((one) => one.id === "igenoltp") ?? classes[0];
  const run = { ...RUN_DEFAULTS };
  return { jobClass, run, parameters: presets(jobClass), kept: NOTHING_KEPT };
}

/** Once the problems are drawn, the first of them gets the focus. @param {HTMLElement | null} form */
function showFirstProblem(form) {
  setTimeout(() => {
    const wrong = /** @type {HTMLElement | null} */ (form?.querySelector("[aria-invalid=true]"));
    wrong?.focus();
    if (!wrong) {
      form?.querySelector(".notice-bad")?.scrollIntoView({ block: "center" });
    }
  }, 30);
}

/** @param {Problems} problems @param {string} field @returns {Problems} */
function without({ fields, rest }, field) {
  const { [field]: _, ...others } = fields;
  return { fields: others, rest };
}

/**
 * What was typed for parameters that both classes have, such as the target's.
 *
 * @param {Texts} old
 * @param {JobClassView} from
 * @param {JobClassView} to
 * @returns {Texts}
 */
function shared(old, from, to) {
  const kinds = new Map(to.parameters.map((p) => [p.name, p.kind]));
  const kept = from.parameters
    .filter((p) => kinds.get(p.name) === p.kind)
    .filter((p) => old[p.name] !== undefined && old[p.name] !== (p.preset ?? ""));
  return Object.fromEntries(kept.map((p) => [p.name, old[p.name]]));
}

/** @param {unknown} error @param {JobClassView} jobClass @returns {Problems} */
function refusal(error, jobClass) {
  if (error instanceof ApiError && error.problems.length > 0) {
    return placed(error.problems, jobClass);
  }
  return { fields: {}, rest: [error instanceof Error ? error.message : String(error)] };
}
