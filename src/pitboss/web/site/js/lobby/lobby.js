// @ts-check
/** The lobby: every table with its limits, who sits there, and what its meters show. */

import { api } from "../api.js";
import { define } from "../define.js";
import { html, keyed } from "../html.js";
import { dollars, exactly } from "../money.js";
import { TEXTS } from "../texts.js";

/** @typedef {import("../types").Listed} Listed */
/** @typedef {{me: import("../types").Me | null, act: import("../app.js").AppActs, lost: string}} LobbyState */

const EVERY = 1500;

/** @type {{tables: Listed[] | null, trouble: string}} */
let room = { tables: null, trouble: "" };

/** @param {import("../define.js").Drawing<LobbyState>} element */
async function look(element) {
  try {
    room = { tables: await api.tables(), trouble: "" };
  } catch (error) {
    room = { ...room, trouble: error instanceof Error ? error.message : String(error) };
  }
  if (element.isConnected) {
    element.state = { ...element.state };
    window.setTimeout(() => look(element), document.hidden ? 8 * EVERY : EVERY);
  }
}

define("pb-lobby", (/** @type {LobbyState} */ { me, lost }, element) => {
  if (!element.dataset.looks) {
    element.dataset.looks = "yes";
    look(/** @type {import("../define.js").Drawing<LobbyState>} */ (element));
  }
  return lobbyView(room.tables, room.trouble || (lost ? TEXTS.nowhere(lost) : ""), me);
});

/** @param {Listed[] | null} tables None yet, if they are not known. @param {string} trouble @param {import("../types").Me | null} me */
export function lobbyView(tables, trouble, me) {
  return html`
    <main class="page lobby">
      <h1>The card room</h1>
      <p class="lead">Poker games against the house, dealt exactly by their rules. You play with play chips, and every round can be verified.</p>
      ${trouble ? html`<p class="note" role="alert">${trouble}</p>` : null}
      ${tables && !tables.length ? html`<p>No table is open yet.</p>` : null}
      <ul class="tables">${(tables ?? []).map((one) => keyed(one.table, tile(one, me)))}</ul>
    </main>`;
}

/** The table's own cards, as they lie. @param {number[][]} rows How many cards in each place. */
const miniature = (rows) => html`
  <div class="miniature" aria-hidden="true">
    ${rows.map((row) => html`<div>${row.map((cards) => html`<span>${Array.from({ length: Math.max(cards, 1) }, () => html`<i class=${cards ? "" : "none"}></i>`)}</span>`)}</div>`)}
  </div>`;

/** @param {Listed} one @param {import("../types").Me | null} me */
function tile(one, me) {
  const taken = Object.keys(one.taken).length;
  const mine = me && Object.values(one.taken).includes(me.name);
  return html`
    <li class=${mine ? "tile mine" : "tile"}>
      <a href=${`#/table/${encodeURIComponent(one.table)}`}>
        ${miniature(one.felt)}
        <h2>${one.title}</h2>
        <p class="story">${one.about}</p>
        ${one.sides.length ? html`<p class="sides">${TEXTS.sides(one.sides.join(", "))}</p>` : null}
        <p class="limits">${one.game_name === one.title ? "" : `${one.game_name} · `}${TEXTS.limits(dollars(one.minimum), dollars(one.maximum))}</p>
        <p class="chairs" role="img" aria-label=${TEXTS.taken(taken, one.seats)}>
          ${Array.from({ length: one.seats }, (_, at) => html`<span class=${at + 1 in one.taken ? "chair taken" : "chair"}></span>`)}
        </p>
        <p class="state">${one.stopped ? TEXTS.stopped : `${TEXTS.taken(taken, one.seats)} · ${TEXTS.round(one.round)}`}</p>
        ${Object.entries(one.meters).map(([name, cents]) => html`<p class="meter"><span>${TEXTS.jackpot}</span> <b title=${name}>${exactly(cents)}</b></p>`)}
        <span class="go">${mine ? "Back to your seat" : taken < one.seats && !one.stopped ? "Sit down" : "Watch"}</span>
      </a>
    </li>`;
}
