// @ts-check
/** The figures of two sides, and how far apart they may be. */
import { html } from "../html.js";
import { NONE } from "../lib/format.js";
import { inUnit, unitOf } from "../lib/measures.js";
import { Badge } from "../ui/badge.js";
import { useNarrow } from "../ui/hooks.js";
import { Table } from "../ui/table.js";

/** @typedef {import("../types.js").FigureDifference} Difference */

const WIDTH = 180;
const HEIGHT = 18;
const MIDDLE = HEIGHT / 2;
/** In percent: what goes further runs out of the picture, and the others are still seen. */
const MOST_REACH = 100;
const MOST_TOLD = 999;

/** @type {Record<string, {words: string, as: "good" | "bad" | "warn" | "calm"}>} */
const VERDICTS = {
  BETTER: { words: "better", as: "good" },
  WORSE: { words: "worse", as: "bad" },
  NO_DIFFERENCE_SHOWN: { words: "no difference shown", as: "calm" },
  NOT_KNOWN: { words: "not known", as: "warn" },
};

/** @param {{figures: Difference[]}} props */
export function Differences({ figures }) {
  const widest = Math.max(1, ...figures.flatMap(({ low = 0, high = 0 }) => [-low, high]));
  const reach = Math.min(widest, MOST_REACH) * 1.08;
  return useNarrow()
    ? html`<ul class="differences">
        ${figures.map((one) => html`<${OneDifference} key=${one.figure} one=${one} reach=${reach} />`)}
      </ul>`
    : html`<${Table} caption="Each figure of B against A" columns=${columns(reach)}
        rows=${figures} rowKey=${(/** @type {Difference} */ one) => one.figure} />`;
}

/** On a phone: all of it in three lines. @param {{one: Difference, reach: number}} props */
function OneDifference({ one, reach }) {
  const { low, smallest } = one;
  const known = low !== undefined;
  return html`<li>
    <div class="difference-line">
      <strong>${figureName(one.figure)}</strong> ${verdict(one)} <strong>${percents(one.percent)}</strong>
    </div>
    <div class="difference-line">
      <span>${amount(one.figure, one.a)} <span class="muted">→</span> ${amount(one.figure, one.b)}</span>
      ${known && html`<${Line} one=${one} reach=${reach} />`}
    </div>
    ${
      known &&
      html`<div class="difference-line muted">
        <span>${interval(one)}</span> <span>shows from ${bound(smallest).replace("+", "")}</span>
      </div>`
    }
  </li>`;
}

/** A measure's value. @param {string} id @param {number} value */
export const amount = (id, value) => inUnit(value, unitOf(id));

/** With its sign: `+71.0 %`. @param {number | undefined} value */
export function percents(value) {
  if (value === undefined) {
    return NONE;
  }
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(1)} %`;
}

/** An end of an interval, `> +999 %` where it says no more. @param {number | undefined} value */
function bound(value) {
  return value !== undefined && value > MOST_TOLD ? `> +${MOST_TOLD} %` : percents(value);
}

/** @param {Difference} one */
export function verdict(one) {
  const { words, as } = VERDICTS[one.verdict];
  return html`<${Badge} word=${words} as=${as} />`;
}

/** @param {Difference} one */
export function interval({ low, high }) {
  return low === undefined ? NONE : `${bound(low)} to ${bound(high)}`;
}

/** @param {string} id of a measure */
export function figureName(id) {
  return id === "throughput" ? "transactions/s" : `${id} ${unitOf(id)}`;
}

/** The interval as a line on an axis that all rows share, with 0 in the middle.
 * @param {{one: Difference, reach: number}} props `reach` in percent */
function Line({ one, reach }) {
  const { low = 0, high = 0 } = one;
  const at = (/** @type {number} */ percent) =>
    ((Math.max(-1, Math.min(1, percent / reach)) + 1) * WIDTH) / 2;
  const tone = VERDICTS[one.verdict].as;
  return html`<svg class=${`interval interval-${tone}`} viewBox=${`0 0 ${WIDTH} ${HEIGHT}`}
    width=${WIDTH} height=${HEIGHT} role="img" aria-label=${interval(one)}>
    <line class="interval-zero" x1=${at(0)} x2=${at(0)} y1="0" y2=${HEIGHT} />
    <line x1=${at(low)} x2=${at(high)} y1=${MIDDLE} y2=${MIDDLE} />
    <line x1=${at(low)} x2=${at(low)} y1=${MIDDLE - 4} y2=${MIDDLE + 4} />
    <line x1=${at(high)} x2=${at(high)} y1=${MIDDLE - 4} y2=${MIDDLE + 4} />
    <circle cx=${at(one.percent)} cy=${MIDDLE} r="3.5" />
  </svg>`;
}

/** @param {number} reach @returns {import("../ui/table.js").Column<Difference>[]} */
function columns(reach) {
  return [
    { label: "Figure", head: true, cell: (one) => figureName(one.figure) },
    { label: "A", number: true, cell: (one) => amount(one.figure, one.a) },
    { label: "B", number: true, cell: (one) => amount(one.figure, one.b) },
    {
      label: "B to A",
      number: true,
      cell: (one) => html`<strong>${percents(one.percent)}</strong>`,
    },
    { label: "Interval", number: true, wide: true, cell: (one) => interval(one) },
    {
      label: "Interval around 0",
      wide: true,
      cell: (one) => (one.low === undefined ? NONE : html`<${Line} one=${one} reach=${reach} />`),
    },
    { label: "B is", phone: "bare", cell: verdict },
    {
      label: "Shows from",
      number: true,
      title: "The smallest difference that would have been shown nine times in ten",
      cell: ({ smallest }) => bound(smallest).replace("+", ""),
    },
  ];
}
