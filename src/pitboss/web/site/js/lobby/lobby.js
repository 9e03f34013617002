// @ts-check
/** The lobby: every table with its limits, its players and its meters. */

import { api } from "../api.js";
import { define } from "../define.js";
import { formatDollars, formatDollarsAndCents } from "../format.js";
import { html, keyed } from "../html.js";
import { TEXTS } from "../texts.js";

/** @typedef {import("../types").LobbyTable} Listed */
/** @typedef {{me: import("../types").Me | null, actions: import("../app.js").AppActions, unknownAddress: string}} LobbyState */

const POLL_INTERVAL = 1500;

/** @type {{tables: Listed[] | null, errorMessage: string}} */
let room = { tables: null, errorMessage: "" };

/** @param {import("../define.js").StatefulElement<LobbyState>} element */
async function poll(element) {
  try {
    room = { tables: await api.listTables(), errorMessage: "" };
  } catch (error) {
    room = { ...room, errorMessage: error instanceof Error ? error.message : String(error) };
  }
  if (element.isConnected) {
    element.state = { ...element.state };
    window.setTimeout(() => poll(element), document.hidden ? 8 * POLL_INTERVAL : POLL_INTERVAL);
  }
}

define("pb-lobby", (/** @type {LobbyState} */ { me, unknownAddress }, element) => {
  if (!element.dataset.polling) {
    element.dataset.polling = "yes";
    poll(/** @type {import("../define.js").StatefulElement<LobbyState>} */ (element));
  }
  return lobbyView(room.tables, room.errorMessage || (unknownAddress ? TEXTS.pageNotFound(unknownAddress) : ""), me);
});

/** @param {Listed[] | null} tables Null while loading. @param {string} errorMessage @param {import("../types").Me | null} me */
export function lobbyView(tables, errorMessage, me) {
  return html`
    <main class="page lobby">
      <h1>${TEXTS.lobby}</h1>
      <p class="lead">Casino poker games against the house, dealt exactly by their rulebooks. You play with play chips, and you can verify every round.</p>
      ${errorMessage ? html`<p class="note" role="alert">${errorMessage}</p>` : null}
      ${tables && !tables.length ? html`<p>No tables are open yet.</p>` : null}
      <ul class="tables">${(tables ?? []).map((listing) => keyed(listing.table, tile(listing, me)))}</ul>
    </main>`;
}

/** A sketch of where the table's cards lie. @param {number[][]} rows How many cards in each place. */
const miniature = (rows) => html`
  <div class="miniature" aria-hidden="true">
    ${rows.map((row) => html`<div>${row.map((cards) => html`<span>${Array.from({ length: Math.max(cards, 1) }, () => html`<i class=${cards ? "" : "none"}></i>`)}</span>`)}</div>`)}
  </div>`;

/** @param {Listed} listing @param {import("../types").Me | null} me */
function tile(listing, me) {
  const takenSeats = Object.keys(listing.taken).length;
  const isMine = me && Object.values(listing.taken).includes(me.name);
  return html`
    <li class=${isMine ? "tile mine" : "tile"}>
      <a href=${`#/table/${encodeURIComponent(listing.table)}`}>
        ${miniature(listing.felt)}
        <h2>${listing.title}</h2>
        <p class="story">${listing.about}</p>
        ${listing.sides.length ? html`<p class="sides">${TEXTS.sides(listing.sides.join(", "))}</p>` : null}
        <p class="limits">${listing.game_name === listing.title ? "" : `${listing.game_name} · `}${TEXTS.limits(formatDollars(listing.minimum), formatDollars(listing.maximum))}</p>
        <p class="chairs" role="img" aria-label=${TEXTS.seatsTaken(takenSeats, listing.seats)}>
          ${Array.from({ length: listing.seats }, (_, index) => html`<span class=${index + 1 in listing.taken ? "chair taken" : "chair"}></span>`)}
        </p>
        <p class="state">${listing.stopped ? TEXTS.stopped : `${TEXTS.seatsTaken(takenSeats, listing.seats)} · ${TEXTS.round(listing.round)}`}</p>
        ${Object.entries(listing.meters).map(([name, cents]) => html`<p class="meter"><span>${TEXTS.jackpot}</span> <b title=${name}>${formatDollarsAndCents(cents)}</b></p>`)}
        <span class="go">${isMine ? "Return to seat" : takenSeats < listing.seats && !listing.stopped ? "Sit down" : "Watch"}</span>
      </a>
    </li>`;
}
