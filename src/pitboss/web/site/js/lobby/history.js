// @ts-check
/** Your recent rounds at every table, with their results. */

import { api } from "../api.js";
import { define } from "../define.js";
import { formatSignedDollars } from "../format.js";
import { html, keyed } from "../html.js";
import { roundLine } from "../table/history_tab.js";
import { net } from "../table/selectors.js";
import { TEXTS } from "../texts.js";

/** @typedef {{me: import("../types").Me | null, actions: unknown}} HistoryState */

/** @typedef {Record<string, import("../types").RoundView[]>} Rounds By table. */

/** @type {{rounds: Rounds | null, titles: Record<string, string>, errorMessage: string}} */
let history = { rounds: null, titles: {}, errorMessage: "" };

define("pb-history", (/** @type {HistoryState} */ state, element) => {
  const { me } = state;
  // Load on every visit and for each person: there may be new rounds.
  if (me && element.dataset.loadedFor !== me.name) {
    element.dataset.loadedFor = me.name;
    history = { ...history, rounds: null, errorMessage: "" };
    Promise.all([api.listMyRounds(), api.listTables()]).then(
      ([rounds, tables]) => { history = { ...history, rounds, titles: Object.fromEntries(tables.map((listing) => [listing.table, listing.title])) }; },
      (error) => { history = { ...history, errorMessage: error.message }; },
    ).finally(() => { /** @type {any} */ (element).state = { ...state }; });
  }
  return historyView(me, history.rounds, history.titles, history.errorMessage);
});

/** @param {import("../types").Me | null} me @param {Rounds | null} rounds Null while loading. @param {Record<string, string>} titles @param {string} errorMessage */
export function historyView(me, rounds, titles, errorMessage) {
  const tables = Object.entries(rounds ?? {});
  return html`
    <main class="page">
      <h1>${TEXTS.history}</h1>
      ${!me ? html`<p>Sign in, or sit down as a guest, to see your rounds here.</p>` : null}
      ${errorMessage ? html`<p class="note" role="alert">${errorMessage}</p>` : null}
      ${me && rounds && !tables.length ? html`<p>${TEXTS.noHistory}</p>` : null}
      ${me ? tables.map(([table, rounds]) => keyed(table, html`
        <section class="panel">
          <h2><a href=${`#/table/${encodeURIComponent(table)}`}>${titles[table] ?? table}</a></h2>
          <p class="muted">Recent rounds: ${formatSignedDollars(rounds.reduce((sum, round) => sum + ownNet(round, me.name), 0))}</p>
          <ol class="rounds">${[...rounds].reverse().map((round) => keyed(round.number, roundLine(round, me.name)))}</ol>
        </section>`)) : null}
    </main>`;
}

/** @param {import("../types").RoundView} round @param {string} name */
function ownNet(round, name) {
  return Object.values(round.seats).filter((seat) => seat.player === name).reduce((sum, seat) => sum + net(seat), 0);
}
