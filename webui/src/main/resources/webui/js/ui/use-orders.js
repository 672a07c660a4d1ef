// @ts-check
/** What is chosen in a list, one by one or all that its search means, and one order to all of it. */
import { html, useRef, useState } from "../html.js";
import { post } from "../lib/api.js";
import { count, plural } from "../lib/format.js";
import { go } from "../lib/router.js";
import { Confirmed } from "./command.js";
import { Failure } from "./notice.js";
import { refusals } from "./orders.js";

/** @typedef {import("../types.js").Ordered} Ordered */
/** @typedef {import("./orders.js").Orderable} Orderable */
/** @typedef {import("./orders.js").Order} Order */
/** @typedef {{id: string, name: string, title?: string}} Named */

/** The server takes an order to at most this many. */
const MOST = 1_000;

/** At most this many are compared at once. */
const MOST_COMPARED = 20;

/** How many reasons are shown. */
const MOST_TOLD = 20;

/** What is changed of where jobs are filed, by the words of a field. @typedef {{label: string, done: string, filing: (words: string[]) => object}} Filed */

/** @type {Filed[]} */
const TAGGED = [
  { label: "Add tag", done: "tagged", filing: (add) => ({ add }) },
  { label: "Remove tag", done: "without that tag", filing: (remove) => ({ remove }) },
];

/** @type {Filed[]} */
const MOVED = [{ label: "Move to folder", done: "moved", filing: (words) => ({ folder: words.join(" ") }) }];

const FILE = "file";

/**
 * @param {{kind: Orderable, rows: Named[], query: string, deleted?: boolean, more: boolean,
 *   reload: () => Promise<void>}} list the shown rows, whether there are more, and how to load
 *   them again after an action
 * @returns {{bar: any, column: import("./table.js").Column<any>}}
 */
export function useOrders({ kind, rows, query, deleted = false, more, reload }) {
  const [ids, setIds] = useState(/** @type {string[]} */ ([]));
  const [said, setSaid] = useState(/** @type {any} */ (""));
  const told = useRef(/** @type {HTMLElement | null} */ (null));
  const orders = deleted ? (kind.ofDeleted ?? []) : kind.orders;
  /** @param {object} body @returns {Promise<Ordered[]>} nothing if it was refused, which is shown */
  const send = async (body) => {
    try {
      return (await post(`/api/v1/${kind.many}/orders`, body)).items;
    } catch (error) {
      const sentence = error instanceof Error ? error.message : String(error);
      setSaid(html`<${Failure} title="Not done" sentence=${sentence} />`);
      return [];
    }
  };
  /** @param {Order} order @param {string[]} to @param {object} [how] */
  const give = async (order, to, how = {}) => {
    const items = await send({ order: order.order, ids: to, ...how });
    if (items.length > 0) {
      const undo = (/** @type {string[]} */ done) =>
        give({ order: order.undo ?? "", label: "Undo", done: "brought back" }, done);
      setSaid(html`<${Came} kind=${kind} order=${order} items=${items} onUndo=${undo} />`);
      order.order !== FILE && setIds([]);
    }
    await reload();
    // The button that had the focus disappeared with the selection.
    document.activeElement?.matches("body, #main") && told.current?.focus();
  };
  const chooseFound = async () => {
    setSaid("");
    // The answer to an order that is not carried out names those that it would go to.
    const items = await send({ order: orders[0].order, query: query || "*", dryRun: true });
    items.length > 0 && setIds(items.map((item) => item.id));
  };
  /** @param {string} id @param {boolean} on */
  const choose = (id, on) =>
    setIds((old) => [...old.filter((other) => other !== id), ...(on ? [id] : [])].slice(0, MOST));
  const column = {
    label: "Select",
    slim: true,
    phone: /** @type {const} */ ("corner"),
    cell: (/** @type {Named} */ row) => html`<input type="checkbox"
      checked=${ids.includes(row.id)} aria-label=${`Select ${row.name || row.title}, ${row.id}`}
      onChange=${(/** @type {any} */ event) => choose(row.id, event.target.checked)} />`,
  };
  const all = rows.length > 0 && rows.every((row) => ids.includes(row.id));
  const toolbar = html`<div class="orders" role="toolbar" aria-label=${`Selected ${kind.many}`}>
      <label><input type="checkbox" checked=${all} indeterminate=${ids.length > 0 && !all}
        aria-label="Select all shown"
        onChange=${() => setIds(all ? [] : rows.slice(0, MOST).map((row) => row.id))} />
        <span role="status">${ids.length > 0 ? `${count(ids.length)} selected` : shown(kind, rows, more)}</span>
      </label>
      ${
        all && more && ids.length <= rows.length &&
        html`<button class="button button-small" type="button" onClick=${chooseFound}>
          Select all that match</button>`
      }
      ${ids.length > 0 && html`<${Buttons} kind=${kind} orders=${orders} ids=${ids} give=${give} />`}
    </div>`;
  const bar = html`${rows.length > 0 && toolbar}
    ${said && html`<div role="status" tabindex="-1" ref=${told}>${said}</div>`}`;
  return { bar, column };
}

/** @param {Orderable} kind @param {Named[]} rows @param {boolean} more */
function shown(kind, rows, more) {
  const words = plural(rows.length, kind.one, kind.many);
  return more ? `newest ${words}` : words;
}

/**
 * @param {{kind: Orderable, orders: Order[], ids: string[],
 *   give: (order: Order, ids: string[], how?: object) => void}} props
 */
function Buttons({ kind, orders, ids, give }) {
  const [first = "", ...others] = ids;
  const { compared } = kind;
  const many = others.length >= MOST_COMPARED;
  const file = (/** @type {Filed} */ { filing, ...told }, /** @type {string[]} */ words) =>
    give({ order: FILE, ...told }, ids, { filing: filing(words) });
  const button = (/** @type {Order} */ order) =>
    order.asks
      ? html`<${Confirmed} key=${order.order} label=${order.label} small=${true}
          question=${`${order.label} ${plural(ids.length, kind.one, kind.many)}?`}
          yes=${`Yes, ${order.label.toLowerCase()} ${count(ids.length)}`} onYes=${() => give(order, ids)} />`
      : html`<button class="button button-small" type="button" key=${order.order}
          onClick=${() => give(order, ids)}>${order.label}</button>`;
  return html`
    ${
      compared &&
      html`<button class="button button-small" type="button" disabled=${others.length === 0 || many}
        title=${many ? `At most ${MOST_COMPARED} can be compared at once` : undefined}
        onClick=${() => go(compared(first, ...others))}>Compare</button>`
    }
    ${orders.map(button)}
    ${kind.filed && html`<${File} what="tag" ways=${TAGGED} onFile=${file} /><${File} what="folder" ways=${MOVED} onFile=${file} />`}`;
}

/** @param {{what: string, ways: Filed[], onFile: (way: Filed, words: string[]) => void}} props Enter takes the first way */
function File({ what, ways, onFile }) {
  const [text, setText] = useState("");
  /** @param {Filed} way */
  const send = (way) => {
    text.trim() && onFile(way, text.trim().split(/[\s,;]+/));
    setText("");
  };
  /** @param {Event} event */
  const first = (event) => {
    event.preventDefault();
    send(ways[0]);
  };
  const name = what[0].toUpperCase() + what.slice(1);
  return html`<form onSubmit=${first}>
    <input class="input" value=${text} placeholder=${what} aria-label=${`${name} for the selected ones`}
      onInput=${(/** @type {any} */ event) => setText(event.target.value)} />
    ${ways.map((way, i) => html`<button class="button button-small" key=${way.label} type=${i === 0 ? "submit" : "button"}
      onClick=${i === 0 ? undefined : () => send(way)}>${way.label}</button>`)}
  </form>`;
}

/** @param {{kind: Orderable, order: Order, items: Ordered[], onUndo: (ids: string[]) => void}} props */
function Came({ kind, order, items, onUndo }) {
  const done = items.filter((item) => item.done).map((item) => item.id);
  const problems = refusals(kind, items);
  const undo = html`<button class="button button-small" type="button" onClick=${() => onUndo(done)}>
    Undo</button>`;
  const untold = problems.length - MOST_TOLD;
  return html`<div class="notice ${problems.length > 0 ? "notice-warn" : ""}">
    <p>${plural(done.length, kind.one, kind.many)} ${order.done}. ${order.undo && done.length > 0 && undo}</p>
    ${
      problems.length > 0 &&
      html`<ul>
        ${problems.slice(0, MOST_TOLD).map((sentence) => html`<li key=${sentence}>${sentence}</li>`)}
        ${untold > 0 && html`<li>and ${count(untold)} more</li>`}
      </ul>`
    }
  </div>`;
}
