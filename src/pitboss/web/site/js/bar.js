// @ts-check
/** The bar above every page but the tables': where one is, and who one is. */

import { html } from "./html.js";
import { exactly } from "./money.js";
import { TEXTS } from "./texts.js";

/** @param {import("./app.js").AppState} state @param {import("./app.js").AppActs} act */
export function bar({ me, where }, act) {
  const link = (/** @type {string} */ name, /** @type {string} */ to, /** @type {string} */ words) =>
    html`<a href=${to} aria-current=${where.name === name ? "page" : null}>${words}</a>`;
  return html`
    <header class="bar">
      <a class="brand" href="#/"><img src="/site/icon.svg" alt="" width="24" height="24">${TEXTS.title}</a>
      <nav aria-label="Pages">
        ${link("lobby", "#/", TEXTS.lobby)}
        ${link("learn", "#/learn/", TEXTS.learn)}
        ${link("lab", "#/lab/", TEXTS.lab.title)}
        ${me && me.part !== "player" ? link("staff", "#/staff", TEXTS.staff) : null}
        <a href="/api">${TEXTS.api}</a>
      </nav>
      ${person(me, act)}
    </header>`;
}

/** @param {import("./types").Me | null} me @param {import("./app.js").AppActs} act */
export function person(me, act) {
  if (!me) return html`<div class="person">
    <button class="quiet" @click=${() => act.ask("in")}>${TEXTS.signIn}</button>
    <button class="quiet" @click=${() => act.ask("up")}>${TEXTS.signUp}</button>
  </div>`;
  return html`<div class="person">
    <a class="who" href="#/history" title=${TEXTS.history}>${me.name}</a>
    <span class="purse" title=${TEXTS.balance}>${exactly(me.cents)}</span>
    <button class="quiet" @click=${() => act.signOut()}>${TEXTS.signOut}</button>
  </div>`;
}
