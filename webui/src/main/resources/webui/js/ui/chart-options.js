// @ts-check
/** How charts over the run's time axis look: scales, axes, phases, gaps, provisional stretches. */
import { elapsed } from "../lib/format.js";
import { markKey } from "../lib/marks.js";
import { colours } from "../lib/theme.js";
import { uPlot } from "./plot.js";

/** @typedef {import("./chart.js").Line} Line */
/** @typedef {import("./chart.js").Axis} Axis */

const FONT = '11px "Inter Variable", system-ui, sans-serif';
/** One group for all charts of the page: a cursor in one shows in each. */
const GROUP = "run";
const DOT = 5;
/** In pixels; less is a click. */
const LEAST_SELECTED = 5;

const CURSOR = {
  y: false,
  drag: { x: true, y: false, setScale: false },
  sync: { key: GROUP },
  points: { size: 6 },
};

/** @typedef {{current: {axis: Axis, most?: number}}} Shown what is drawn now */

/**
 * @param {{lines: Line[], envelope: boolean, logarithmic: boolean, format: (v: number) => string,
 *   shown: Shown, onCursor: (index: number | null) => void}} wanted
 */
export function chartOptions({ lines, envelope, logarithmic, format, shown, onCursor }) {
  const [ink, grid, shade, provisional, quiet, loud] = colours([
    "--chart-ink",
    "--chart-grid",
    "--chart-shade",
    "--warn-line",
    "--line-strong",
    "--accent",
  ]);
  const strokes = colours(lines.map((line) => line.colour));
  return {
    padding: [8, 24, 0, 0],
    legend: { show: false },
    cursor: CURSOR,
    scales: scales(logarithmic, shown),
    axes: [
      {
        ...axis(ink, grid),
        size: 28,
        space: 64,
        incrs: TIME_STEPS,
        values: (/** @type {any} */ _, /** @type {number[]} */ splits) => splits.map(elapsed),
      },
      {
        ...axis(ink, grid),
        size: 52,
        values: (/** @type {any} */ _, /** @type {number[]} */ splits) =>
          splits.map((v) => (v === null ? "" : format(v))),
      },
    ],
    series: [
      {},
      ...lines.flatMap((line, i) =>
        envelope ? [edge(strokes[i]), edge(strokes[i])] : [series(line, strokes[i])],
      ),
    ],
    bands: envelope
      ? lines.map((_, i) => ({ series: [2 * i + 1, 2 * i + 2], fill: faded(strokes[i], 0.35) }))
      : [],
    hooks: {
      drawClear: [(/** @type {any} */ u) => drawPhases(u, shown.current.axis, shade, ink)],
      draw: [
        (/** @type {any} */ u) => drawProvisional(u, shown.current.axis, provisional),
        (/** @type {any} */ u) => drawMarks(u, shown.current.axis, quiet, loud),
      ],
      setSelect: [(/** @type {any} */ u) => select(u, shown.current.axis)],
      setCursor: [
        (/** @type {any} */ u) => onCursor(u.cursor.left < 0 ? null : (u.cursor.idx ?? null)),
      ],
    },
  };
}

/** Asks for a closer look at what was drawn over. @param {any} u @param {Axis} axis */
function select(u, { onSelect }) {
  const { left, width } = u.select;
  if (width >= LEAST_SELECTED) {
    onSelect?.(u.posToVal(left, "x"), u.posToVal(left + width, "x"));
    u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  }
}

/** @param {boolean} logarithmic @param {Shown} shown */
function scales(logarithmic, shown) {
  const x = () => {
    const { from, to } = shown.current.axis;
    return [from, Math.max(to, from + 1)];
  };
  /** @param {any} _ @param {number} __ @param {number} high */
  const y = (_, __, high) => [0, top(high, shown.current.most)];
  return { x: { time: false, range: x }, y: logarithmic ? LOG_SCALE : { range: y } };
}

const TIME_STEPS = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800,
  432000, 864000,
];

/** @param {string} ink @param {string} grid */
export function axis(ink, grid) {
  return {
    stroke: ink,
    font: FONT,
    grid: { stroke: grid, width: 1 },
    ticks: { show: false },
    gap: 6,
  };
}

/**
 * Room above the highest value; an empty chart still has a scale.
 *
 * @param {number | null} high
 * @param {number | undefined} most
 */
function top(high, most) {
  if (most !== undefined) {
    return most;
  }
  return high && high > 0 ? high * 1.12 : 1;
}

/** @param {any} _ @param {number | null} low @param {number | null} high */
function logRange(_, low, high) {
  return [
    10 ** Math.floor(Math.log10(low && low > 0 ? low : 0.1)),
    10 ** Math.ceil(Math.log10((high && high > 0 ? high : 10) * 1.01)),
  ];
}

const LOG_SCALE = { distr: 3, range: logRange };

/** @param {Line} line @param {string} stroke */
function series(line, stroke) {
  return {
    label: line.label,
    stroke,
    width: 1.75,
    dash: line.dash,
    fill: line.filled ? faded(stroke, 0.12) : undefined,
    spanGaps: false,
    points: { show: true, size: DOT, fill: stroke, filter: lonely },
  };
}

/** The upper or the lower edge of an envelope. @param {string} stroke */
function edge(stroke) {
  return {
    stroke,
    width: 0.75,
    spanGaps: false,
    points: { show: true, size: DOT, fill: stroke, filter: lonely },
  };
}

/** @param {string} colour as `rgb(r, g, b)` @param {number} opacity */
function faded(colour, opacity) {
  return colour.replace("rgb(", "rgba(").replace(")", `, ${opacity})`);
}

/**
 * A value between two gaps makes no line; it gets a dot.
 *
 * @param {any} u
 * @param {number} seriesIndex
 * @param {boolean} show
 */
function lonely(u, seriesIndex, show) {
  /** @type {import("../lib/series.js").Value[]} */
  const values = u.data[seriesIndex];
  return show ? dots(values) : [];
}

/** Where the values are that no line leads to. @param {import("../lib/series.js").Value[]} values */
export function dots(values) {
  const own = values.map((_, i) => i).filter((i) => values[i] !== undefined);
  const gap = (/** @type {number} */ at) => (values[own[at]] ?? null) === null;
  return own.filter((_, at) => !gap(at) && gap(at - 1) && gap(at + 1));
}

/**
 * Phases that do not count are shaded and named.
 *
 * @param {any} u
 * @param {Axis} axis
 * @param {string} shade
 * @param {string} ink
 */
function drawPhases(u, { phases, from, to }, shade, ink) {
  const { ctx, bbox } = u;
  const planned = phases.length > 0 ? phases[phases.length - 1].end : 0;
  const after =
    to * 1e3 > planned && planned > 0 ? [{ kind: "drain", start: planned, end: to * 1e3 }] : [];
  ctx.save();
  ctx.font = `${10 * uPlot.pxRatio}px "Inter Variable", system-ui, sans-serif`;
  // An axis that was drawn before aligns its own words otherwise.
  ctx.textAlign = "left";
  ctx.textBaseline = "alphabetic";
  for (const { kind, start, end } of [
    ...phases.filter((phase) => phase.kind !== "measure"),
    ...after,
  ]) {
    const left = u.valToPos(Math.max(from, start / 1e3), "x", true);
    const right = u.valToPos(Math.min(to, end / 1e3), "x", true);
    if (right > left) {
      ctx.fillStyle = shade;
      ctx.fillRect(left, bbox.top, right - left, bbox.height);
      if (right - left > ctx.measureText(kind).width + 8 * uPlot.pxRatio) {
        ctx.fillStyle = ink;
        ctx.fillText(kind, left + 4 * uPlot.pxRatio, bbox.top + 11 * uPlot.pxRatio);
      }
    }
  }
  ctx.restore();
}

/**
 * A line where something happened, with a flag on top; what lasted is tinted.
 *
 * @param {any} u
 * @param {Axis} axis
 * @param {string} quiet
 * @param {string} loud the colour of the chosen one
 */
function drawMarks(u, { marks, chosen, from, to }, quiet, loud) {
  const { ctx, bbox } = u;
  const pixel = uPlot.pxRatio;
  ctx.save();
  for (const mark of marks) {
    const at = mark.atMillis / 1e3;
    const until = (mark.untilMillis ?? mark.atMillis) / 1e3;
    if (until < from || at > to || (at === 0 && mark.kind === "phase")) {
      continue;
    }
    const colour = markKey(mark) === chosen ? loud : quiet;
    const left = u.valToPos(Math.max(from, at), "x", true);
    const right = u.valToPos(Math.min(to, until), "x", true);
    ctx.fillStyle = faded(colour, 0.16);
    ctx.fillRect(left, bbox.top, right - left, bbox.height);
    ctx.fillStyle = colour;
    ctx.fillRect(left, bbox.top, colour === loud ? 2 * pixel : pixel, bbox.height);
    ctx.beginPath();
    ctx.moveTo(left, bbox.top);
    ctx.lineTo(left + 7 * pixel, bbox.top + 4 * pixel);
    ctx.lineTo(left, bbox.top + 8 * pixel);
    ctx.fill();
  }
  ctx.restore();
}

/** @param {any} u @param {Axis} axis @param {string} colour */
function drawProvisional(u, { source, from, to }, colour) {
  const { ctx, bbox } = u;
  const height = 4 * uPlot.pxRatio;
  ctx.save();
  ctx.fillStyle = colour;
  for (const [start, end] of source.provisionalStretches()) {
    if (end > from && start < to) {
      const left = u.valToPos(Math.max(from, start), "x", true);
      const right = u.valToPos(Math.min(to, end), "x", true);
      ctx.fillRect(
        left,
        bbox.top + bbox.height - height,
        Math.max(uPlot.pxRatio, right - left),
        height,
      );
    }
  }
  ctx.restore();
}
