// @ts-check
/** The sections of a result, as the server made them: the same that the terminal and the HTML report print. */
import { html } from "../html.js";
import { Facts, grouped } from "../job/facts.js";
import { Badge } from "./badge.js";
import { DataChart } from "./data-chart.js";
import { Fold } from "./fold.js";
import { Section } from "./section.js";
import { Table } from "./table.js";

/** @typedef {import("../types.js").ReportSection} ReportSection */
/** @typedef {import("../types.js").Block} Block */
/** @typedef {import("../types.js").BlockTable} BlockTable */
/** @typedef {import("../types.js").BlockCell} Cell */

/** @param {{section: ReportSection}} props */
export function ReportSection({ section: { id, title, note, blocks } }) {
  return title === "" ? html`<${Blocks} title=${id} blocks=${blocks} />` : html`<${Section} id=${`${id}-title`} title=${title} note=${note}>
    <${Blocks} title=${title} blocks=${blocks} />
  <//>`;
}

/** @param {{title: string, blocks: Block[]}} props */
export function Blocks({ title, blocks }) {
  return blocks.map((block, i) => html`<${OneBlock} key=${i} title=${title} block=${block} />`);
}

/** @param {{title: string, block: Block}} props `title` says what it belongs to */
function OneBlock({ title, block }) {
  switch (block.type) {
    case "text":
      return html`<p class="muted">${block.text}</p>`;
    case "note":
      return html`<p>${[block.of, block.text].filter(Boolean).join(": ")}</p>`;
    case "table":
      return html`<${ReportTable} title=${title} table=${block} />`;
    case "pairs":
      return grouped(Object.entries(block.pairs)).map(
        ([name, entries]) => html`<div class="facts-group" key=${name}>
          ${name && html`<h3>${name}</h3>`}
          <${Facts} entries=${entries} />
        </div>`,
      );
    case "part": {
      const inside = () => html`<${Blocks} title=${block.title || title} blocks=${block.blocks} />`;
      return block.folded || block.brief
        ? block.title
          ? html`<${Fold} name=${block.title} show=${inside} />`
          : inside()
        : html`<div>${block.title && html`<h3>${block.title}</h3>`}${inside()}</div>`;
    }
    case "source":
      return html`<pre class="log" tabindex="0">${block.text}</pre>`;
    case "chart":
      return html`<${DataChart} chart=${block} />`;
    default:
      return null; // The page has its own places for verdicts, first numbers, charts over time and graphs.
  }
}

/** @param {{title: string, table: BlockTable}} props */
export function ReportTable({ title, table }) {
  const said = table.columns
    .map((column, i) => ({ ...column, i }))
    .filter(({ i }) => table.rows.some((row) => row[i].text !== ""));
  const columns = said.map(({ title: label, number, i }, place) => ({
    label,
    number,
    head: place === 0,
    cell: (/** @type {Cell[]} */ row) => shown(row[i]),
  }));
  return html`<${Table} caption=${title} columns=${columns} rows=${table.rows}
    rowKey=${(/** @type {Cell[]} */ row) => table.rows.indexOf(row)} />`;
}

/** @param {Cell} cell */
function shown({ text, tone }) {
  const words = text === "-" ? "–" : text;
  return tone === undefined || tone === "plain" ? words : html`<${Badge} word=${words} as=${tone} />`;
}

/** The tables among the verdicts, such as that of thresholds. @param {{report: import("../types.js").ReportDocument}} props */
export function VerdictTables({ report }) {
  const tables = report.verdicts.filter((block) => block.type === "table");
  return tables.length === 0
    ? null
    : html`<${Section} id="thresholds-title" title="Thresholds">
        <${Blocks} title="Thresholds" blocks=${tables} />
      <//>`;
}
