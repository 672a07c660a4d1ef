// @ts-check
/** Studies or jobs against a first one: how far apart, with what confidence, and what was set up differently. */
import { html, useEffect, useState } from "../html.js";
import { get } from "../lib/api.js";
import { figure, millis, NONE, plural } from "../lib/format.js";
import { jobHref, studyHref } from "../lib/router.js";
import { Figure } from "../ui/figures.js";
import { useTitle } from "../ui/hooks.js";
import { Name } from "../ui/name.js";
import { NotShown } from "../ui/not-shown.js";
import { Empty, Failure, Loading } from "../ui/notice.js";
import { PageHead } from "../ui/page-head.js";
import { Section } from "../ui/section.js";
import { Table } from "../ui/table.js";
import { OverTime } from "../compare/over-time.js";
import { Differences, interval, percents, verdict } from "./differences.js";
import { columnHeading, columnText } from "./step-table.js";
import { StudyCharts } from "./study-charts.js";

/** @typedef {import("../types.js").StudyComparison} Comparison */
/** @typedef {import("../types.js").StudyComparisonPoint} ComparedStep */
/** @typedef {import("../types.js").StudyTableRow} StudyRow */

/** @param {{a: string, others: string[]}} props ids; a side with repeats has commas between theirs */
export function ComparePage({ a, others }) {
  useTitle("Compare");
  const many = others.length > 1;
  if (!a || others.length === 0) {
    return html`<${Nothing} />`;
  }
  return html`
    <p class="crumbs"><a href="/jobs">Jobs</a> / compare</p>
    ${many && html`<${PageHead} title=${`${others.length} against one`} note="Each is compared with A, the first one.">
      <${Report} a=${a} others=${others} />
    <//>`}
    ${many && html`<${OverTime} sides=${sidesOf([a, ...others])} />`}
    ${others.map((b, i) => html`<${One} key=${b} a=${a} b=${b} together=${others.length}
      number=${many ? i + 1 : 0} />`)}`;
}

/** For an address without ids: how to choose what to compare. */
function Nothing() {
  return html`<${PageHead} title="Compare" />
    <${Empty} title="Nothing to compare yet.">
      <p>Choose two or more <a href="/jobs">jobs</a> or <a href="/studies">studies</a> in their list, then
        press <em>Compare</em>. The first one is what the others are compared with.</p>
    <//>`;
}

/** @param {{a: string, b: string, together: number, number: number}} props `number` is 0 if it is the only one */
function One({ a, b, together, number }) {
  const [comparison, setComparison] = useState(/** @type {Comparison | undefined} */ (undefined));
  const [failure, setFailure] = useState("");
  useEffect(() => {
    const query = new URLSearchParams({ a, b, together: String(together) });
    get(`/api/v1/comparison?${query}`).then(setComparison, (error) => setFailure(error.message));
  }, [a, b, together]);
  if (failure) {
    return number > 0
      ? html`<${Failure} title=${`${b} cannot be compared`} sentence=${failure} />`
      : html`<${NotShown} what="This comparison" sentence=${failure} />`;
  }
  return comparison
    ? html`<${Sides} comparison=${comparison} number=${number}
        report=${html`<${Report} a=${a} others=${[b]} />`} />`
    : html`<${Loading} what="the comparison" />`;
}

/** Each with a name for charts: `A` and `B`, of several `A` and the others' ids. @param {string[]} ids of repeats with commas between */
function sidesOf(ids) {
  const name = (/** @type {string} */ id, /** @type {number} */ i) =>
    ids.length === 2 || i === 0 ? "AB"[i] : id;
  return ids.map((id, i) => ({ name: name(id, i), ids: id.split(",") }));
}

/** A link to the comparison as one file. @param {{a: string, others: string[]}} props */
function Report({ a, others }) {
  const asked = new URLSearchParams({ a, b: others.join(";") });
  return html`<a class="button" href=${`/api/v1/comparison/report.html?${asked}`} download>Report</a>`;
}

/** @param {{comparison: Comparison, number: number, report: any}} props */
function Sides({ comparison, number, report }) {
  const { points, differences, warnings, b } = comparison;
  const single = points.length === 1 && points[0].figures.length > 0;
  const id = (/** @type {string} */ part) => `${part}${number || ""}-title`;
  const below = number > 0 ? id("side") : undefined;
  return html`
    <div class=${`job-head${number > 0 ? " one-of-many" : ""}`}>
      ${
        number > 0
          ? html`<h2 id=${id("side")}><${Name} text=${b.name || b.title} /> <small class="id muted">${b.id}</small> against A</h2>`
          : html`<div class="page-head"><h1>B against A</h1><div class="actions">${report}</div></div>`
      }
      <dl class="facts">
        <${Side} name="A" head=${comparison.a} />
        <${Side} name="B" head=${b} />
      </dl>
      ${warnings.map((sentence, i) => html`<p key=${i} class="warn-line">${sentence}</p>`)}
    </div>
    ${
      single
        ? html`<${Section} id=${id("figures")} title="Figures" note=${together(comparison)} below=${below}>
            <${Differences} figures=${points[0].figures} />
          <//>
          ${number === 0 && html`<${OverTime} sides=${sidesOf([comparison.a.id, b.id])} />`}`
        : html`<${Steps} comparison=${comparison} id=${id("points")} below=${below} />`
    }
    ${
      points.some(({ database }) => database.length > 0) &&
      html`<${Section} id=${id("database")} title="Database" note="B relative to A, without intervals" below=${below}>
          <${Databases} points=${points} />
        <//>`
    }
    <${Section} id=${id("differences")} title="Set up differently" below=${below}>
      ${
        differences.length === 0
          ? html`<p class="quiet">Nothing: both had the same setup.</p>`
          : html`<${Table} caption="What differs" columns=${DIFFERENCES} rows=${differences}
              rowKey=${(/** @type {{what: string}} */ one) => one.what} />`
      }
    <//>`;
}

/** @param {Comparison} comparison */
function together({ confidence }) {
  return `B relative to A; ${Math.round(100 * confidence)} % confidence for all intervals together`;
}

/**
 * Two studies, or runs without records.
 *
 * @param {{comparison: Comparison, id: string, below?: string}} props
 */
function Steps({ comparison, id, below }) {
  const { points, peaks } = comparison;
  const rows = (/** @type {"a" | "b"} */ side) =>
    points.map((point) => point[side]).filter((row) => row !== undefined);
  const studies = [
    { name: "A", rows: rows("a") },
    { name: "B", rows: rows("b") },
  ];
  return html`
    <dl class="pair" aria-label="Peaks">
      <${Figure} label="peak of A">${atPeak(peaks.a)}<//>
      <${Figure} label="peak of B">${atPeak(peaks.b)}<//>
      <${Figure} label="difference">${percents(peaks.percents.throughput)}<//>
    </dl>
    ${points.length > 1 && [...rows("a"), ...rows("b")].every(alongThreads) && html`<${StudyCharts} studies=${studies} />`}
    <${Section} id=${id} title="Step by step" note=${together(comparison)} below=${below}>
      <${Table} caption="Both at each step" columns=${POINTS} rows=${points}
        rowKey=${placeOf} />
    <//>`;
}

/** What the databases did: of one point both numbers, of several how far they are apart. @param {{points: ComparedStep[]}} props */
function Databases({ points }) {
  /** @typedef {ComparedStep["database"][0]} One */
  const known = points.filter(({ database }) => database.length > 0);
  const rows = [...new Map(known.flatMap(({ database }) => database).map((one) => [one.column.id, one.column])).values()];
  const at = (/** @type {ComparedStep} */ point, /** @type {string} */ id) => point.database.find(({ column }) => column.id === id);
  /** @type {import("../ui/table.js").Column<import("../types.js").StudyColumn>[]} */
  const columns = [{ label: "Figure", head: true, cell: (column) => html`<span title=${column.help}>${columnHeading(column)}</span>` }];
  for (const point of known) {
    const told = (/** @type {(one: One) => any} */ cell) => (/** @type {import("../types.js").StudyColumn} */ column) => {
      const one = at(point, column.id);
      return one ? cell(one) : NONE;
    };
    const value = (/** @type {"a" | "b"} */ side) => (/** @type {One} */ one) => columnText(one.column, one[side]);
    if (known.length === 1) {
      columns.push({ label: "A", number: true, cell: told(value("a")) }, { label: "B", number: true, cell: told(value("b")) });
    }
    columns.push({
      label: known.length === 1 ? "B to A" : placeOf(point),
      number: true,
      cell: told((one) => {
        const both = `${value("a")(one)} → ${value("b")(one)}`;
        return html`<strong title=${both}>${one.percent === undefined ? both : percents(one.percent)}</strong>`;
      }),
    });
  }
  return html`<div class="sideways" tabindex="0" role="group" aria-label="What the databases did">
    <${Table} caption="What the databases did" columns=${columns} rows=${rows}
      rowKey=${(/** @type {{id: string}} */ one) => one.id} />
  </div>`;
}

/** @param {{name: string, head: import("../types.js").StudyHead}} props */
function Side({ name, head }) {
  const href = (/** @type {string} */ id) =>
    head.threads.length > 1 ? studyHref(id) : jobHref(id);
  const links = head.id
    .split(",")
    .map((id) => html` <small key=${id}><a href=${href(id)}>${id}</a></small>`);
  return html`<div>
    <dt>${name}</dt>
    <dd><${Name} text=${head.name || head.title} />${links}</dd>
  </div>`;
}

/** @param {StudyRow | undefined} row */
function atPeak(row) {
  return row
    ? html`${figure(row.numbers.throughput)} tx/s <small>at ${plural(row.threads, "thread")}</small>`
    : NONE;
}

/** @param {StudyRow} row */
const alongThreads = ({ point }) => Object.keys(point.at).join() === "threads";

/** Where a step lies: `4`, or `rate 1600, scale 2`. @param {StudyRow} row */
function place(row) {
  return alongThreads(row)
    ? String(row.threads)
    : Object.entries(row.point.at)
        .map(([axis, value]) => `${axis} ${value}`)
        .join(", ");
}

/** @param {ComparedStep} point */
function placeOf({ a, b }) {
  return [...new Set([a, b].filter((row) => row !== undefined).map(place))].join(" | ");
}

/** @param {StudyRow | undefined} row */
const rate = (row) =>
  row ? `${figure(row.numbers.throughput)}${row.generator === "LIMITED" ? " *" : ""}` : NONE;

/** @param {StudyRow | undefined} row */
const response = (row) => millis(row?.numbers.p95);

/** @type {import("../ui/table.js").Column<ComparedStep>[]} */
const POINTS = [
  { label: "At", head: true, title: "Threads, or the study's own axes", cell: placeOf },
  { label: "A tx/s", number: true, title: "* generator limited", cell: (p) => rate(p.a) },
  { label: "B tx/s", number: true, title: "* generator limited", cell: (p) => rate(p.b) },
  {
    label: "tx/s",
    number: true,
    cell: (p) => html`<strong>${percents(p.percents.throughput)}</strong>`,
  },
  { label: "Interval", number: true, cell: (p) => (p.figures[0] ? interval(p.figures[0]) : NONE) },
  { label: "B is", cell: (p) => (p.figures[0] ? verdict(p.figures[0]) : NONE) },
  { label: "mean", number: true, cell: (p) => percents(p.percents.mean) },
  { label: "A p95 ms", number: true, cell: (p) => response(p.a) },
  { label: "B p95 ms", number: true, cell: (p) => response(p.b) },
  { label: "p95", number: true, cell: (p) => percents(p.percents.p95) },
];

/** @type {import("../ui/table.js").Column<{what: string, a: string, b: string}>[]} */
const DIFFERENCES = [
  { label: "What", head: true, cell: (one) => one.what },
  { label: "A", wide: true, cell: (one) => one.a || NONE },
  { label: "B", wide: true, cell: (one) => one.b || NONE },
];
