// @ts-check
/** The part of the form that every job has, drawn from the declarations that the server sends. */
import { html, useEffect, useState } from "../html.js";
import { get } from "../lib/api.js";
import { ParameterField } from "./field.js";
import { FoldedGroup, PlainAndAdvanced } from "./fold.js";
import { applies } from "./form-model.js";
import { phaseWords } from "./phase-words.js";

/** @typedef {import("../types.js").AgentView} AgentView */
/** @typedef {import("../types.js").JobFieldView} JobFieldView */
/** @typedef {import("../types.js").PhaseRequest} PhaseRequest */
/** @typedef {import("./form-model.js").Kept} Kept */
/** @typedef {import("./form-model.js").Texts} Texts */

/** The groups of fields in their order; a note tells what is in one that is folded as a whole. @type {{group: string, title: string, note?: string}[]} */
const GROUPS = [
  { group: "load", title: "Load" },
  { group: "time", title: "Time" },
  { group: "study", title: "Study", note: "several runs: a ladder, a grid, or the search for the knee" },
  { group: "place", title: "Agents" },
  { group: "when", title: "Schedule", note: "when to start and stop, repetition, copies" },
  { group: "about", title: "Name and thresholds" },
  { group: "limits", title: "Limits", note: "how long each step may take" },
];

/**
 * @typedef {(path: string, text: string) => void} OnChange
 * @param {{fields: JobFieldView[], run: Texts, kept: Kept, agents: AgentView[], problems: Texts,
 *   onChange: OnChange, onUseFields: () => void}} props
 */
export function RunFields({ fields, run, kept, agents, problems, onChange, onUseFields }) {
  const here = agents.filter((agent) => agent.state === "connected").map((agent) => agent.name);
  const channels = useChannels();
  const draw = (/** @type {JobFieldView} */ { path, label, declared }) =>
    html`<${ParameterField} key=${path} id=${`run-${declared.name}`} label=${label}
      parameter=${{ ...declared, preset: declared.preset ?? "" }} value=${run[path] ?? ""} problem=${problems[path]}
      placeholder=${path === "agents.names" ? here.slice(0, 3).join(", ") : path === "notify" ? channels : undefined}
      onChange=${(/** @type {string} */ text) => onChange(path, text)} />`;
  return GROUPS.map(({ group, title, note = "" }) => {
    const shown = fields
      .filter((one) => one.group === group && one.path !== "target" && applies(one, run, kept))
      .map((one) => ({ declared: one.declared, value: run[one.path] ?? "", drawn: draw(one) }));
    if (shown.every(({ declared }) => declared.advanced) && !(group === "load" && kept.phases)) {
      return shown.length > 0 && html`<${FoldedGroup} key=${group} title=${title} note=${note} shown=${shown} />`;
    }
    return html`<fieldset class="panel" key=${group}>
      <legend>${title}</legend>
      ${group === "load" && kept.phases && html`<${KeptPhases} phases=${kept.phases} onUseFields=${onUseFields} />`}
      <${PlainAndAdvanced} shown=${shown} />
    </fieldset>`;
  });
}

/** The names of the channels for notices, from the server. */
function useChannels() {
  const [names, setNames] = useState("");
  useEffect(() => {
    get("/api/v1/channels").then(
      ({ channels }) =>
        setNames(channels.map((/** @type {{name: string}} */ { name }) => name).join(", ") || "none set up on this server"),
      () => setNames(""),
    );
  }, []);
  return names;
}

/** @param {{phases: PhaseRequest[], onUseFields: () => void}} props */
function KeptPhases({ phases, onUseFields }) {
  return html`<div class="kept">
    <strong>These phases can be edited as YAML only.</strong> They are submitted as they are:
    <ol>
      ${phases.map((phase, i) => html`<li key=${i}>${phaseWords(phase)}</li>`)}
    </ol>
    <button class="button button-small" type="button" onClick=${onUseFields}>
      Replace them by the fields of the form
    </button>
  </div>`;
}
