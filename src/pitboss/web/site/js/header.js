// @ts-check
/** The header of every page except the tables: navigation and account. */

import { formatDollarsAndCents } from "./format.js";
import { html } from "./html.js";
import { TEXTS } from "./texts.js";

/** @param {import("./app.js").AppState} state @param {import("./app.js").AppActions} actions */
export function siteHeader({ me, route }, actions) {
  const link = (/** @type {string} */ name, /** @type {string} */ href, /** @type {string} */ label) =>
    html`<a href=${href} aria-current=${route.name === name ? "page" : null}>${label}</a>`;
  return html`
    <header class="bar">
      <a class="brand" href="#/"><img src="/site/icon.svg" alt="" width="24" height="24">${TEXTS.title}</a>
      <nav aria-label="Pages">
        ${link("lobby", "#/", TEXTS.lobby)}
        ${link("learn", "#/learn/", TEXTS.learn)}
        ${link("school", "#/school", TEXTS.school)}
        ${link("lab", "#/lab/", TEXTS.lab.title)}
        ${["dealer", "floorperson"].includes(me?.part ?? "") ? link("deal", "#/deal", TEXTS.deal) : null}
        ${["floorperson", "surveillance", "auditor"].includes(me?.part ?? "") ? link("floor", "#/floor", TEXTS.floor) : null}
        ${me && me.part !== "player" ? [link("staff", "#/staff", TEXTS.staff), link("admin", "#/admin", TEXTS.admin)] : null}
        ${me && me.part !== "player" && me.part !== "dealer" ? link("audit", "#/audit", TEXTS.audit) : null}
        <a href="/api">${TEXTS.api}</a>
      </nav>
      ${accountMenu(me, actions)}
      ${me?.guest ? html`<p class="offer"><span>${TEXTS.keepAccount.offer}</span> <button class="text" @click=${() => actions.openDialog("keep")}>${TEXTS.keepAccount.button}</button></p>` : null}
    </header>`;
}

/** @param {import("./types").Me | null} me @param {import("./app.js").AppActions} actions */
export function accountMenu(me, actions) {
  if (!me) return html`<div class="person">
    <button class="quiet" @click=${() => actions.openDialog("in")}>${TEXTS.signIn}</button>
    <button class="quiet" @click=${() => actions.openDialog("up")}>${TEXTS.signUp}</button>
  </div>`;
  return html`<div class="person">
    <a class="who" href="#/history" title=${TEXTS.history}>${me.name}</a>
    <span class="purse" title=${TEXTS.balance}>${formatDollarsAndCents(me.cents)}</span>
    <button class="quiet" @click=${() => actions.signOut()}>${TEXTS.signOut}</button>
  </div>`;
}
