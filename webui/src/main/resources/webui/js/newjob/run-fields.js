// @ts-check
/** The part of the form that every job has: who drives it, how hard, how long. */
import { html } from "../html.js";
import { ChoiceField, TextField } from "./field.js";

/** @typedef {import("../types.js").AgentView} AgentView */
/** @typedef {import("./form-model.js").Texts} Texts */

const LOADS = [
  {
    value: "closed",
    help: "each thread begins anew when it has finished and thought; latency is service time only",
  },
  {
    value: "rate",
    help: "iterations begin at a constant rate, however long they take; latency counts from the intended start",
  },
];
const THREAD_KINDS = [
  { value: "platform", help: "one thread of the operating system each; the measured default" },
  { value: "virtual", help: "many on few; for very many connections" },
];

/** @param {{run: Texts, agents: AgentView[], problems: Record<string, string>, onChange: (name: string, text: string) => void}} props */
export function RunFields({ run, agents, problems, onChange }) {
  /** @param {string} name */
  const of = (name) => ({
    id: `run-${name}`,
    value: run[name],
    problem: problems[name],
    onChange: (/** @type {string} */ text) => onChange(name, text),
  });
  const here = agents.filter((agent) => agent.state === "connected").map((agent) => agent.name);
  return html`
    <fieldset class="panel">
      <legend>Load</legend>
      <div class="fields">
        <${TextField} ...${of("agents")} label="Agents" inputmode="numeric" required help=${`How many; ${here.length} connected now. The job waits for the rest.`} />
        <${TextField} ...${of("threads")} label="Threads per agent" inputmode="numeric" required help="One connection to the target each." />
        <${TextField} ...${of("names")} label="Only these agents" placeholder=${here.slice(0, 3).join(", ")} help="Names parted by commas; empty for any." />
        <${ChoiceField} ...${of("loadKind")} label="Load model" options=${LOADS} />
        ${
          run.loadKind === "rate"
            ? html`<${TextField} ...${of("rate")} key="rate" label="Rate" inputmode="decimal" required help="Starts per second, over all agents together." />`
            : html`<${TextField} ...${of("think")} key="think" label="Think time" help="Pause of each thread between two iterations, such as 10ms." />`
        }
        <${ChoiceField} ...${of("threadKind")} label="Thread kind" options=${THREAD_KINDS} />
      </div>
    </fieldset>
    <fieldset class="panel">
      <legend>Time</legend>
      <div class="fields fields-short">
        <${TextField} ...${of("warmup")} label="Warm-up" help="Runs, but does not count." />
        <${TextField} ...${of("duration")} label="Duration" required help="What counts: 30s, 5m, 2h, 3d." />
        <${TextField} ...${of("cooldown")} label="Cool-down" help="Runs on, but does not count." />
        <${TextField} ...${of("interval")} label="Collection interval" required help="One point on every chart." />
      </div>
    </fieldset>
    <fieldset class="panel">
      <legend>Name and seed</legend>
      <div class="fields">
        <${TextField} ...${of("name")} label="Name" help="A few words for lists; empty for the class's title." />
        <${TextField} ...${of("seed")} label="Seed" inputmode="numeric" required help="Equal seeds make equal data and equal draws." />
      </div>
    </fieldset>`;
}
