// @ts-check
/** The dealer's page of one table, and the list of tables at which somebody may deal. */

import { api } from "../api.js";
import { define } from "../define.js";
import { formatDollars, formatDollarsAndCents } from "../format.js";
import { html, keyed } from "../html.js";
import { TEXTS } from "../texts.js";
import { DEALER } from "../texts_dealer.js";
import { endSentence } from "../wording.js";
import { listButtons, sheetDialog } from "./dialogs.js";
import { dealerFelt } from "./felt.js";
import { listenForKeys } from "./keyboard.js";
import { DealModel } from "./model.js";
import { secondsLeft } from "./selectors.js";
import { sidePanel } from "./side.js";
import { banners, stepPanel } from "./step.js";

/** @typedef {import("../types").Me} Me */
/** @typedef {{table: string, me: Me | null, actions: import("../app.js").AppActions, fourColors: boolean}} DealInputs */
/** @typedef {import("./model.js").DealState} DealState */
/** @typedef {{tables: import("../types").LobbyTable[] | null, errorMessage: string}} TableList */

const POLL_INTERVAL = 3000;

class DealPage extends HTMLElement {
  /** @type {DealInputs | null} */
  #inputs = null;
  /** @type {DealModel | null} */
  #model = null;
  /** @type {TableList} */
  #list = { tables: null, errorMessage: "" };
  #errorMessage = "";

  connectedCallback() {
    // An element created before this module was loaded has an own `state` property, which would hide the setter.
    if (!Object.hasOwn(this, "state")) return;
    const { state } = this;
    Reflect.deleteProperty(this, "state");
    this.state = state;
  }

  get state() {
    return /** @type {DealInputs} */ (this.#inputs);
  }

  /** @param {DealInputs} inputs */
  set state(inputs) {
    const isFirst = this.#inputs === null;
    const isOther = inputs.me?.name !== this.#inputs?.me?.name;
    this.#inputs = inputs;
    if (isFirst && inputs.table) this.#open(inputs.table);
    else if (!inputs.table && (isFirst || isOther)) this.#poll();
    else if (this.#model && inputs.me !== this.#model.state.me) this.#model.setMe(inputs.me);
    this.#draw();
  }

  /** @param {string} table */
  async #open(table) {
    try {
      const [card, me] = await Promise.all([api.getCard(table), api.getMe()]);
      if (!this.isConnected) return;
      this.#model = new DealModel(table, card, me, () => this.#draw());
      this.stopKeys = listenForKeys(() => this.#model);
      document.title = `${DEALER.title}: ${card.name} · ${TEXTS.title}`;
    } catch (error) {
      this.#errorMessage = error instanceof Error ? error.message : String(error);
    }
    this.#draw();
  }

  /** Load the list of tables, and again while the page is open. */
  async #poll() {
    window.clearTimeout(this.pollTimer);
    if (!canDeal(this.state.me)) return;
    try {
      const [own, tables] = await Promise.all([api.listMyTables(), api.listTables()]);
      this.#list = { tables: tables.filter(({ table }) => own.includes(table)), errorMessage: "" };
    } catch (error) {
      this.#list = { ...this.#list, errorMessage: error instanceof Error ? error.message : String(error) };
    }
    if (!this.isConnected) return;
    this.#draw();
    this.pollTimer = window.setTimeout(() => this.#poll(), POLL_INTERVAL);
  }

  disconnectedCallback() {
    window.clearTimeout(this.pollTimer);
    this.#model?.close();
    this.stopKeys?.();
    document.title = TEXTS.title;
  }

  #draw() {
    const view = /** @type {any} */ (this.querySelector("pb-deal-view") ?? this.appendChild(document.createElement("pb-deal-view")));
    view.state = { model: this.#model, state: this.#model?.state, list: this.#list, errorMessage: this.#errorMessage, inputs: this.#inputs };
  }
}
/** @param {Me | null} me */
const canDeal = (me) => me?.part === "dealer" || me?.part === "floorperson";

/** @typedef {{model: DealModel | null, state: DealState | undefined, list: TableList, errorMessage: string, inputs: DealInputs}} DealViewState */

define("pb-deal-view", (/** @type {DealViewState} */ { model, state, list, errorMessage, inputs }) => {
  if (!inputs.table) return tableList(list, inputs.me);
  if (!model || !state) return errorMessage ? missingTable(errorMessage) : html`<main class="page"><p class="plain">${TEXTS.loadingTable}</p></main>`;
  return html`
    <div class="deal-page" data-version=${state.console?.version ?? null}>
      ${topBar(state)}
      <div class="banners">${banners(state)}</div>
      <main>${dealerFelt(state)}</main>
      ${stepPanel(state, model)}
      ${sidePanel(state)}
      ${listButtons(state, model)}
      ${sheetDialog(state, model)}
    </div>`;
});

/** @param {DealState} state */
function topBar(state) {
  const { card, feed, me, console } = state;
  const seconds = secondsLeft(state);
  return html`
    <header class="bar table-bar deal-bar">
      <a class="back" href="#/deal" aria-label=${DEALER.back}>‹</a>
      <h1>${card.name}</h1>
      <p class="about">${TEXTS.limits(formatDollars(card.table.minimum), formatDollars(card.table.maximum))} · ${TEXTS.round(feed.view?.round?.number ?? 0)}${me ? ` · ${console ? `${me.name}, ${console.role}` : me.name}` : ""}</p>
      ${seconds !== null && feed.clock ? html`<p class="countdown"><span>${DEALER.timers.clock[feed.clock.for]}</span> <b>${DEALER.timers.seconds(seconds)}</b></p>` : null}
      ${Object.values(feed.view?.meters ?? {}).map((cents) => html`<p class="meter"><span>${TEXTS.jackpot}</span> <b>${formatDollarsAndCents(cents)}</b></p>`)}
    </header>`;
}

/** @param {string} reason */
const missingTable = (reason) => html`
  <main class="page narrow">
    <h1>${TEXTS.tableNotShown}</h1>
    <p role="alert">${endSentence(reason)}</p>
    <p><a class="button" href="#/deal">${DEALER.back}</a></p>
  </main>`;

/** @param {TableList} list @param {Me | null} me */
export function tableList({ tables, errorMessage }, me) {
  if (!canDeal(me)) return html`<main class="page narrow"><h1>${DEALER.title}</h1><p>${DEALER.staffOnly}</p></main>`;
  return html`
    <main class="page deal-tables">
      <h1>${DEALER.title}</h1>
      <p class="lead">${DEALER.lead}</p>
      ${errorMessage ? html`<p class="note" role="alert">${errorMessage}</p>` : null}
      ${tables ? null : html`<p class="muted">${DEALER.loading}</p>`}
      ${tables && !tables.length ? html`<p>${DEALER.none}</p>` : null}
      <ul>${(tables ?? []).map((listing) => keyed(listing.table, html`
        <li><a class="panel" href=${`#/deal/${encodeURIComponent(listing.table)}`}>
          <b>${listing.title}</b>
          <span class="muted">${listing.game_name === listing.title ? "" : `${listing.game_name} · `}${TEXTS.limits(formatDollars(listing.minimum), formatDollars(listing.maximum))} · ${TEXTS.seatsTaken(Object.keys(listing.taken).length, listing.seats)} · ${TEXTS.round(listing.round)}</span>
          ${listing.stopped ? html`<span class="note">${TEXTS.stopped}</span>` : null}
        </a></li>`))}</ul>
    </main>`;
}

// Last, since elements that are already on the page start at once.
customElements.define("pb-deal", DealPage);
