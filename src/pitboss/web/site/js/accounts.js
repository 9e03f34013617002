// @ts-check
/** Signing in, creating an account and accepting an invitation. */

import { api } from "./api.js";
import { define } from "./define.js";
import { html } from "./html.js";
import { capitalize, TEXTS } from "./texts.js";
import { endSentence } from "./wording.js";

/** @typedef {import("./app.js").AppActions} AppActions */

/** @param {SubmitEvent} event @param {(name: string, password: string) => Promise<import("./types").Me>} authenticate @param {(me: import("./types").Me) => void} onSuccess */
async function submitForm(event, authenticate, onSuccess) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.currentTarget);
  const errorNote = /** @type {HTMLElement} */ (form.querySelector(".note"));
  const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).value;
  errorNote.textContent = "";
  try {
    onSuccess(await authenticate(field("name"), field("password")));
  } catch (error) {
    errorNote.textContent = error instanceof Error ? error.message : String(error);
  }
}

/** @param {string} label @param {boolean} isNew @param {(event: SubmitEvent) => void} submit */
const accountForm = (label, isNew, submit) => html`
  <form class="account" @submit=${submit}>
    <label>${TEXTS.name}<input name="name" required maxlength="40" autocomplete="username" autofocus></label>
    <label>${TEXTS.password}<input name="password" type="password" required minlength=${isNew ? "10" : "1"} autocomplete=${isNew ? "new-password" : "current-password"}></label>
    ${isNew ? html`<p class="hint">${TEXTS.passwordHint}</p>` : null}
    <p class="note" role="alert"></p>
    <button class="primary">${label}</button>
  </form>`;

/** The form of a guest who keeps the account; password managers read the name. @param {string} name @param {(event: SubmitEvent) => void} submit */
const keepForm = (name, submit) => html`
  <form class="account" @submit=${submit}>
    <p>${TEXTS.keepAccount.how(name)}</p>
    <input class="hidden" name="name" autocomplete="username" value=${name} readonly tabindex="-1" aria-hidden="true">
    <label>${TEXTS.password}<input name="password" type="password" required minlength="10" autocomplete="new-password" autofocus></label>
    <p class="hint">${TEXTS.passwordHint}</p>
    <p class="note" role="alert"></p>
    <button class="primary">${TEXTS.keepAccount.submit}</button>
  </form>`;

/** @param {string} dialog @param {AppActions} actions @param {import("./types").Me | null} [me] */
export function accountDialog(dialog, actions, me = null) {
  const isNew = dialog === "up";
  const label = isNew ? TEXTS.signUp : TEXTS.signIn;
  const authenticate = isNew ? api.signUp : api.signIn;
  const onSuccess = (/** @type {import("./types").Me} */ me) => {
    actions.setMe(me);
    actions.openDialog("");
  };
  if (dialog === "keep" && me) return html`<pb-dialog .state=${{
    title: TEXTS.keepAccount.title,
    close: () => actions.openDialog(""),
    body: keepForm(me.name, (event) => submitForm(event, (_, password) => api.keepGuestAccount(password), onSuccess)),
  }}></pb-dialog>`;
  return html`<pb-dialog .state=${{
    title: label,
    close: () => actions.openDialog(""),
    body: accountForm(label, isNew, (event) => submitForm(event, authenticate, onSuccess)),
  }}></pb-dialog>`;
}

/** The page behind an invitation link. It checks first whether the link is valid. */
define("pb-join", (/** @type {{token: string, actions: AppActions}} */ { token, actions }, element) => {
  if (element.dataset.loadedFor !== token) {
    element.dataset.loadedFor = token;
    invitation = { part: "", errorMessage: "" };
    api.getInvitation(token).then(
      ({ part, refused }) => { invitation = { part: part ?? "", errorMessage: capitalize(refused) }; },
      (error) => { invitation = { part: "", errorMessage: error.message }; },
    ).finally(() => { /** @type {any} */ (element).state = { token, actions }; });
  }
  return joinPage(token, invitation, actions);
});

/** What the server said about the link. */
let invitation = { part: "", errorMessage: "" };

/** @param {string} token @param {{part: string, errorMessage: string}} invitation @param {AppActions} actions */
export function joinPage(token, { part, errorMessage }, actions) {
  const onSuccess = (/** @type {import("./types").Me} */ me) => {
    actions.setMe(me);
    location.hash = "#/";
  };
  if (errorMessage) {
    return html`<main class="page narrow">
      <h1>${TEXTS.join.invalid}</h1>
      <p role="alert">${endSentence(errorMessage)}</p>
      <p><a class="button" href="#/">${TEXTS.lobby}</a></p>
    </main>`;
  }
  return html`<main class="page narrow">
    <h1>${part ? TEXTS.join.title(part) : TEXTS.join.heading}</h1>
    ${part ? html`<p>${TEXTS.join.how}</p>
    ${accountForm(TEXTS.signUp, true, (event) => submitForm(event, (name, password) => api.join(token, name, password), onSuccess))}` : null}
  </main>`;
}
