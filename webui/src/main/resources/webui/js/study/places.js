// @ts-check
/** Where the steps of a study lie, and which curves they make. Pure. */
import { plural } from "../lib/format.js";

/** @typedef {import("../types.js").StudyTable} StudyTable */
/** @typedef {import("../types.js").StudyTableRow} StudyRow */
/** @typedef {import("../types.js").StudyPoint} StudyPoint */
/** @typedef {import("../types.js").StudyPlan} StudyPlan */
/** @typedef {import("./study-charts.js").Named} Named */

/** The names of what differs between steps. @param {StudyPlan | undefined} plan @returns {string[]} */
export function axisNames(plan) {
  return plan
    ? [...plan.axes.map((axis) => axis.name), ...(plan.knee ? ["rate"] : [])]
    : ["threads"];
}

/** Whether nothing but the threads differs. @param {StudyPlan | undefined} plan */
export function isLadder(plan) {
  return axisNames(plan).join() === "threads";
}

/** @param {StudyPoint} point */
export function placeWords({ at, repeat }) {
  const words = Object.entries(at).map(([name, value]) =>
    name === "threads" ? plural(Number(value), "thread") : `${name} ${value}`,
  );
  return [...words, ...(repeat > 1 || words.length === 0 ? [`repeat ${repeat}`] : [])].join(", ");
}

/**
 * The steps of a study as a list's row has them: where each lies, and its state where that is worth a
 * word. Those that were handed in have a job to go to.
 *
 * @param {import("../types.js").StudyView["steps"]} steps
 * @param {number} most of them that are shown
 */
export function stepWords(steps, most) {
  const shown = steps.slice(0, most).map(({ jobId, state, point: { at, repeat } }) => {
    const place = Object.values(at).join("/");
    const words = place ? place + (repeat > 1 ? ` #${repeat}` : "") : `#${repeat}`;
    const handedIn = state !== "planned";
    const usual = !handedIn || state === "completed";
    return { job: handedIn ? jobId : "", words: usual ? words : `${words} ${state}` };
  });
  return { shown, more: steps.length - shown.length };
}

/**
 * Those that a curve can go through: of a step that has just begun, or never did, nothing is known.
 *
 * @param {StudyRow[]} rows
 */
export const measured = (rows) => rows.filter(({ numbers }) => numbers.attempts > 0);

/**
 * The curves of a study along its last axis that has numbers, one for each place on the others.
 *
 * @param {StudyTable} table
 * @returns {{axis: string, studies: Named[]}}
 */
export function curves({ study, rows: all }) {
  const rows = measured(all);
  const numbers = axisNames(study.plan).filter((name) =>
    rows.every((row) => Number.isFinite(Number(row.point.at[name] ?? Number.NaN))),
  );
  const axis = numbers.at(-1) ?? "";
  /** @type {Map<string, StudyRow[]>} */
  const byPlace = new Map();
  for (const row of axis ? rows : []) {
    const others = Object.entries(row.point.at).filter(([name]) => name !== axis);
    const name = others.map(([what, value]) => `${what} ${value}`).join(", ");
    byPlace.set(name, [...(byPlace.get(name) ?? []), row]);
  }
  return { axis, studies: [...byPlace].map(([name, some]) => ({ name, rows: some })) };
}
