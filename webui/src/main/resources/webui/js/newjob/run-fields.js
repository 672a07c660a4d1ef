// @ts-check
/** The part of the form that every job has: who drives it, how hard, how long. */
import { html } from "../html.js";
import { moreWords, phaseWords } from "./clone.js";
import { ChoiceField, TextField } from "./field.js";

/** @typedef {import("../types.js").AgentView} AgentView */
/** @typedef {import("./form-model.js").Kept} Kept */
/** @typedef {import("./form-model.js").Texts} Texts */

/**
 * @typedef {object} RunField
 * @property {string} name
 * @property {string} label
 * @property {string} [help]
 * @property {boolean} [required]
 * @property {string} [inputmode]
 * @property {string} [placeholder]
 * @property {{value: string, help: string}[]} [options]
 */

const LOADS = [
  {
    value: "closed",
    help: "Each thread begins anew when it has finished and thought. Latency is service time only.",
  },
  {
    value: "rate",
    help: "Iterations begin at a rate, however long they take. Latency counts from the intended start.",
  },
];

const THREAD_KINDS = [
  { value: "platform", help: "A thread of the operating system each: the measured default." },
  {
    value: "pinned",
    help: "The same, bound to one processor each: for a generator beside the database. Linux.",
  },
  { value: "virtual", help: "Many on few: for very many connections." },
];

/** @type {RunField} */
const THREADS = {
  name: "threads",
  label: "Threads per agent",
  help: "One connection to the target each. Several, as 1, 2, 4, 8, make a study.",
  required: true,
};

/** @type {RunField} */
const LOAD_KIND = { name: "loadKind", label: "Load model", options: LOADS };

/** @type {RunField} */
const RATE = {
  name: "rate",
  label: "Rate",
  help: "Starts per second, over all agents together.",
  inputmode: "decimal",
  required: true,
};

const ARRIVAL_KINDS = [
  { value: "constant", help: "As evenly as the rate allows." },
  { value: "poisson", help: "Independent of one another, as from many users." },
];

/** @type {RunField} */
const ARRIVALS = { name: "arrivals", label: "Arrivals", options: ARRIVAL_KINDS };

/** @type {RunField} */
const THINK = {
  name: "think",
  label: "Think time",
  help: "Pause of each thread between two iterations, such as 10ms, 5ms..20ms, or exp:10ms for that mean.",
};

/**
 * @param {Texts} run
 * @param {boolean} phased whether phases are kept that say threads and load themselves
 * @param {string[]} here names of the connected agents
 * @returns {RunField[]}
 */
function loadFields(run, phased, here) {
  return [
    {
      name: "agents",
      label: "Agents",
      help: `How many; ${here.length} connected now. The job waits for the rest.`,
      inputmode: "numeric",
      required: true,
    },
    ...(phased ? [] : [THREADS]),
    {
      name: "names",
      label: "Only these agents",
      help: "Names parted by commas; empty for any.",
      placeholder: here.slice(0, 3).join(", "),
    },
    ...(phased ? [] : [LOAD_KIND, ...(run.loadKind === "rate" ? [RATE, ARRIVALS] : [THINK])]),
    { name: "threadKind", label: "Thread kind", options: THREAD_KINDS },
  ];
}

/** @type {RunField[]} */
const PHASE_FIELDS = [
  { name: "rampup", label: "Ramp-up", help: "The load comes up little by little." },
  { name: "warmup", label: "Warm-up", help: "Runs, but does not count." },
  { name: "duration", label: "Duration", help: "What counts: 30s, 5m, 2h, 3d.", required: true },
  { name: "cooldown", label: "Cool-down", help: "Runs on, but does not count." },
];

/** @type {RunField} */
const INTERVAL = {
  name: "interval",
  label: "Collection interval",
  help: "One point on every chart.",
  required: true,
};

/** @type {RunField[]} */
const NAME_FIELDS = [
  {
    name: "name",
    label: "Name",
    help: "A few words for lists; empty for the class's title.",
  },
  {
    name: "seed",
    label: "Seed",
    help: "Equal seeds make equal data and equal draws.",
    inputmode: "numeric",
    required: true,
  },
];

/**
 * @typedef {(name: string, text: string) => void} OnChange
 * @param {{run: Texts, kept: Kept, agents: AgentView[], problems: Texts, onChange: OnChange,
 *   onUseFields: () => void}} props
 */
export function RunFields({ run, kept, agents, problems, onChange, onUseFields }) {
  const here = agents.filter((agent) => agent.state === "connected").map((agent) => agent.name);
  const phased = kept.phases.length > 0;
  const draw = (/** @type {RunField} */ field) => {
    const { name, options } = field;
    const change = (/** @type {string} */ text) => onChange(name, text);
    return html`<${options ? ChoiceField : TextField} ...${field} key=${name} id="run-${name}"
      value=${run[name]} problem=${problems[name]} onChange=${change} />`;
  };
  const times = phased ? [INTERVAL] : [...PHASE_FIELDS, INTERVAL];
  return html`
    <fieldset class="panel">
      <legend>Load</legend>
      ${phased && html`<${KeptPhases} phases=${kept.phases} onUseFields=${onUseFields} />`}
      <div class="fields">${loadFields(run, phased, here).map(draw)}</div>
    </fieldset>
    <fieldset class="panel">
      <legend>Time</legend>
      <div class="fields fields-short">${times.map(draw)}</div>
      <${KeptMore} more=${kept.more} />
    </fieldset>
    <fieldset class="panel">
      <legend>Name and seed</legend>
      <div class="fields">${NAME_FIELDS.map(draw)}</div>
    </fieldset>`;
}

/** @param {{phases: Kept["phases"], onUseFields: () => void}} props */
function KeptPhases({ phases, onUseFields }) {
  return html`<div class="kept">
    <strong>This form has no fields for the phases of the job that is cloned.</strong> They are
    submitted as they are:
    <ol>
      ${phases.map((phase, i) => html`<li key=${i}>${phaseWords(phase)}</li>`)}
    </ol>
    <button class="button button-small" type="button" onClick=${onUseFields}>
      Use the form's fields instead
    </button>
  </div>`;
}

/** @param {{more: Kept["more"]}} props */
function KeptMore({ more }) {
  const words = moreWords(more);
  return words.length > 0
    ? html`<p class="muted">Kept from the job that is cloned: ${words.join("; ")}.</p>`
    : null;
}
