// @ts-check
/** One's own last rounds at every table, and what they came to. */

import { api } from "../api.js";
import { define } from "../define.js";
import { html, keyed } from "../html.js";
import { gained } from "../money.js";
import { TEXTS } from "../texts.js";
import { roundLine } from "../table/rounds.js";
import { net } from "../table/read.js";

/** @typedef {{me: import("../types").Me | null, act: unknown}} HistoryState */

/** @typedef {Record<string, import("../types").RoundView[]>} Rounds By table. */

/** @type {{rounds: Rounds | null, titles: Record<string, string>, trouble: string}} */
let found = { rounds: null, titles: {}, trouble: "" };

define("pb-history", (/** @type {HistoryState} */ state, element) => {
  const { me } = state;
  // Asked for at every visit, and for everybody: there may be new ones.
  if (me && element.dataset.of !== me.name) {
    element.dataset.of = me.name;
    found = { ...found, rounds: null, trouble: "" };
    Promise.all([api.myRounds(), api.tables()]).then(
      ([rounds, tables]) => { found = { ...found, rounds, titles: Object.fromEntries(tables.map((one) => [one.table, one.title])) }; },
      (error) => { found = { ...found, trouble: error.message }; },
    ).finally(() => { /** @type {any} */ (element).state = { ...state }; });
  }
  return historyView(me, found.rounds, found.titles, found.trouble);
});

/** @param {import("../types").Me | null} me @param {Rounds | null} rounds None yet, if they are not known. @param {Record<string, string>} titles @param {string} trouble */
export function historyView(me, rounds, titles, trouble) {
  const tables = Object.entries(rounds ?? {});
  return html`
    <main class="page">
      <h1>${TEXTS.history}</h1>
      ${!me ? html`<p>Sign in, or sit down as a guest, and your rounds are listed here.</p>` : null}
      ${trouble ? html`<p class="note" role="alert">${trouble}</p>` : null}
      ${me && rounds && !tables.length ? html`<p>${TEXTS.noHistory}</p>` : null}
      ${me ? tables.map(([table, rounds]) => keyed(table, html`
        <section class="panel">
          <h2><a href=${`#/table/${encodeURIComponent(table)}`}>${titles[table] ?? table}</a></h2>
          <p class="muted">The last rounds: ${gained(rounds.reduce((all, one) => all + ownNet(one, me.name), 0))}</p>
          <ol class="rounds">${[...rounds].reverse().map((round) => keyed(round.number, roundLine(round, me.name)))}</ol>
        </section>`)) : null}
    </main>`;
}

/** @param {import("../types").RoundView} round @param {string} name */
function ownNet(round, name) {
  return Object.values(round.seats).filter((seat) => seat.player === name).reduce((all, seat) => all + net(seat), 0);
}
