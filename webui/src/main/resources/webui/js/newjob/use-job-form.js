// @ts-check
/** What the new-job form holds, and what happens when it is changed and sent. */
import { useMemo, useRef, useState } from "../html.js";
import { ApiError, jobPath, post } from "../lib/api.js";
import { go, jobHref, studyHref } from "../lib/router.js";
import { complaints, documentOf, formOf, isStudy, placed, presets, runPresets, targetQuestion } from "./form-model.js";

/** @typedef {import("../types.js").JobClassView} JobClassView */
/** @typedef {import("../types.js").JobDocument} JobDocument */
/** @typedef {import("../types.js").JobFieldView} JobFieldView */
/** @typedef {import("./form-model.js").Texts} Texts */
/** @typedef {{fields: Texts, rest: string[]}} Problems */

/** @type {Problems} */
const NO_PROBLEMS = { fields: {}, rest: [] };

/**
 * @param {JobClassView[]} classes
 * @param {JobFieldView[]} declared the fields that every job has
 * @param {JobDocument | undefined} template the job to clone
 * @param {{edited: string, target: string}} where the id of the job that is changed instead of a
 *   new one, and the target it is to go to; empty for none
 */
export function useJobForm(classes, declared, template, { edited, target }) {
  const start = useMemo(() => startingPoint(classes, declared, template, target), []);
  const [jobClass, setJobClass] = useState(start.jobClass);
  const [run, setRunTexts] = useState(start.run);
  const [parameters, setParameters] = useState(start.parameters);
  const [kept, setKept] = useState(start.kept);
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const element = useRef(/** @type {HTMLFormElement | null} */ (null));
  const [question, setQuestion] = useState("");
  const { busy, send } = useSending(edited, (/** @type {unknown} */ error) => {
    const asked = error instanceof ApiError ? targetQuestion(error.problems) : "";
    setQuestion(asked);
    if (asked) {
      return;
    }
    setProblems(refusal(error, jobClass, declared));
    showFirstProblem(element.current);
  });
  const { tested, ask, forget } = useTest();
  const mended = (/** @type {string} */ field) => setProblems((old) => without(old, field));
  /** @param {(made: Record<string, any>) => void} then takes a form without complaints */
  const whenComplete = (then) => {
    const fields = complaints(jobClass, declared, run, parameters, kept);
    setProblems({ fields, rest: [] });
    if (Object.keys(fields).length > 0) {
      showFirstProblem(element.current);
    } else {
      then(documentOf(jobClass, declared, run, parameters, kept));
    }
  };
  return {
    ...{ jobClass, run, parameters, kept, problems, busy, tested, element, question },
    /** Lets the fields say what the kept phases have said. */
    usePhaseFields() {
      setKept(({ phases: _, ...others }) => others);
    },
    /** What the form stands for, without secrets and the pack's version. */
    made() {
      const secret = new Set(jobClass.parameters.filter((p) => p.kind === "secret").map((p) => p.name));
      const shown = Object.entries(parameters).filter(([name]) => !secret.has(name));
      const { pack: _, ...made } = documentOf(jobClass, declared, run, Object.fromEntries(shown), kept);
      return made;
    },
    /** @param {Record<string, any>} document whose job class the server may have */
    use(document) {
      const other = classes.find((one) => one.id === document.jobClass) ?? jobClass;
      const filled = formOf(document, other, declared);
      setJobClass(other);
      setRunTexts(filled.run);
      setParameters(filled.parameters);
      setKept(filled.kept);
      setProblems(NO_PROBLEMS);
    },
    /** @param {string} name @param {string} text */
    setRun(name, text) {
      setRunTexts((old) => ({ ...old, [name]: text }));
      setQuestion("");
      if (name === "target") {
        setKept(({ confirm: _, ...others }) => others);
      }
      forget();
      mended(name);
    },
    /** @param {string} name @param {string} text */
    setParameter(name, text) {
      setQuestion("");
      setParameters((old) => ({ ...old, [name]: text }));
      forget();
      mended(`parameters.${name}`);
    },
    /** @param {JobClassView} chosen */
    choose(chosen) {
      setJobClass(chosen);
      setKept(({ secretsOf: _of, secretsNeeded: _needed, ...others }) => others);
      setParameters((old) => ({ ...presets(chosen), ...shared(old, jobClass, chosen) }));
      setProblems(NO_PROBLEMS);
      forget();
    },
    /** @param {Event} event */
    submit(event) {
      event.preventDefault();
      whenComplete((made) =>
        send(isStudy(run, kept), (id) => (edited ? made : { ...made, id })),
      );
    },
    /** @param {string} text the name of a protected target */
    confirm(text) {
      setKept((old) => ({ ...old, confirm: text }));
      mended("confirm");
    },
    /** Whether the user has confirmed a target that was not named. */
    agree() {
      whenComplete((made) => send(isStudy(run, kept), (id) => ({ ...made, yesTarget: true, id })));
    },
    /** Has agents try the job without any load. */
    test() {
      whenComplete((made) =>
        ask(made, (error) => {
          setProblems(refusal(error, jobClass, declared));
          showFirstProblem(element.current);
        }),
      );
    },
  };
}

/**
 * @typedef {{testing: boolean, failure: string,
 *   result?: import("../types.js").PreflightDocument}} Tested
 */

/** Tests the content of the form. */
function useTest() {
  const [tested, setTested] = useState(/** @type {Tested} */ ({ testing: false, failure: "" }));
  /** @param {object} made @param {(error: unknown) => void} onRefused */
  const ask = async (made, onRefused) => {
    setTested({ testing: true, failure: "" });
    try {
      setTested({ testing: false, failure: "", result: await post("/api/v1/job-tests", made) });
    } catch (error) {
      const refused = error instanceof ApiError && error.problems.length > 0;
      const message = error instanceof Error ? error.message : String(error);
      setTested({ testing: false, failure: refused ? "" : message });
      if (refused) {
        onRefused(error);
      }
    }
  };
  /** Findings belong to the content that was tested. */
  const forget = () => setTested({ testing: false, failure: "" });
  return { tested, ask, forget };
}

/**
 * Submits, each attempt under an id of its own unless the one before may have arrived.
 *
 * @param {string} edited the job that is changed instead; empty for none
 * @param {(error: unknown) => void} onRefused
 */
function useSending(edited, onRefused) {
  const [busy, setBusy] = useState(false);
  const id = useRef(newId());
  /** @param {boolean} study @param {(id: string) => object} body */
  const send = async (study, body) => {
    setBusy(true);
    try {
      const submit = study ? "/api/v1/studies" : "/api/v1/jobs";
      const made = await post(edited ? jobPath(edited, "/submission") : submit, body(id.current));
      go(study && !edited ? studyHref(made.id) : jobHref(made.id));
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

/**
 * @param {JobClassView[]} classes
 * @param {JobFieldView[]} declared
 * @param {JobDocument | undefined} job
 * @param {string} target
 */
function startingPoint(classes, declared, job, target) {
  const same = job && classes.find((one) => one.id === job.jobClass);
  if (job && same) {
    return { jobClass: same, ...formOf(job, same, declared) };
  }
  const jobClass = classes.find((one) => one.id === "igenoltp") ?? classes[0];
  /** @type {import("./form-model.js").Kept} */
  const kept = {};
  return { jobClass, run: { ...runPresets(declared), target }, parameters: presets(jobClass), kept };
}

/** Once the problems are drawn, the first of them gets the focus. @param {HTMLElement | null} form */
function showFirstProblem(form) {
  setTimeout(() => {
    const wrong = /** @type {HTMLElement | null} */ (form?.querySelector("[aria-invalid=true]"));
    wrong?.closest("details")?.setAttribute("open", "");
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

/** @param {unknown} error @param {JobClassView} jobClass @param {JobFieldView[]} declared @returns {Problems} */
function refusal(error, jobClass, declared) {
  if (error instanceof ApiError && error.problems.length > 0) {
    return placed(error.problems, jobClass, declared);
  }
  return { fields: {}, rest: [error instanceof Error ? error.message : String(error)] };
}
