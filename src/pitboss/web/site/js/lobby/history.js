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

/** @type {{rounds: Record<string, import("../types").RoundView[]> | null, trouble: string, of: string}} */
let found = { rounds: null, trouble: "", of: "" };

define("pb-history", (/** @type {HistoryState} */ state, element) => {
  const { me } = state;
  if (me && found.of !== me.name) {
    found = { rounds: null, trouble: "", of: me.name };
    api.myRounds().then(
      (rounds) => { found = { ...found, rounds }; },
      (error) => { found = { ...found, trouble: error.message }; },
    ).finally(() => { /** @type {any} */ (element).state = { ...state }; });
  }
  const tables = Object.entries(found.rounds ?? {});
  return html`
    <main class="page">
      <h1>${TEXTS.history}</h1>
      ${!me ? html`<p>Sign in, or sit down as a guest, and your rounds are listed here.</p>` : null}
      ${found.trouble ? html`<p class="note" role="alert">${found.trouble}</p>` : null}
      ${me && found.rounds && !tables.length ? html`<p>${TEXTS.noHistory}</p>` : null}
      ${me ? tables.map(([table, rounds]) => keyed(table, html`
        <section class="panel">
          <h2><a href=${`#/table/${encodeURIComponent(table)}`}>${table}</a></h2>
          <p class="muted">The last rounds: ${gained(rounds.reduce((all, one) => all + ownNet(one, me.name), 0))}</p>
          <ol class="rounds">${[...rounds].reverse().map((round) => keyed(round.number, roundLine(round, me.name)))}</ol>
        </section>`)) : null}
    </main>`;
});

/** @param {import("../types").RoundView} round @param {string} name */
function ownNet(round, name) {
  return Object.values(round.seats).filter((seat) => seat.player === name).reduce((all, seat) => all + net(seat), 0);
}
