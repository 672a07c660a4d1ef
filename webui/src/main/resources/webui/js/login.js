// @ts-check
/** The login view. */
import { html, useState } from "./html.js";
import { logIn } from "./lib/api.js";
import { Failure } from "./ui/notice.js";
import { useTitle } from "./ui/hooks.js";

/**
 * The token of a one-use link (`/#token=…`), which is removed from the address bar and the
 * history.
 */
export function tokenFromAddress() {
  let token = tokenOf(location.hash);
  if (token) {
    history.replaceState(null, "", location.pathname + location.search);
  }
  return {
    /** The token, once; empty afterwards. */
    take() {
      const taken = token;
      token = "";
      return taken;
    },
  };
}

/** @param {string} hash @returns {string} */
export function tokenOf(hash) {
  return new URLSearchParams(hash.replace(/^#/, "")).get("token") ?? "";
}

/** What somebody pasted: a link, or a token alone. @param {string} text @returns {string} */
export function tokenIn(text) {
  return tokenOf(text.slice(text.indexOf("#"))) || text.trim();
}

const OVER_TLS = location.protocol === "https:";
const WHY = "This server wants a login.";

/**
 * @param {{onLogin: () => void, refusal: string, ended?: {typed: boolean}}} props `refusal` says why a link did not
 *   let in, `ended` that somebody was in, and whether they were typing
 */
export function Login({ onLogin, refusal, ended }) {
  useTitle("Log in");
  const [token, setToken] = useState("");
  const [failure, setFailure] = useState(refusal);
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    logIn(tokenIn(token)).then(onLogin, (error) => setFailure(error.message));
  };
  return html`<section class="login panel" aria-labelledby="login-title">
    <h1 id="login-title">Log in</h1>
    <p>
      ${ended ? `Your session has ended.${ended.typed ? " What you have typed is kept until you are back." : ""}` : WHY}
      ${" "}Open a one-use link, or paste it here: <code>broadside server login</code> prints one.
    </p>
    <form onSubmit=${submit}>
      <label for="token">Link or token</label>
      <input id="token" class="input" type="password" autocomplete="off" required autofocus
        value=${token} onInput=${(/** @type {any} */ e) => setToken(e.target.value)} />
      <button class="button button-main" type="submit">Log in</button>
    </form>
    ${failure && html`<${Failure} title="Not logged in" sentence=${failure} />`}
    <p class="muted">
      A link works once, within ten minutes.${OVER_TLS && html` The content of the file <code>admin-token</code> in the
      server's data folder always works.`}
    </p>
  </section>`;
}
