// @ts-check
/** Coming in: a name and a password, or an invitation. */

import { api } from "./api.js";
import { define } from "./define.js";
import { html } from "./html.js";
import { capital, TEXTS } from "./texts.js";

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

/** The page of a link for one person: whether the link holds is asked first. */
define("pb-join", (/** @type {{token: string, act: AppActs}} */ { token, act }, element) => {
  if (element.dataset.of !== token) {
    element.dataset.of = token;
    link = { part: "", trouble: "" };
    api.invited(token).then(
      ({ part, refused }) => { link = { part: part ?? "", trouble: capital(refused) }; },
      (error) => { link = { part: "", trouble: error.message }; },
    ).finally(() => { /** @type {any} */ (element).state = { token, act }; });
  }
  return joinPage(token, link, act);
});

/** What is known of the link. */
let link = { part: "", trouble: "" };

/** @param {string} token @param {{part: string, trouble: string}} link @param {AppActs} act */
export function joinPage(token, { part, trouble }, act) {
  const done = (/** @type {import("./types").Me} */ me) => {
    act.known(me);
    location.hash = "#/";
  };
  if (trouble) {
    return html`<main class="page narrow">
      <h1>${TEXTS.join.not}</h1>
      <p role="alert">${trouble.replace(/\.?$/, ".")}</p>
      <p><a class="button" href="#/">${TEXTS.lobby}</a></p>
    </main>`;
  }
  return html`<main class="page narrow">
    <h1>${part ? TEXTS.join.title(part) : TEXTS.join.asks}</h1>
    ${part ? html`<p>${TEXTS.join.how}</p>
    ${form(TEXTS.signUp, "new", (event) => submitted(event, (name, password) => api.join(token, name, password), done))}` : null}
  </main>`;
}
