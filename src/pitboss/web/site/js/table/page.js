// @ts-check
/** The page of one table. */

import { api } from "../api.js";
import { define } from "../define.js";
import { formatDollars, formatDollarsAndCents } from "../format.js";
import { html } from "../html.js";
import { TEXTS } from "../texts.js";
import { endSentence } from "../wording.js";
import { actionBar } from "./actions.js";
import { TableController } from "./controller.js";
import { feltView } from "./felt.js";
import { listenForKeys } from "./keyboard.js";
import { purseDialog } from "./purse.js";
import { rail } from "./rail.js";
import { canBet, isMyTurn, labelOf, ownChips, ownSeat, PHASE, roundOnFelt, secondsLeft } from "./selectors.js";

/** @typedef {{table: string, me: import("../types").Me | null, actions: import("../app.js").AppActions, fourColors: boolean}} TableInputs */
/** @typedef {import("./model.js").TableState} TableState */

class TablePage extends HTMLElement {
  /** @type {TableInputs | null} */
  #inputs = null;
  /** @type {TableController | null} */
  #controller = null;
  #errorMessage = "";

  /** @param {TableInputs} inputs */
  set state(inputs) {
    const isFirst = this.#inputs === null;
    this.#inputs = inputs;
    if (isFirst) this.#open(inputs);
    else if (this.#controller && inputs.me !== this.#controller.state.me) this.#controller.setMe(inputs.me);
    this.#draw();
  }

  /** @param {TableInputs} inputs */
  async #open({ table, actions }) {
    try {
      const [card, { me, room }] = await Promise.all([api.getCard(table), api.getSession()]);
      if (!this.isConnected) return;
      this.#controller = new TableController(table, room, card, me, () => this.#draw(), (person) => actions.setMe(person));
      this.stopKeys = listenForKeys(() => this.#controller);
      document.title = `${card.name} · ${TEXTS.title}`;
    } catch (error) {
      this.#errorMessage = error instanceof Error ? error.message : String(error);
    }
    this.#draw();
  }

  disconnectedCallback() {
    this.#controller?.close();
    this.stopKeys?.();
    document.title = TEXTS.title;
  }

  #draw() {
    const focusedBar = document.activeElement?.closest(".actions");
    const view = /** @type {any} */ (this.querySelector("pb-table-view") ?? this.appendChild(document.createElement("pb-table-view")));
    view.state = { controller: this.#controller, state: this.#controller?.state, errorMessage: this.#errorMessage, inputs: this.#inputs };
    // The button that was pressed may be gone: move keyboard focus to the next one.
    if (focusedBar) setTimeout(() => { if (document.activeElement === document.body) /** @type {HTMLElement | null} */ (this.querySelector(".actions .decision, .actions .primary, .actions button"))?.focus(); });
  }
}
customElements.define("pb-table", TablePage);

/** @typedef {{controller: TableController | null, state: TableState | undefined, errorMessage: string, inputs: TableInputs}} TableViewState */

define("pb-table-view", (/** @type {TableViewState} */ { controller, state, errorMessage, inputs }) => {
  if (!controller || !state) return errorMessage ? missingTable(errorMessage) : html`<main class="page"><p class="plain">${TEXTS.loadingTable}</p></main>`;
  return html`
    <div class="table-page">
      ${topBar(state, controller, inputs)}
      <div class="banners">${banners(state)}</div>
      <main>${feltView(withPlayedRules(state), controller)}</main>
      ${actionBar(state, controller)}
      ${rail(state, controller, inputs.actions, inputs.fourColors)}
      ${state.isPurseOpen ? purseDialog(state, controller) : null}
      <p class="visually-hidden" aria-live="polite">${state.announcement}</p>
    </div>`;
});

/** A round that is still shown keeps the layout of its own rules. @param {TableState} state @returns {TableState} */
const withPlayedRules = (state) => (state.playedCard && roundOnFelt(state)?.rules === state.playedCard.hash ? { ...state, card: state.playedCard } : state);

/** @param {string} reason */
const missingTable = (reason) => html`
  <main class="page narrow">
    <h1>${TEXTS.tableNotShown}</h1>
    <p role="alert">${endSentence(reason)}</p>
    <p><a class="button" href="#/">${TEXTS.lobby}</a></p>
  </main>`;

/** Notices for everybody at the table. @param {TableState} state */
function banners(state) {
  const { incident, out_of_order, upcoming, lapsed } = state.feed.view ?? {};
  return [
    state.alarm ? html`<p class="banner alarm" role="alert">${state.alarm} ${TEXTS.fair.stop}</p>` : null,
    state.link === "lost" ? html`<p class="banner" role="status">${TEXTS.connectionLost} <span aria-live="off">${clockNotice(state)}</span></p>` : null,
    state.link === "over" ? html`<p class="banner" role="status">${TEXTS.sessionEnded}</p>` : null,
    upcoming ? upcomingBanner(state.upcomingRules, upcoming) : null,
    lapsed ? html`<p class="banner" role="status">${TEXTS.lapsed(lapsed)}</p>` : null,
    incident ? html`<p class="banner stopped">${TEXTS.incident(incident)}</p>` : null,
    ...Object.entries(incident ? {} : out_of_order ?? {}).map(([device, wagers]) => html`<p class="banner failed">${deviceFailure(state, device, wagers)}</p>`),
  ].filter(Boolean);
}

/** The rules that take effect after this round. @param {import("../types").UpcomingRules | null} upcomingRules @param {import("../types").UpcomingView} upcoming */
const upcomingBanner = (upcomingRules, upcoming) => html`
  <details class="banner upcoming">
    <summary>${TEXTS.upcoming(formatDollars(upcoming.minimum), formatDollars(upcoming.maximum))}</summary>
    <ul>${(upcomingRules?.changes ?? []).map((change) => html`<li>${change}</li>`)}</ul>
  </details>`;

/** Say how much time is left while the connection is lost. @param {TableState} state */
function clockNotice(state) {
  const seconds = isMyTurn(state) || canBet(state) ? secondsLeft(state) : null;
  return seconds === null ? "" : TEXTS.clockRunning(seconds);
}

/** Describe a failed device and what is waiting for it. @param {TableState} state @param {string} device @param {string[]} wagers */
function deviceFailure(state, device, wagers) {
  const round = state.feed.view?.round;
  const isLive = round && round.phase !== PHASE.closed && round.phase !== PHASE.void;
  const isWaiting = isLive && Object.values(round.seats).some((hand) => wagers.some((key) => hand.wagers[key] && !hand.sat_out && !hand.results?.[key]));
  return TEXTS.deviceFailed(device, wagers.map((key) => labelOf(state.card, key)), Boolean(isWaiting));
}

/** @param {TableState} state @param {TableController} controller @param {TableInputs} inputs */
function topBar(state, controller, { actions }) {
  const { card, feed, me } = state;
  const round = roundOnFelt(state);
  const isSeated = ownSeat(state) !== null;
  return html`
    <header class="bar table-bar">
      <a class="back" href="#/" aria-label=${TEXTS.lobby}>‹</a>
      <h1>${card.name}</h1>
      <p class="about">${TEXTS.limits(formatDollars(card.table.minimum), formatDollars(card.table.maximum))} · ${TEXTS.round(round?.number ?? 0)}${round?.practice ? html` · <b>${TEXTS.practice}</b>` : null}</p>
      ${Object.values(feed.view?.meters ?? {}).map((cents) => html`<p class="meter"><span>${TEXTS.jackpot}</span> <b>${formatDollarsAndCents(cents)}</b></p>`)}
      ${isSeated ? html`
        <button class="purse" title=${TEXTS.chips} aria-label=${`${TEXTS.chips}: ${formatDollarsAndCents(ownChips(state))}`} @click=${() => controller.setPurse(true)}>${formatDollarsAndCents(ownChips(state))}</button>
        <button class="quiet leave" @click=${() => controller.leave()}>${TEXTS.leave}</button>`
      : me ? html`<span class="purse" title=${TEXTS.balance}>${formatDollarsAndCents(me.cents)}</span>`
      : html`<button class="quiet" @click=${() => actions.openDialog("in")}>${TEXTS.signIn}</button>`}
    </header>`;
}
