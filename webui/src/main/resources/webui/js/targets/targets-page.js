// @ts-check
/** The databases that are named once: which there are, another one, a test on an agent. */
import { html, useEffect, useState } from "../html.js";
import { get, post, remove, targetPath } from "../lib/api.js";
import { NONE } from "../lib/format.js";
import { newOnHref } from "../lib/router.js";
import { TestResult } from "../newjob/test-result.js";
import { Badge } from "../ui/badge.js";
import { Confirmed } from "../ui/command.js";
import { useTitle } from "../ui/hooks.js";
import { Empty, Failure, Loading } from "../ui/notice.js";
import { PageHead } from "../ui/page-head.js";
import { Table } from "../ui/table.js";
import { Users } from "../ui/users.js";
import { TargetForm } from "./target-form.js";
import { limitWords, testWords } from "./target-words.js";

/** @typedef {import("../types.js").TargetList} TargetList */
/** @typedef {import("../types.js").TargetView} TargetView */
/** @typedef {import("../types.js").PreflightDocument} PreflightDocument */
/** @typedef {{name: string, testing: boolean, failure: string, result?: PreflightDocument}} Tested */

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));

export function TargetsPage() {
  useTitle("Targets");
  const [list, setList] = useState(/** @type {TargetList | undefined} */ (undefined));
  const [said, setSaid] = useState("");
  const [failure, setFailure] = useState("");
  const [formOf, setFormOf] = useState(/** @type {TargetView | "new" | undefined} */ (undefined));
  const [tested, setTested] = useState(/** @type {Tested | undefined} */ (undefined));
  /** @param {string} done what is said when the list is there */
  const load = async (done) => {
    try {
      setList(await get("/api/v1/targets"));
      setSaid(done);
      setFailure("");
    } catch (error) {
      setFailure(messageOf(error));
    }
  };
  useEffect(() => void load(""), []);
  /** @param {string} done */
  const saved = (done) => {
    setFormOf(undefined);
    return load(done);
  };
  /** @param {TargetView | "new"} what */
  const open = (what) => {
    setFormOf(what);
    setTested(undefined);
    setSaid("");
    scrollTo(0, 0);
  };
  /** @param {string} name */
  const test = async (name) => {
    setTested({ name, testing: true, failure: "" });
    try {
      const result = await post(targetPath(name, "/test"), {});
      setTested({ name, testing: false, failure: "", result });
    } catch (error) {
      setTested({ name, testing: false, failure: messageOf(error) });
    }
  };
  /** @param {string} name */
  const drop = (name) =>
    remove(targetPath(name)).then(() => load(`Target ${name} deleted.`), (error) => setFailure(messageOf(error)));
  const add = html`<button class="button button-main" type="button" onClick=${() => open("new")}>Add a target</button>`;
  return html`<${PageHead} title="Targets"
      note=${list?.only ? "Jobs may go to these databases only." : "Databases under a name, with their passwords and limits. Jobs refer to them by name."}>
      ${list && !formOf && list.targets.length > 0 && add}
    <//>
    ${failure && html`<${Failure} title="Not done" sentence=${failure} />`}
    ${said && html`<p class="notice" role="status">${said}</p>`}
    ${list && formOf && html`<${TargetForm} key=${formOf === "new" ? "" : formOf.name} fields=${list.fields}
      target=${formOf === "new" ? undefined : formOf} onSaved=${saved} onLeave=${() => setFormOf(undefined)} />`}
    ${tested && html`<${TestBox} tested=${tested} onClose=${() => setTested(undefined)} />`}
    ${
      list
        ? html`<${List} targets=${list.targets} tested=${tested} onAdd=${formOf ? undefined : () => open("new")}
            onTest=${test} onEdit=${open} onDelete=${drop} />`
        : !failure && html`<${Loading} what="the targets" />`
    }`;
}

/** @param {{tested: Tested, onClose: () => void}} props */
function TestBox({ tested, onClose }) {
  return html`<div class="panel target-test">
    <div class="section-head">
      <h3>Test of ${tested.name}</h3>
      <span class="section-end">
        <button class="button button-small" type="button" onClick=${onClose}>Close</button>
      </span>
    </div>
    <${TestResult} ...${tested} words=${testWords} />
  </div>`;
}

/**
 * @typedef {{onTest: (name: string) => void, onEdit: (target: TargetView) => void,
 *   onDelete: (name: string) => void}} Acts
 * @param {{targets: TargetView[], tested?: Tested, onAdd?: () => void} & Acts} props
 */
function List({ targets, tested, onAdd, ...acts }) {
  if (targets.length > 0) {
    return html`<${Table} caption="Targets" columns=${columns(tested, acts)} rows=${targets}
      rowKey=${(/** @type {TargetView} */ one) => one.name} />`;
  }
  return html`<${Empty} title="No target yet.">
    <p>Give a database a name, and keep its URL, user and password here once. Jobs then say only the name. A target can
      be limited: in connections, in rate, to one job at a time, or to jobs that confirm its name.</p>
    ${onAdd && html`<p class="actions"><button class="button button-main" type="button" onClick=${onAdd}>Add a target</button></p>`}
  <//>`;
}

/**
 * @param {Tested | undefined} tested
 * @param {Acts} acts
 * @returns {import("../ui/table.js").Column<TargetView>[]}
 */
function columns(tested, { onTest, onEdit, onDelete }) {
  return [
    {
      label: "Target",
      head: true,
      cell: (one) => html`${one.name}
        ${one.note && html`<small class="target-note">${one.note}</small>`}`,
    },
    {
      label: "Database",
      wide: true,
      cell: (one) => html`<code class="target-url">${one.url}</code>
        <small class="target-note">${one.user || "no user"}${one.hasPassword ? ", with a password" : ""}</small>`,
    },
    { label: "Limits", cell: (one) => html`<${Limits} target=${one} />` },
    { label: "Labels", cell: (one) => (one.labels.length > 0 ? one.labels.map((label) => html`<span key=${label} class="target-label">${label}</span>`) : NONE) },
    { label: "Used by", wide: true, cell: (one) => html`<${Users} ids=${one.usedBy} />` },
    {
      label: "Actions",
      wide: true,
      cell: (one) => {
        const testing = Boolean(tested?.testing && tested.name === one.name);
        return html`<span class="row-acts">
          <button class="button button-small" type="button" disabled=${testing} onClick=${() => onTest(one.name)}
            aria-label=${`Test ${one.name}`}
            title="A free agent connects, checks, and disconnects">${testing ? "Testing …" : "Test"}</button>
          <a class="button button-small" href=${newOnHref(one.name)}
            aria-label=${`New job on ${one.name}`}>New job</a>
          <button class="button button-small" type="button" onClick=${() => onEdit(one)}
            aria-label=${`Edit ${one.name}`}>Edit</button>
          <${Confirmed} label="Delete" of=${one.name} question=${`Delete ${one.name}?`} yes="Yes, delete it" small
            onYes=${() => onDelete(one.name)} />
        </span>`;
      },
    },
  ];
}

/** @param {{target: TargetView}} props */
function Limits({ target }) {
  const words = limitWords(target);
  if (!words.length && !target.exclusive && !target.protected) {
    return html`<span class="muted">none</span>`;
  }
  return html`<span class="target-limits">
    ${words.map((word) => html`<span key=${word} class="nowrap">${word}</span>`)}
    ${target.exclusive && html`<${Badge} word="exclusive" as="calm" title="One job at a time" />`}
    ${target.protected && html`<${Badge} word="protected" as="warn" title="A job on it has to confirm its name" />`}
  </span>`;
}
