// @ts-check
import { html } from "../html.js";
import { count, plural, span } from "../lib/format.js";
import { outlook } from "./form-model.js";

/**
 * What submitting will do, beside the button that does it.
 *
 * @param {{jobClass: import("../types.js").JobClassView, run: import("./form-model.js").Texts,
 *   agents: import("../types.js").AgentView[], problems: {fields: Record<string, string>, rest: string[]}, busy: boolean}} props
 */
export function Outlook({ jobClass, run, agents, problems, busy }) {
  const plan = outlook(run);
  const connected = agents.filter((agent) => agent.state === "connected").length;
  const wrong = Object.keys(problems.fields).length;
  return html`<aside class="outlook panel" aria-label="What this job will do">
    <h2>${jobClass.title}</h2>
    <dl class="facts">
      <div><dt>Threads</dt><dd>${count(plan.agents)} × ${count(plan.threads)} = <strong>${count(plan.connections)}</strong></dd></div>
      <div><dt>Measured</dt><dd>${span(plan.measuredMillis)} of ${span(plan.totalMillis)}</dd></div>
      <div><dt>Intervals</dt><dd>${count(plan.intervals)}</dd></div>
      <div><dt>Operations</dt><dd>${jobClass.operations.length > 0 ? jobClass.operations.join(", ") : "none named"}</dd></div>
    </dl>
    ${
      plan.agents > connected &&
      html`<p class="notice notice-warn">
      Needs ${plural(plan.agents, "agent")}, ${connected} connected: the job will wait for the others.
    </p>`
    }
    ${wrong > 0 && html`<p class="field-problem" role="alert">${plural(wrong, "field")} to mend.</p>`}
    <button class="button button-main button-wide" type="submit" disabled=${busy}>${busy ? "Submitting …" : "Submit job"}</button>
  </aside>`;
}
