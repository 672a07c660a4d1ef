// @ts-check
/** A search by a query, above the list that it is of, and the usual ones of its kind. */
import { html, useEffect, useState } from "../html.js";
import { go } from "../lib/router.js";
import { useNarrow } from "./hooks.js";

/** Of what would be cut on a phone. @param {string} placeholder */
const beginning = (placeholder) => `${placeholder.split(" ").slice(0, 2).join(" ")} …`;

/**
 * @param {{query: string, href: (query: string) => string, label: string, placeholder: string,
 *   usual: [string, string][]}} props
 */
export function Search({ query, href, label, placeholder, usual }) {
  const [text, setText] = useState(query);
  useEffect(() => setText(query), [query]);
  /** @param {Event} event */
  const send = (event) => {
    event.preventDefault();
    go(href(text.trim()));
  };
  return html`<form class="search" role="search" onSubmit=${send}>
      <input class="input" type="search" value=${text} aria-label=${label} title=${placeholder}
        placeholder=${useNarrow() ? beginning(placeholder) : placeholder}
        onInput=${(/** @type {any} */ event) => setText(event.target.value)} />
      <button class="button" type="submit">Search</button>
    </form>
    <nav class="usual" aria-label="Usual searches">
      ${usual.map(
        ([name, words]) => html`<a key=${name} href=${href(words)}
          aria-current=${words === query ? "page" : undefined}>${name}</a>`,
      )}
    </nav>`;
}
