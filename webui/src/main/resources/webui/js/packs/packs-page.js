// @ts-check
/** The server's packs: their job classes, the jobs that use them, and how to add or remove one. */
import { html, useEffect, useRef, useState } from "../html.js";
import { get, packPath, remove, upload } from "../lib/api.js";
import { bytes, clock } from "../lib/format.js";
import { Confirmed } from "../ui/command.js";
import { useTitle } from "../ui/hooks.js";
import { Empty, Failure, Loading } from "../ui/notice.js";
import { PageHead } from "../ui/page-head.js";
import { Table } from "../ui/table.js";
import { Users } from "../ui/users.js";

/** @typedef {import("../types.js").PackView} PackView */

export function PacksPage() {
  useTitle("Packs");
  const [packs, setPacks] = useState(/** @type {PackView[] | undefined} */ (undefined));
  const [said, setSaid] = useState("");
  const [failure, setFailure] = useState("");
  /** @param {() => Promise<string>} work gives the sentence to show when it is done */
  const attempt = async (work) => {
    setFailure("");
    setSaid("");
    try {
      setSaid(await work());
      setPacks((await get("/api/v1/packs")).packs);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
  };
  useEffect(() => void attempt(async () => ""), []);
  const install = (/** @type {File} */ file) =>
    attempt(async () => `${nameOf(await upload("/api/v1/packs", file))} installed. New jobs use it.`);
  const drop = (/** @type {PackView} */ pack) =>
    attempt(async () => {
      await remove(packPath(pack.sha256));
      return `${nameOf(pack)} removed.`;
    });
  return html`<${PageHead} title="Packs" note="Job classes with their libraries and drivers. Agents fetch the packs they need.">
      <${Upload} onFile=${install} />
    <//>
    ${failure && html`<${Failure} title="Not done" sentence=${failure} />`}
    ${said && html`<p class="notice" role="status">${said}</p>`}
    ${packs ? html`<${List} packs=${packs} onRemove=${drop} />` : !failure && html`<${Loading} what="the packs" />`}`;
}

/** @param {PackView} pack */
const nameOf = (pack) => `${pack.name}@${pack.version}`;

/** @param {{onFile: (file: File) => void}} props */
function Upload({ onFile }) {
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  /** @param {Event} event */
  const chosen = (event) => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    const file = field.files?.[0];
    field.value = "";
    if (file) {
      onFile(file);
    }
  };
  return html`<span class="section-end">
    <input ref=${input} id="pack-file" type="file" accept=".jar" class="unseen" tabindex="-1"
      aria-label="Pack to upload" onChange=${chosen} />
    <button class="button button-main" type="button" onClick=${() => input.current?.click()}>
      Upload a pack
    </button>
  </span>`;
}

/** @param {{packs: PackView[], onRemove: (pack: PackView) => void}} props */
function List({ packs, onRemove }) {
  if (packs.length === 0) {
    return html`<${Empty} title="No pack yet.">
      <p>Build one with <code>broadside pack build FILE</code>, then upload it.</p>
    <//>`;
  }
  return html`<${Table} caption="Packs" columns=${columns(packs, onRemove)} rows=${packs}
    rowKey=${(/** @type {PackView} */ pack) => pack.sha256} />`;
}

/**
 * @param {PackView[]} packs newest first
 * @param {(pack: PackView) => void} onRemove
 * @returns {import("../ui/table.js").Column<PackView>[]}
 */
function columns(packs, onRemove) {
  /** By job class, the newest pack that has it: new jobs use that one. @type {Map<string, string>} */
  const takes = new Map();
  for (const pack of packs) {
    pack.classes.forEach((id) => takes.has(id) || takes.set(id, pack.sha256));
  }
  return [
    { label: "Pack", head: true, cell: (pack) => html`<span class="pack-name">${nameOf(pack)}</span>` },
    {
      label: "Job classes",
      wide: true,
      cell: (pack) => {
        const newer = pack.classes.filter((id) => takes.get(id) !== pack.sha256);
        const each = pack.classes.map((id, i) => html`${i > 0 && ", "}<span
          class=${newer.includes(id) ? "muted" : ""}>${id}</span>`);
        const which = newer.length < pack.classes.length ? ` ${newer.join(", ")}` : "";
        return html`${each}${newer.length > 0 && html`<div><small class="muted">New jobs
          take${which || ` ${newer.length > 1 ? "them" : "it"}`} from a pack that was installed later.</small></div>`}`;
      },
    },
    { label: "Used by", wide: true, cell: (pack) => html`<${Users} ids=${pack.wantedBy} />` },
    { label: "Size", number: true, cell: (pack) => html`<span class="nowrap">${bytes(pack.bytes)}</span>` },
    { label: "Installed", number: true, cell: (pack) => html`<span class="nowrap">${clock(pack.installedAt)}</span>` },
    { label: "SHA-256", cell: (pack) => html`<code class="nowrap" title=${pack.sha256}>${pack.sha256.slice(0, 12)}</code>` },
    {
      label: "Actions",
      wide: true,
      cell: (pack) => html`<span class="row-acts">
        <a class="button button-small" href=${packPath(pack.sha256, "/file")} download
          aria-label=${`Download ${nameOf(pack)}`}>Download</a>
        <${Confirmed} label="Remove" of=${nameOf(pack)} question=${`Remove ${nameOf(pack)}?`} yes="Yes, remove it" small
          onYes=${() => onRemove(pack)} />
      </span>`,
    },
  ];
}
