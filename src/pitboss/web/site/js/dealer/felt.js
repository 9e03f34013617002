// @ts-check
/** The table from the dealer's side: the players opposite, the first seat on the dealer's left, and the table's cards in front. */

import { formatDollars, formatSignedDollars } from "../format.js";
import { html, keyed } from "../html.js";
import { chipsOnTable, labelOf, net } from "../table/selectors.js";
import { TEXTS } from "../texts.js";
import { DEALER } from "../texts_dealer.js";
import { seatInFocus } from "./selectors.js";

/** @typedef {import("./model.js").DealState} DealState */

/** @param {DealState} state */
export const dealerFelt = (state) => html`
  <div class="felt deal-felt">
    <ol class="deal-seats" aria-label=${DEALER.seats}>${Array.from({ length: state.card.layout.seats }, (_, index) => keyed(index, seatView(state, index + 1)))}</ol>
    ${communityCards(state)}
  </div>`;

/** @param {DealState} state @param {number} seat */
function seatView(state, seat) {
  const { feed } = state;
  const round = feed.view?.round;
  const hand = round?.seats?.[seat];
  const name = feed.view?.players?.[seat] ?? hand?.player;
  const isInFocus = seatInFocus(state) === seat;
  return html`
    <li class=${`deal-seat${isInFocus ? " focus" : ""}${name ? "" : " free"}`} aria-current=${isInFocus ? "true" : null}>
      <p class="seat-name"><b>${seat}</b> <span title=${name ?? null}>${name ?? DEALER.freeSeat}</span></p>
      ${hand?.cards?.length ? html`<div class="small-cards">${hand.cards.map((face, index) => keyed(`${round?.number} ${index}`, html`<pb-card .state=${{ face, dim: Boolean(hand.folded) }}></pb-card>`))}</div>` : null}
      ${name ? html`<p class="seat-status">${describeSeat(state, seat)}</p>` : null}
      ${hand ? html`<ul class="stakes">${stakes(state, hand).map(([label, cents]) => html`<li><span title=${label}>${label}</span> <b>${formatDollars(cents)}</b></li>`)}</ul>` : null}
    </li>`;
}

/** @param {DealState} state @param {import("../types").SeatView} hand @returns {[string, number][]} */
const stakes = ({ card }, hand) => Object.entries({ ...hand.wagers, ...hand.raises }).filter(([key, cents]) => cents && !hand.down?.includes(key)).map(([key, cents]) => [labelOf(card, key), cents]);

/** @param {DealState} state @param {number} seat */
function describeSeat({ feed }, seat) {
  const round = feed.view?.round;
  const hand = round?.seats?.[seat];
  if (!round || !hand) return DEALER.noBet;
  if (hand.sat_out) return TEXTS.satOut;
  if (Object.keys(hand.results ?? {}).length) return formatSignedDollars(net(hand));
  if (hand.forfeited) return TEXTS.forfeited;
  if (hand.folded) return TEXTS.folded;
  if (hand.away) return TEXTS.away;
  return round.turn === seat ? DEALER.onTurn : formatDollars(chipsOnTable(hand));
}

/** The table's cards where the layout has them; the dealer's own hand is nearest to the dealer. @param {DealState} state */
function communityCards({ card: { layout }, feed }) {
  const round = feed.view?.round;
  const places = new Map(layout.places.map((place) => [place.name, place]));
  const isDealers = (/** @type {string[]} */ row) => row.includes("dealer");
  const rows = [...layout.table.filter((row) => !isDealers(row)), ...layout.table.filter(isDealers)];
  const used = new Set();
  return html`
    <div class=${`community rows-${layout.table.length}`}>
      ${rows.map((row) => html`<div class="row">${row.map((name) => {
        const place = places.get(name);
        if (!place) return html`<div class="cell none"></div>`;
        const faces = round?.cards?.[name] ?? [];
        const legend = place.inscription ? (used.has(place.inscription) ? "" : place.inscription) : place.label;
        used.add(place.inscription);
        return html`<div class="cell"><div class="cards">${Array.from({ length: place.cards }, (_, index) => faces[index]
          ? keyed(`${round?.number} ${index}`, html`<pb-card .state=${{ face: faces[index], label: place.label }}></pb-card>`)
          : html`<span class="outline"></span>`)}</div>${legend ? html`<span class="inscription">${legend}</span>` : null}</div>`;
      })}</div>`)}
      ${round?.open?.length ? html`<div class="row"><div class="cell"><div class="cards">${round.open.map((face, index) => keyed(`${round.number} ${index}`, html`<pb-card .state=${{ face, label: TEXTS.exposedCard }}></pb-card>`))}</div><span class="inscription">${TEXTS.exposedCard}</span></div></div>` : null}
    </div>`;
}
