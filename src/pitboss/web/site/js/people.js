// @ts-check
/** Coming in: a name and a password, or an invitation. */

import { api } from "./api.js";
import { html } from "./html.js";
import { TEXTS } from "./texts.js";

/** @typedef {import("./app.js").AppActs} AppActs */

/** @param {SubmitEvent} event @param {(name: string, password: string) => Promise<import("./types").Me>} come @param {(me: import("./types").Me) => void} done */
async function submitted(event, come, done) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.currentTarget);
  const told = /** @type {HTMLElement} */ (form.querySelector(".note"));
  const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).value;
  told.textContent = "";
  try {
    done(await come(field("name"), field("password")));
  } catch (error) {
    told.textContent = error instanceof Error ? error.message : String(error);
  }
}

/** @param {string} words @param {string} fresh @param {(event: SubmitEvent) => void} submit */
const form = (words, fresh, submit) => html`
  <form class="account" @submit=${submit}>
    <label>${TEXTS.name}<input name="name" required maxlength="40" autocomplete="username" autofocus></label>
    <label>${TEXTS.password}<input name="password" type="password" required minlength=${fresh ? "10" : "1"} autocomplete=${fresh ? "new-password" : "current-password"}></label>
    ${fresh ? html`<p class="hint">${TEXTS.passwordHint}</p>` : null}
    <p class="note" role="alert"></p>
    <button class="primary">${words}</button>
  </form>`;

/** @param {string} asks @param {AppActs} act */
export function accountDialog(asks, act) {
  const fresh = asks === "up";
  const words = fresh ? TEXTS.signUp : TEXTS.signIn;
  const come = fresh ? api.signUp : api.signIn;
  const done = (/** @type {import("./types").Me} */ me) => {
    act.known(me);
    act.ask("");
  };
  return html`<pb-dialog .state=${{
    title: words,
    close: () => act.ask(""),
    body: form(words, fresh ? "new" : "", (event) => submitted(event, come, done)),
  }}></pb-dialog>`;
}

/** The page of a link for one person. @param {string} token @param {AppActs} act */
export function joinPage(token, act) {
  const done = (/** @type {import("./types").Me} */ me) => {
    act.known(me);
    location.hash = "#/";
  };
  return html`<main class="page narrow">
    <h1>You are invited</h1>
    <p>Choose the name under which the house knows you, and a password. The link works once.</p>
    ${form(TEXTS.signUp, "new", (event) => submitted(event, (name, password) => api.join(token, name, password), done))}
  </main>`;
}
