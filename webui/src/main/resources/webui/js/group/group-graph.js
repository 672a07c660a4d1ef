// @ts-check
/** The members of a group and what each waits for, as a graph whose nodes lead to jobs and studies. */
import { html } from "../html.js";
import { jobHref, studyHref } from "../lib/router.js";
import { tone } from "../lib/states.js";
import { layers } from "./layers.js";

/** @typedef {import("../types.js").GroupMemberView} Member */

const WIDTH = 168;
const HEIGHT = 56;
const ACROSS = 232;
const DOWN = 80;
const EDGE = 8;

/** @param {{members: Member[]}} props */
export function GroupGraph({ members }) {
  const places = layers(members);
  const all = [...places.values()];
  const width = Math.max(...all.map((one) => one.column)) * ACROSS + WIDTH + 2 * EDGE;
  const height = Math.max(...all.map((one) => one.row)) * DOWN + HEIGHT + 2 * EDGE;
  return html`<div class="group-graph" tabindex="0" role="group" aria-label="Graph of the members">
    <svg width=${width} height=${height} viewBox=${`0 0 ${width} ${height}`}>
      <defs>
        <marker id="group-arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7"
          markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" /></marker>
      </defs>
      ${members.flatMap((member) =>
        member.after.map(
          (one) => html`<${Edge} key=${`${one.member} ${member.name}`} on=${one.on}
            from=${corner(places, one.member)} to=${corner(places, member.name)} />`,
        ),
      )}
      ${members.map(
        (member) => html`<${Node} key=${member.name} member=${member}
          at=${corner(places, member.name)} />`,
      )}
    </svg>
  </div>`;
}

/** @param {Map<string, {column: number, row: number}>} places @param {string} name */
function corner(places, name) {
  const { column, row } = places.get(name) ?? { column: 0, row: 0 };
  return { x: EDGE + column * ACROSS, y: EDGE + row * DOWN };
}

/** @param {{on: string, from: {x: number, y: number}, to: {x: number, y: number}}} props */
function Edge({ on, from, to }) {
  const [x1, y1, x2, y2] = [from.x + WIDTH, from.y + HEIGHT / 2, to.x - 2, to.y + HEIGHT / 2];
  const bend = Math.min(40, (x2 - x1) / 2);
  const path = `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
  return html`<g class=${`group-edge group-edge-${on}`} aria-hidden="true">
    <path d=${path} marker-end="url(#group-arrow)" />
    ${
      on !== "success" &&
      html`<text x=${(x1 + x2) / 2} y=${(y1 + y2) / 2 - 5} text-anchor="middle">${on}</text>`
    }
  </g>`;
}

/** The state; of a member that goes on, that of its job or study. @param {Member} member */
export const stateOf = (member) => member.progress ?? member.state;

/** @param {Member} member @returns {string | undefined} */
export function hrefOf({ begun, kind }) {
  return begun ? (kind === "study" ? studyHref(begun) : jobHref(begun)) : undefined;
}

/** @param {{member: Member, at: {x: number, y: number}}} props */
function Node({ member, at }) {
  const state = stateOf(member);
  const words = `${member.name}, ${member.kind}, ${state}${member.reason ? `: ${member.reason}` : ""}`;
  const box = html`<g class=${`group-node group-node-${tone(state)}`}
    transform=${`translate(${at.x} ${at.y})`}>
    <title>${words}</title>
    <rect width=${WIDTH} height=${HEIGHT} rx="8" />
    <text x="12" y="23" class="group-name">${short(member.name)}</text>
    <text x="12" y="43" class="group-state">${SIGNS[tone(state)]}${state}${
      member.kind === "study" ? " · study" : ""
    }</text>
  </g>`;
  const href = hrefOf(member);
  return href ? html`<a href=${href} aria-label=${words}>${box}</a>` : box;
}

const SIGNS = { good: "✓ ", bad: "✕ ", warn: "! ", live: "● ", calm: "" };

/** @param {string} name */
const short = (name) => (name.length > 18 ? `${name.slice(0, 17)}…` : name);
