// @ts-check
/** The page of one table. */

import { api } from "../api.js";
import { define } from "../define.js";
import { html } from "../html.js";
import { dollars, exactly } from "../money.js";
import { TEXTS } from "../texts.js";
import { actions } from "./actions.js";
import { purse } from "./purse.js";
import { Desk } from "./desk.js";
import { felt } from "./felt.js";
import { keys } from "./keys.js";
import { rail } from "./rail.js";
import { canBet, isAsked, labelOf, onFelt, ownChips, ownSeat, PHASE, secondsLeft } from "./read.js";

/** @typedef {{table: string, me: import("../types").Me | null, act: import("../app.js").AppActs, four: boolean}} Given */
/** @typedef {import("./watch.js").TableState} TableState */

class TablePage extends HTMLElement {
  /** @type {Given | null} */
  #given = null;
  /** @type {Desk | null} */
  #desk = null;
  #trouble = "";

  /** @param {Given} given */
  set state(given) {
    const first = this.#given === null;
    this.#given = given;
    if (first) this.#open(given);
    else if (this.#desk && given.me !== this.#desk.state.me) this.#desk.become(given.me);
    this.#draw();
  }

  /** @param {Given} given */
  async #open({ table, act }) {
    try {
      const [card, { me, room }] = await Promise.all([api.card(table), api.session()]);
      if (!this.isConnected) return;
      this.#desk = new Desk(table, room, card, me, () => this.#draw(), (who) => act.known(who));
      this.forget = keys(() => this.#desk);
      document.title = `${card.name} · ${TEXTS.title}`;
    } catch (error) {
      this.#trouble = error instanceof Error ? error.message : String(error);
    }
    this.#draw();
  }

  disconnectedCallback() {
    this.#desk?.close();
    this.forget?.();
    document.title = TEXTS.title;
  }

  #draw() {
    const held = document.activeElement?.closest(".actions");
    const inside = /** @type {any} */ (this.querySelector("pb-table-view") ?? this.appendChild(document.createElement("pb-table-view")));
    inside.state = { desk: this.#desk, state: this.#desk?.state, trouble: this.#trouble, given: this.#given };
    // The button that was pressed may be gone: whoever goes by the keyboard is led to the next one.
    if (held) setTimeout(() => { if (document.activeElement === document.body) /** @type {HTMLElement | null} */ (this.querySelector(".actions .decision, .actions .primary, .actions button"))?.focus(); });
  }
}
customElements.define("pb-table", TablePage);

/** @typedef {{desk: Desk | null, state: TableState | undefined, trouble: string, given: Given}} Shown */

define("pb-table-view", (/** @type {Shown} */ { desk, state, trouble, given }) => {
  if (!desk || !state) return trouble ? missing(trouble) : html`<main class="page"><p class="plain">${TEXTS.laid}</p></main>`;
  return html`
    <div class="table-page">
      ${topBar(state, desk, given)}
      <div class="banners">${banners(state)}</div>
      <main>${felt(asPlayed(state), desk)}</main>
      ${actions(state, desk)}
      ${rail(state, desk, given.act, given.four)}
      ${state.purse ? purse(state, desk) : null}
      <p class="aloud" aria-live="polite">${state.said}</p>
    </div>`;
});

/** A round that is still shown lies on the felt by its own rules. @param {TableState} state @returns {TableState} */
const asPlayed = (state) => (state.played && onFelt(state)?.rules === state.played.hash ? { ...state, card: state.played } : state);

/** @param {string} why */
const missing = (why) => html`
  <main class="page narrow">
    <h1>${TEXTS.noTable}</h1>
    <p role="alert">${why.replace(/\.?$/, ".")}</p>
    <p><a class="button" href="#/">${TEXTS.lobby}</a></p>
  </main>`;

/** What everybody has to know beside the cards. @param {TableState} state */
function banners(state) {
  const { incident, out_of_order, upcoming, lapsed } = state.seen.view ?? {};
  return [
    state.alarm ? html`<p class="banner alarm" role="alert">${state.alarm} ${TEXTS.fair.stop}</p>` : null,
    state.link === "lost" ? html`<p class="banner" role="status">${TEXTS.lostLink} <span aria-live="off">${clockRuns(state)}</span></p>` : null,
    state.link === "over" ? html`<p class="banner" role="status">${TEXTS.overLink}</p>` : null,
    upcoming ? announced(state.coming, upcoming) : null,
    lapsed ? html`<p class="banner" role="status">${TEXTS.lapsed(lapsed)}</p>` : null,
    incident ? html`<p class="banner stopped">${TEXTS.incident(incident)}</p>` : null,
    ...Object.entries(incident ? {} : out_of_order ?? {}).map(([device, wagers]) => html`<p class="banner failed">${failure(state, device, wagers)}</p>`),
  ].filter(Boolean);
}

/** What the table is played by after this round. @param {import("../types").Announced | null} coming @param {import("../types").UpcomingView} upcoming */
const announced = (coming, upcoming) => html`
  <details class="banner upcoming">
    <summary>${TEXTS.upcoming(dollars(upcoming.minimum), dollars(upcoming.maximum))}</summary>
    <ul>${(coming?.changes ?? []).map((one) => html`<li>${one}</li>`)}</ul>
  </details>`;

/** What one has to know of the time while nothing comes from the table. @param {TableState} state */
function clockRuns(state) {
  const left = isAsked(state) || canBet(state) ? secondsLeft(state) : null;
  return left === null ? "" : TEXTS.clockRuns(left);
}

/** A device that cannot be used, and what waits for it. @param {TableState} state @param {string} device @param {string[]} wagers */
function failure(state, device, wagers) {
  const round = state.seen.view?.round;
  const live = round && round.phase !== PHASE.closed && round.phase !== PHASE.void;
  const waits = live && Object.values(round.seats).some((hand) => wagers.some((key) => hand.wagers[key] && !hand.sat_out && !hand.results?.[key]));
  return TEXTS.failed(device, wagers.map((key) => labelOf(state.card, key)), Boolean(waits));
}

/** @param {TableState} state @param {Desk} desk @param {Given} given */
function topBar(state, desk, { act }) {
  const { card, seen, me } = state;
  const round = onFelt(state);
  const seated = ownSeat(state) !== null;
  return html`
    <header class="bar table-bar">
      <a class="back" href="#/" aria-label=${TEXTS.lobby}>‹</a>
      <h1>${card.name}</h1>
      <p class="about">${TEXTS.limits(dollars(card.table.minimum), dollars(card.table.maximum))} · ${TEXTS.round(round?.number ?? 0)}${round?.practice ? html` · <b>${TEXTS.practice}</b>` : null}</p>
      ${Object.values(seen.view?.meters ?? {}).map((cents) => html`<p class="meter"><span>${TEXTS.jackpot}</span> <b>${exactly(cents)}</b></p>`)}
      ${seated ? html`
        <button class="purse" title=${TEXTS.chips} aria-label=${`${TEXTS.chips}: ${exactly(ownChips(state))}`} @click=${() => desk.count(true)}>${exactly(ownChips(state))}</button>
        <button class="quiet leave" @click=${() => desk.leave()}>${TEXTS.leave}</button>`
      : me ? html`<span class="purse" title=${TEXTS.balance}>${exactly(me.cents)}</span>`
      : html`<button class="quiet" @click=${() => act.ask("in")}>${TEXTS.signIn}</button>`}
    </header>`;
}
