// @ts-check
/** A new job: choose a class, fill in the form that its parameters make, submit. */
import { html, useEffect, useMemo, useRef, useState } from "../html.js";
import { ApiError, get, jobPath, post } from "../lib/api.js";
import { go, jobHref } from "../lib/router.js";
import { useTitle } from "../ui/hooks.js";
import { Empty, Failure, Loading } from "../ui/notice.js";
import { ClassChooser } from "./class-chooser.js";
import { cloned, complaints, placed, presets, requestBody, RUN_DEFAULTS } from "./form-model.js";
import { ParameterField } from "./field.js";
import { RunFields } from "./run-fields.js";
import { Outlook } from "./outlook.js";

/** @typedef {import("../types.js").JobClassView} JobClassView */
/** @typedef {import("../types.js").AgentView} AgentView */
/** @typedef {import("./form-model.js").Texts} Texts */

/** @param {{from: string}} props the job to clone; empty for none */
export function NewJob({ from }) {
  useTitle(from ? "Clone a job" : "New job");
  const [classes, setClasses] = useState(/** @type {JobClassView[] | undefined} */ (undefined));
  const [agents, setAgents] = useState(/** @type {AgentView[]} */ ([]));
  const [template, setTemplate] = useState(
    /** @type {import("../types.js").JobView | undefined} */ (undefined),
  );
  const [failure, setFailure] = useState("");
  useEffect(() => {
    load(from).then(
      (d) => {
        setTemplate(d.job);
        setAgents(d.agents);
        setClasses(d.classes);
      },
      (error) => setFailure(error.message),
    );
  }, [from]);
  if (failure) {
    return html`<${Failure} sentence=${failure} />`;
  }
  if (!classes) {
    return html`<${Loading} what="the job classes" />`;
  }
  if (classes.length === 0) {
    return html`<${Empty} title="The server knows no job class.">
      <p>Put a pack into it with <code>broadside pack install FILE</code>, then come back.</p>
    <//>`;
  }
  return html`<${JobForm} classes=${classes} agents=${agents} template=${template} />`;
}

/** @param {string} from */
async function load(from) {
  const [classes, agents, job] = await Promise.all([
    get("/api/v1/job-classes"),
    get("/api/v1/agents"),
    from ? get(jobPath(from)) : undefined,
  ]);
  return { classes: classes.jobClasses, agents: agents.agents, job };
}

/** @param {JobClassView[]} classes @param {import("../types.js").JobView | undefined} job */
function startingPoint(classes, job) {
  const preferred = job ? classes.find((one) => one.id === job.jobClass) : undefined;
  const jobClass = preferred ?? classes.find((one) => one.id === "igenoltp") ?? classes[0];
  return preferred && job
    ? { jobClass, ...cloned(job, jobClass) }
    : { jobClass, run: { ...RUN_DEFAULTS }, parameters: presets(jobClass) };
}

/** @param {{classes: JobClassView[], agents: AgentView[], template?: import("../types.js").JobView}} props */
function JobForm({ classes, agents, template }) {
  const start = useMemo(() => startingPoint(classes, template), []);
  const [jobClass, setJobClass] = useState(start.jobClass);
  const [run, setRun] = useState(start.run);
  const [parameters, setParameters] = useState(start.parameters);
  const [problems, setProblems] = useState(
    /** @type {{fields: Record<string, string>, rest: string[]}} */ ({ fields: {}, rest: [] }),
  );
  const [busy, setBusy] = useState(false);
  const id = useRef(newId());
  const form = useRef(/** @type {HTMLFormElement | null} */ (null));
  const forget = (/** @type {string} */ field) =>
    setProblems(({ fields: { [field]: _, ...fields }, rest }) => ({ fields, rest }));
  const focusProblem = () =>
    setTimeout(() => {
      const first = /** @type {HTMLElement | null} */ (
        form.current?.querySelector("[aria-invalid=true]") ??
          form.current?.querySelector(".notice-bad")
      );
      first?.focus();
    }, 30);
  /** @param {JobClassView} chosen */
  const choose = (chosen) => {
    setJobClass(chosen);
    setParameters((old) => ({ ...presets(chosen), ...shared(old, jobClass, chosen) }));
    setProblems({ fields: {}, rest: [] });
  };
  /** @param {Event} event */
  const submit = async (event) => {
    event.preventDefault();
    const fields = complaints(jobClass, run, parameters);
    setProblems({ fields, rest: [] });
    if (Object.keys(fields).length > 0) {
      focusProblem();
      return;
    }
    setBusy(true);
    try {
      const job = await post("/api/v1/jobs", requestBody(id.current, jobClass, run, parameters));
      go(jobHref(job.id));
    } catch (error) {
      setProblems(refusal(error, jobClass));
      id.current = mayHaveArrived(error) ? id.current : newId();
      setBusy(false);
      focusProblem();
    }
  };
  return html`<form ref=${form} class="new-job" onSubmit=${submit} novalidate>
    <div class="page-head"><h1>${template ? html`Clone of “${template.name || template.title}”` : "New job"}</h1></div>
    <div class="new-job-columns">
      <div>
        ${problems.rest.map((sentence) => html`<${Failure} key=${sentence} title="Not submitted" sentence=${sentence} />`)}
        <${ClassChooser} classes=${classes} chosen=${jobClass} onChoose=${choose} />
        <${ParameterFields} jobClass=${jobClass} values=${parameters} problems=${problems.fields}
          onChange=${(/** @type {string} */ name, /** @type {string} */ text) => {
            setParameters((old) => ({ ...old, [name]: text }));
            forget(`parameters.${name}`);
          }} />
        <${RunFields} run=${run} agents=${agents} problems=${problems.fields}
          onChange=${(/** @type {string} */ name, /** @type {string} */ text) => {
            setRun((old) => ({ ...old, [name]: text }));
            forget(name);
          }} />
      </div>
      <${Outlook} jobClass=${jobClass} run=${run} agents=${agents} problems=${problems} busy=${busy} />
    </div>
  </form>`;
}

/** Where no clear answer came, the same id makes trying again harmless. @param {unknown} error */
function mayHaveArrived(error) {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/** An id that no other job has, made here so that a request sent twice makes one job. */
function newId() {
  const random = crypto.getRandomValues(new Uint8Array(5));
  const text = Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const day = new Date().toISOString().slice(0, 10).replaceAll("-", "");
  return `${day}-${text}`;
}

/** What was typed for parameters that both classes have, the target before all. @param {Texts} old @param {JobClassView} from @param {JobClassView} to @returns {Texts} */
function shared(old, from, to) {
  const changed = from.parameters.filter(
    (p) => old[p.name] !== undefined && old[p.name] !== (p.preset ?? ""),
  );
  const kinds = new Map(to.parameters.map((p) => [p.name, p.kind]));
  return Object.fromEntries(
    changed.filter((p) => kinds.get(p.name) === p.kind).map((p) => [p.name, old[p.name]]),
  );
}

/** @param {unknown} error @param {JobClassView} jobClass */
function refusal(error, jobClass) {
  if (error instanceof ApiError && error.problems.length > 0) {
    return placed(error.problems, jobClass);
  }
  return { fields: {}, rest: [error instanceof Error ? error.message : String(error)] };
}

/** @param {{jobClass: JobClassView, values: Texts, problems: Record<string, string>, onChange: (name: string, text: string) => void}} props */
function ParameterFields({ jobClass, values, problems, onChange }) {
  if (jobClass.parameters.length === 0) {
    return null;
  }
  return html`<fieldset class="panel">
    <legend>Parameters</legend>
    <div class="fields">
      ${jobClass.parameters.map(
        (
          parameter,
        ) => html`<${ParameterField} key=${`${jobClass.id} ${parameter.name}`} parameter=${parameter}
        value=${values[parameter.name] ?? ""} problem=${problems[`parameters.${parameter.name}`]}
        onChange=${(/** @type {string} */ text) => onChange(parameter.name, text)} />`,
      )}
    </div>
  </fieldset>`;
}
