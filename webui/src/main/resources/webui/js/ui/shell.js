// @ts-check
/** The frame around every view: wordmark, navigation, theme. */
import { html, useState } from "../html.js";
import { chooseTheme, chosenTheme } from "../lib/theme.js";

/** @type {[view: string, href: string, label: string][]} */
const WAYS = [
  ["overview", "/", "Overview"],
  ["jobs", "/jobs", "Jobs"],
  ["studies", "/studies", "Studies"],
  ["groups", "/groups", "Groups"],
  ["new", "/new", "New job"],
  ["targets", "/targets", "Targets"],
  ["agents", "/agents", "Agents"],
  ["packs", "/packs", "Packs"],
];

/** The navigation link that is marked for a view that has none of its own. @type {Record<string, string>} */
const BELOW = { job: "jobs", study: "studies", group: "groups", newGroup: "groups", history: "jobs", compare: "jobs" };

/**
 * @param {{session?: import("../types.js").SessionView, view?: string, onLogout?: () => void,
 *   children?: any}} props
 */
export function Shell({ session, view, onLogout, children }) {
  const here = (/** @type {string} */ name) =>
    view === name ? "page" : BELOW[view ?? ""] === name ? "true" : undefined;
  return html`
    <a class="skip" href="#main">Skip to the content</a>
    <header class="top">
      <a class="wordmark" href="/"><${Mark} /><span>Broadside</span></a>
      ${
        view &&
        html`<nav aria-label="Main">
        ${WAYS.map(
          ([name, href, label]) => html`<a key=${name} href=${href} aria-current=${here(name)}>${label}</a>`,
        )}
      </nav>`
      }
      <div class="top-end">
        ${session?.user && html`<${Logout} onLogout=${onLogout} />`}
        <${ThemeSwitch} />
      </div>
    </header>
    <main id="main" tabindex="-1">${children}</main>
    <footer class="bottom">
      <span>Broadside ${session?.version}</span>
      <span>Times are in ${zone()}</span>
      <span class="bottom-ways">
        ${view && html`<a href="/notices" aria-current=${here("notices")}>Notices</a>`}
        <a href="/api/openapi.yaml" target="_blank" rel="noopener">HTTP API</a>
      </span>
    </footer>`;
}

/** The time zone of all times that the page shows: `Europe/Berlin, UTC+01:00`. */
function zone() {
  const minutes = -new Date().getTimezoneOffset();
  const two = (/** @type {number} */ n) => String(Math.floor(n)).padStart(2, "0");
  const offset = `UTC${minutes < 0 ? "−" : "+"}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return ["UTC", "Etc/UTC"].includes(timeZone) ? "UTC" : `${timeZone}, ${offset}`;
}

/** @param {{onLogout?: () => void}} props */
function Logout({ onLogout }) {
  return html`<button class="button-plain" type="button" onClick=${onLogout}>Log out</button>`;
}

/** A hull and its ports, as rising bars. */
function Mark() {
  return html`<svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
    <g class="mark-bars">
      <rect x="6" y="13" width="3.4" height="5" rx="1" />
      <rect x="11.6" y="10" width="3.4" height="8" rx="1" />
      <rect x="17.2" y="7" width="3.4" height="11" rx="1" />
      <rect x="22.8" y="3" width="3.4" height="15" rx="1" />
    </g>
    <path class="mark-hull" d="M2.5 21h27l-4 6.4a3.4 3.4 0 0 1-2.9 1.6H9.4a3.4 3.4 0 0 1-2.9-1.6z" />
  </svg>`;
}

const NEXT = /** @type {const} */ ({ system: "light", light: "dark", dark: "system" });

function ThemeSwitch() {
  const [theme, setTheme] = useState(chosenTheme);
  const change = () => {
    chooseTheme(NEXT[theme]);
    setTheme(NEXT[theme]);
  };
  const title = `Theme: ${theme}; press for ${NEXT[theme]}`;
  return html`<button class="button-plain theme" type="button" onClick=${change} title=${title}>
    <svg viewBox="0 0 16 16" width="15" height="15" aria-hidden="true">
      <circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor" stroke-width="1.5" />
      <path d="M8 1.5a6.5 6.5 0 0 1 0 13z" fill="currentColor" />
    </svg>
    <span class="theme-word">${theme}</span>
    <span class="unseen">theme</span>
  </button>`;
}
