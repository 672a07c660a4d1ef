// @ts-check
/** A searched list: what is found, page by page, and orders to those that are chosen of it. */
import { html } from "../html.js";
import { Empty, Failure, Loading } from "./notice.js";
import { Table } from "./table.js";
import { useFound } from "./use-found.js";
import { useOrders } from "./use-orders.js";

const WRONG_INPUT = 422;

/**
 * @param {{kind: import("./orders.js").Orderable, query: string, deleted?: boolean,
 *   columns: (rows: any[]) => import("./table.js").Column<any>[], empty: any}} props `empty` stands where
 *   nothing is found
 */
export function FoundList(props) {
  const { kind, query } = props;
  const { rows, failure, more, reload } = useFound(/** @type {any} */ (kind.many), query);
  const title = rows ? "Out of date" : failure?.status === WRONG_INPUT ? "The search has a mistake" : "Not shown";
  return html`${failure && html`<${Failure} title=${title} sentence=${failure.message} />`}
    ${!rows && !failure && html`<${Loading} what=${`the ${kind.many}`} />`}
    ${rows && html`<${Found} key=${query} ...${props} rows=${rows} more=${more} reload=${reload} />`}`;
}

/** @param {any} props */
function Found({ kind, query, deleted, columns, empty, rows, more, reload }) {
  const { bar, column } = useOrders({ kind, rows, query, deleted, more: more !== undefined, reload });
  const caption = kind.many[0].toUpperCase() + kind.many.slice(1);
  const table = html`<${Table} caption=${caption} columns=${[column, ...columns(rows)]} rows=${rows} first=${Infinity}
    rowKey=${(/** @type {{id: string}} */ row) => row.id} />`;
  return html`${bar} ${rows.length > 0 ? table : empty}
    ${more && html`<button class="button more" type="button" onClick=${more}>Show more</button>`}`;
}

/** That a query finds nothing, and what one might try. @param {{kind: import("./orders.js").Orderable, query: string, all: string}} props */
export function NothingFound({ kind, query, all }) {
  return html`<${Empty} title=${`No ${kind.one} was found.`}>
    <p>Searched for: <code>${query}</code></p>
    ${
      /\s/.test(query.trim()) &&
      html`<p>Terms beside each other must all hold: try fewer of them, or <code>OR</code> between them.</p>`
    }
    <p><a href=${all}>Show all ${kind.many}</a></p>
  <//>`;
}
