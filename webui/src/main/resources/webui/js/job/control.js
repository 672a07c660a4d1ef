// @ts-check
/** What is set of a load that goes on, and the fields and buttons that change it. */
import { html, useEffect, useState } from "../html.js";
import { get, jobPath, post } from "../lib/api.js";
import { count, plural } from "../lib/format.js";
import { Failure } from "../ui/notice.js";
import { mixExample, mixOf } from "./mix.js";
import { refusalsOf } from "./refusal.js";

/** @typedef {import("../types.js").JobControlView} ControlView */
/** @typedef {import("../types.js").JobView} JobView */
/** @typedef {import("./refusal.js").Refusal} Refusal */

/** @typedef {import("../types.js").JobClassView} JobClass */
/** @typedef {{name: "rate" | "threads" | "think" | "mix", label: string, hint: string, title?: string}} Field */

/**
 * What can be set of a load.
 *
 * @param {ControlView} control @param {import("./mix.js").Declared[]} mix the parameters that may change
 * @returns {Field[]}
 */
function fieldsOf({ open, threads }, mix) {
  const fields = /** @type {Field[]} */ ([
    { name: "threads", label: "Threads", hint: `1 to ${threads}` },
    open
      ? { name: "rate", label: "Rate", hint: "per second" }
      : { name: "think", label: "Think time", hint: "10ms" },
  ]);
  const shown = open ? fields.reverse() : fields;
  if (mix.length === 0) {
    return shown;
  }
  const title = `Any of ${mix.map(({ name }) => name).join(", ")}`;
  return [...shown, { name: "mix", label: "Mix", hint: mixExample(mix), title }];
}

/** @param {JobView} job @returns {import("./mix.js").Declared[]} what its class lets change while it runs */
function useMix({ jobClass, pack }) {
  const [declared, setDeclared] = useState(/** @type {import("./mix.js").Declared[]} */ ([]));
  useEffect(() => {
    const ofClass = (/** @type {{jobClasses: JobClass[]}} */ { jobClasses }) =>
      jobClasses.find(({ id }) => id === jobClass)?.parameters ?? [];
    get(`/api/v1/job-classes?pack=${pack}`).then(
      (found) => setDeclared(ofClass(found).filter(({ perPhase }) => perPhase)),
      () => {},
    );
  }, [jobClass, pack]);
  return declared;
}

/** @param {{job: JobView, control: ControlView}} props */
export function Control({ job, control }) {
  const [texts, setTexts] = useState(/** @type {Record<string, string>} */ ({}));
  const [refusals, setRefusals] = useState(/** @type {Refusal[]} */ ([]));
  const paused = control.set.paused === true;
  const fields = fieldsOf(control, useMix(job));
  const given = fields.filter(({ name }) => (texts[name] ?? "").trim() !== "");
  /** @param {Record<string, any>} set @param {() => void} then */
  const send = (set, then) => {
    setRefusals([]);
    post(jobPath(job.id, "/control"), set).then(then, (error) => {
      const refused = refusalsOf(error, given.map(({ name }) => name));
      setRefusals(refused);
      document.getElementById(`control-${refused[0].field}`)?.focus();
    });
  };
  const change = (/** @type {Event} */ event) => {
    event.preventDefault();
    const set = Object.fromEntries(given.map(({ name }) => [name, valueOf(name, texts[name] ?? "")]));
    send(set, () => setTexts({}));
  };
  return html`<form class=${`control${paused ? " control-paused" : ""}`} aria-label="Load"
    onSubmit=${change}>
    <p class="control-now" role="status">
      <span class="now-word">Load</span> <strong>${inWords(control)}</strong>
    </p>
    ${fields.map(({ name, label, hint, title }) => {
      const wrong = refusals.some(({ field }) => field === name);
      return html`<label key=${name} title=${title} class=${`control-field${wrong ? " field-bad" : ""}`}>
        <span>${label}</span>
        <input id=${`control-${name}`} class="input" placeholder=${hint} value=${texts[name] ?? ""}
          spellcheck=${false} autocomplete="off"
          aria-invalid=${wrong ? "true" : undefined}
          aria-describedby=${wrong ? `control-problem-${name}` : undefined}
          onInput=${(/** @type {any} */ e) => setTexts({ ...texts, [name]: e.target.value })} />
      </label>`;
    })}
    <span class="control-buttons">
      <button class="button" type="submit" disabled=${given.length === 0}>Change</button>
      <button class="button" type="button" onClick=${() => send({ paused: !paused }, () => {})}>
        ${paused ? "Resume" : "Pause"}
      </button>
    </span>
    ${
      refusals.length > 0 &&
      html`<div class="control-problem" id="control-problem">
        <${Failure} title="Not changed" sentence="">
          ${refusals.map(({ field, sentence }) => html`<span class="refusal" key=${`${field} ${sentence}`}
            id=${`control-problem-${field}`}>
            ${refusals.length > 1 && html`<b>${fields.find(({ name }) => name === field)?.label}:</b>${" "}`}${sentence}
          </span>`)}
        <//>
      </div>`
    }
  </form>`;
}

/** @param {string} name @param {string} text @returns {any} */
function valueOf(name, text) {
  const stripped = text.trim();
  return name === "mix" ? mixOf(stripped) : name === "rate" ? stripped.replace(/\/s$/, "") : stripped;
}

/** @param {ControlView} control */
function inWords({ set }) {
  const words = [
    set.paused ? "paused" : "",
    set.rate === undefined ? "" : `${count(set.rate)} per second`,
    set.threads === undefined ? "" : `${plural(set.threads, "thread")} per agent`,
    set.think === undefined ? "" : set.think === "none" ? "no think time" : `think time ${set.think}`,
    ...Object.entries(set.mix ?? {}).map(([name, value]) => `${name} ${value}`),
  ].filter(Boolean);
  return words.length > 0 ? words.join(" · ") : "as planned";
}
