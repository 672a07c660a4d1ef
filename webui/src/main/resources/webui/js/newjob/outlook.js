// @ts-check
/** What submitting will do, beside the button that does it. */
import { html } from "../html.js";
import { count, plural, span } from "../lib/format.js";
import { watchesOnly } from "../lib/states.js";
import { isStudy, outlook } from "./form-model.js";
import { TestResult } from "./test-result.js";

/** @typedef {import("../types.js").AgentView} AgentView */
/** @typedef {import("../types.js").JobClassView} JobClassView */
/** @typedef {import("./form-model.js").Kept} Kept */
/** @typedef {import("./form-model.js").Texts} Texts */

/** More would push the button below off the screen. */
const MOST_OPERATIONS = 8;

/**
 * @param {{jobClass: JobClassView, run: Texts, kept: Kept, agents: AgentView[], wrong: number,
 *   busy: boolean, edited: boolean, tested: import("./use-job-form.js").Tested, onTest: () => void,
 *   question: any}} props
 *   `wrong` is how many fields are
 */
export function Outlook({ jobClass, run, kept, agents, wrong, busy, edited, tested, onTest, question }) {
  const plan = outlook(run, kept);
  const study = isStudy(run, kept);
  const connected = agents.filter(
    (agent) => agent.state === "connected" && !watchesOnly(agent),
  ).length;
  const { operations: all } = jobClass;
  const more = all.length - MOST_OPERATIONS;
  const operations = all.length === 0 ? "none of its own" : all.slice(0, MOST_OPERATIONS).join(", ") + (more > 0 ? ` and ${more} more` : "");
  return html`<aside class="outlook panel" aria-label="What this job will do">
    <h2>${jobClass.title}</h2>
    <dl class="facts">
      <${Fact} name="Threads">
        ${count(plan.agents)} × ${count(plan.threads)} = <strong>${count(plan.agents * plan.threads)}</strong>
      <//>
      ${
        plan.connections > plan.agents * plan.threads &&
        html`<${Fact} name="Connections"><strong>${count(plan.connections)}</strong>, the others in reserve<//>`
      }
      ${plan.steps !== 1 && html`<${Fact} name="Steps">${stepWords(plan)}<//>`}
      <${Fact} name="Duration">${span(plan.totalMillis)}${plan.measuredMillis < plan.totalMillis && `, ${span(plan.measuredMillis)} of it measured`}<//>
      <${Fact} name="Intervals">${count(plan.intervals)}<//>
      <${Fact} name="Operations"><span title=${all.join(", ")}>${operations}</span><//>
    </dl>
    ${plan.agents > connected && html`<${TooFew} wanted=${plan.agents} connected=${connected} />`}
    ${wrong > 0 && html`<p class="field-problem" role="alert">${plural(wrong, "field")} to fix.</p>`}
    ${question}
    <button class="button button-main button-wide" type="submit" disabled=${busy}>
      ${edited ? "Save job" : busy ? "Submitting …" : study ? "Submit study" : "Submit job"}
    </button>
    ${
      !study &&
      html`<button class="button button-wide" type="button" id="test-job" disabled=${tested.testing}
        onClick=${onTest} title="Checks agents, target, driver and parameters, without any load">
        ${tested.testing ? "Testing …" : "Test without load"}
      </button>`
    }
    <${TestResult} ...${tested} />
  </aside>`;
}

/** @param {ReturnType<typeof outlook>} plan */
const stepWords = ({ steps, allMillis }) =>
  steps === undefined ? "as many as the search takes" : `${count(steps)}, ${span(allMillis)} in all`;

/** @param {{name: string, children?: any}} props */
function Fact({ name, children }) {
  return html`<div>
    <dt>${name}</dt>
    <dd>${children}</dd>
  </div>`;
}

/** @param {{wanted: number, connected: number}} props */
function TooFew({ wanted, connected }) {
  return html`<p class="notice notice-warn">
    Needs ${plural(wanted, "agent")}, ${connected} connected. It will wait for ${wanted - connected === wanted ? "them" : plural(wanted - connected, "more agent")} to join.
  </p>`;
}
