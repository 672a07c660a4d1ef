// @ts-check
/** What is set of a load that goes on, and the fields and buttons that change it. */
import { html, useState } from "../html.js";
import { jobPath, post } from "../lib/api.js";
import { count, plural } from "../lib/format.js";
import { Failure } from "../ui/notice.js";

/** @typedef {import("../types.js").JobControlView} ControlView */
/** @typedef {import("../types.js").JobLoadSetting} LoadSetting */

/** @typedef {{name: "rate" | "threads" | "think" | "mix", label: string, hint: string}} Field */

/** @type {Field} */
const MIX = { name: "mix", label: "Mix", hint: "name=value, …" };

/** @param {ControlView} control @returns {Field[]} */
function fieldsOf({ open, threads }) {
  const most = { name: /** @type {const} */ ("threads"), label: "Threads", hint: `1 to ${threads}` };
  return open
    ? [{ name: "rate", label: "Rate", hint: "per second" }, most, MIX]
    : [most, { name: "think", label: "Think time", hint: "10ms" }, MIX];
}

/** @param {{id: string, control: ControlView}} props */
export function Control({ id, control }) {
  const [texts, setTexts] = useState(/** @type {Record<string, string>} */ ({}));
  const [failure, setFailure] = useState("");
  const paused = control.set.paused === true;
  const given = fieldsOf(control).filter(({ name }) => (texts[name] ?? "").trim() !== "");
  /** @param {Record<string, any>} set */
  const send = (set) => {
    setFailure("");
    post(jobPath(id, "/control"), set).then(
      () => setTexts({}),
      (error) => setFailure(error.message),
    );
  };
  const change = (/** @type {Event} */ event) => {
    event.preventDefault();
    send(Object.fromEntries(given.map(({ name }) => [name, valueOf(name, texts[name] ?? "")])));
  };
  return html`<form class=${`control${paused ? " control-paused" : ""}`} aria-label="Load"
    onSubmit=${change}>
    <p class="control-now" role="status">
      <span class="now-word">Load</span> <strong>${inWords(control)}</strong>
    </p>
    ${fieldsOf(control).map(
      ({ name, label, hint }) => html`<label key=${name} class="control-field">
        <span>${label}</span>
        <input class="input" placeholder=${hint} value=${texts[name] ?? ""} spellcheck=${false}
          onInput=${(/** @type {any} */ e) => setTexts({ ...texts, [name]: e.target.value })} />
      </label>`,
    )}
    <button class="button" type="submit" disabled=${given.length === 0}>Change</button>
    <button class="button" type="button" onClick=${() => send({ paused: !paused })}>
      ${paused ? "Resume" : "Pause"}
    </button>
    ${failure && html`<${Failure} title="Not changed" sentence=${failure} />`}
  </form>`;
}

/** @param {string} name @param {string} text @returns {any} */
function valueOf(name, text) {
  const stripped = text.trim();
  if (name !== "mix") {
    return name === "rate" ? stripped.replace(/\/s$/, "") : stripped;
  }
  return Object.fromEntries(
    stripped.split(",").map((part) => {
      const [parameter = "", value = ""] = part.split("=");
      return [parameter.trim(), value.trim()];
    }),
  );
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
