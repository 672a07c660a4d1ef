// @ts-check
/** The members of a group and what each waits for, as a graph whose nodes lead to jobs and studies. */
import { html } from "../html.js";
import { jobHref, studyHref } from "../lib/router.js";
import { tone } from "../lib/states.js";
import { useNarrow } from "../ui/hooks.js";
import { stack } from "./stack.js";

/** @typedef {import("../types.js").GroupMemberView} Member */
/** @typedef {import("../types.js").BlockGraph} Graph where the server has laid them out */
/** @typedef {import("../types.js").BlockGraphPlace} Place */
/** @typedef {import("../types.js").BlockGraphEdge} Way */
/** @typedef {{x: number, y: number}} Point */

const WIDTH = 168;
const HEIGHT = 56;
const ACROSS = 232;
const DOWN = 80;
const EDGE = 8;
/** A lane's line below the row that it begins at, so that boxes above and below are as far away. */
const LANE_LINE = 4;

/** Sizes of the narrow graph. */
const NARROW = 340;
const LEAST_BOX = 200;
const LANE_STEP = 16;
const TURN = 8;
/** About how wide a letter is. */
const PER_LETTER = 8;

/** @param {{members: Member[], graph: Graph, downwards?: boolean}} props `downwards` it goes on a narrow page, too */
export function GroupGraph({ members, graph, downwards = false }) {
  const Shape = useNarrow() || downwards ? Stack : Layers;
  return html`<${Shape} members=${members} graph=${graph} />`;
}

/** From left to right. @param {{members: Member[], graph: Graph}} props */
function Layers({ members, graph }) {
  const places = new Map(graph.nodes.map(({ name, at }) => [name, at]));
  const ways = graph.edges;
  const all = [...places.values()];
  const width = Math.max(...all.map((one) => one.column)) * ACROSS + WIDTH + 2 * EDGE;
  const lowest = Math.max(...all.map(bottom), ...ways.flatMap(({ past }) => past.map(laneLine)));
  const at = (/** @type {string} */ name) => corner(places.get(name) ?? { column: 0, row: 0 });
  const drawn = ways.map((way) => ({ key: `${way.on} ${way.from} ${way.to}`, on: way.on, ...across(way, at) }));
  return html`<div class="group-graph" tabindex="0" role="group" aria-label="Graph of the members">
    <${Drawing} width=${width} height=${lowest + EDGE}>
      ${drawn.map(({ key, on, path }) => html`<${Edge} key=${key} on=${on} path=${path} />`)}
      ${drawn.map(({ key, on, label }) => html`<${Condition} key=${key} on=${on} at=${label} />`)}
      ${members.map((member) => html`<${Node} key=${member.name} member=${member}
        at=${at(member.name)} width=${WIDTH} />`)}
    <//>
  </div>`;
}

/** From top to bottom, with edges at the left. @param {{members: Member[], graph: Graph}} props */
function Stack({ members, graph }) {
  const { rows, edges, lanes } = stack(graph);
  const left = lanes === 0 ? EDGE : EDGE + lanes * LANE_STEP + TURN;
  const width = Math.max(NARROW, left + LEAST_BOX + EDGE);
  const at = (/** @type {string} */ name) => ({ x: left, y: EDGE + (rows.get(name) ?? 0) * DOWN });
  const height = (members.length - 1) * DOWN + HEIGHT + 2 * EDGE;
  return html`<div class="group-graph group-graph-narrow" role="group" aria-label="Graph of the members">
    <${Drawing} width=${width} height=${height}>
      ${edges.map(({ from, on, to, lane }) => html`<${Edge} key=${`${on} ${from} ${to}`} on=${on}
        path=${around(at(from), at(to), left - TURN - lane * LANE_STEP)} />`)}
      ${members.map((member) => html`<${Node} key=${member.name} member=${member}
        at=${at(member.name)} width=${width - left - EDGE} on=${conditions(member)} />`)}
    <//>
  </div>`;
}

/** @param {{width: number, height: number, children?: any}} props */
function Drawing({ width, height, children }) {
  return html`<svg width=${width} height=${height} viewBox=${`0 0 ${width} ${height}`}>
    <defs>
      <marker id="group-arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7"
        markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" /></marker>
    </defs>
    ${children}
  </svg>`;
}

/** @param {Place} place @returns {Point} */
const corner = ({ column, row }) => ({ x: EDGE + column * ACROSS, y: EDGE + row * DOWN });

/** @param {Place} place */
const bottom = (place) => corner(place).y + HEIGHT;

/** @param {Place} place */
const laneLine = (place) => corner(place).y + LANE_LINE;

/**
 * The path of an edge through its lanes, and where its condition stands.
 *
 * @param {Way} way @param {(member: string) => Point} at
 */
function across({ from, to, past }, at) {
  let x = at(from).x + WIDTH;
  let y = at(from).y + HEIGHT / 2;
  const target = { x: at(to).x - 2, y: at(to).y + HEIGHT / 2 };
  const turns = [...past.map((place) => ({ x: corner(place).x, y: laneLine(place) })), target];
  let path = `M${x} ${y}`;
  let label = { x, y };
  for (const turn of turns) {
    const bend = Math.min(40, (turn.x - x) / 2);
    path += `C${x + bend} ${y} ${turn.x - bend} ${turn.y} ${turn.x} ${turn.y}`;
    label = { x: (x + turn.x) / 2, y: (y + turn.y) / 2 - 5 };
    [x, y] = [turn.x + WIDTH, turn.y];
    path += turn === target ? "" : `H${x}`;
  }
  const last = turns[turns.length - 2];
  // On its lane, which no other edge crosses, rather than in the throng before its end.
  return { path, label: last ? { x: last.x + WIDTH / 2, y: last.y - 5 } : label };
}

/** The path of an edge out at the left, down its lane, and in again. @param {Point} from @param {Point} to @param {number} lane */
function around(from, to, lane) {
  const [y1, y2, x] = [from.y + HEIGHT * 0.7, to.y + HEIGHT * 0.35, lane - TURN];
  return `M${from.x} ${y1}H${x + TURN}Q${x} ${y1} ${x} ${y1 + TURN}V${y2 - TURN}Q${x} ${y2} ${x + TURN} ${y2}H${to.x - 2}`;
}

/** @param {{on: string, path: string}} props */
function Edge({ on, path }) {
  return html`<g class=${`group-edge group-edge-${on}`} aria-hidden="true">
    <path d=${path} marker-end="url(#group-arrow)" />
  </g>`;
}

/** Above all edges, so that none crosses it. @param {{on: string, at: Point}} props */
function Condition({ on, at }) {
  return on === "success"
    ? null
    : html`<text class="group-condition" x=${at.x} y=${at.y} text-anchor="middle" aria-hidden="true">${on}</text>`;
}

/** The state; of a member that goes on, that of its job or study. @param {Member} member */
export const stateOf = (member) => member.progress ?? member.state;

/** @param {Member} member @returns {string | undefined} */
export function hrefOf({ begun, kind }) {
  return begun ? (kind === "study" ? studyHref(begun) : jobHref(begun)) : undefined;
}

/** The conditions, for which the edges have no room. @param {Member} member */
function conditions({ after }) {
  return [...new Set(after.map(({ on }) => on).filter((on) => on !== "success"))].join(", ");
}

/** @param {{member: Member, at: Point, width: number, on?: string}} props */
function Node({ member, at, width, on = "" }) {
  const state = stateOf(member);
  const words = `${member.name}, ${member.kind}, ${state}${member.reason ? `: ${member.reason}` : ""}`;
  const box = html`<g class=${`group-node group-node-${tone(state)}`}
    transform=${`translate(${at.x} ${at.y})`}>
    <title>${words}</title>
    <rect width=${width} height=${HEIGHT} rx="8" />
    <text x="12" y="23" class="group-name">${short(member.name, width - on.length * PER_LETTER)}</text>
    ${on && html`<text x=${width - 12} y="23" text-anchor="end" class="group-on">${on}</text>`}
    <text x="12" y="43" class="group-state"><tspan aria-hidden="true">${SIGNS[tone(state)]}</tspan>${state}${
      member.kind === "study" ? " · study" : ""
    }</text>
  </g>`;
  const href = hrefOf(member);
  return href ? html`<a href=${href}>${box}</a>` : box;
}

const SIGNS = { good: "✓ ", bad: "✕ ", warn: "! ", live: "● ", calm: "" };

/** As much of a name as a box has room for. @param {string} name @param {number} width */
function short(name, width) {
  const most = Math.floor((width - 24) / PER_LETTER);
  return name.length > most ? `${name.slice(0, most - 1)}…` : name;
}
