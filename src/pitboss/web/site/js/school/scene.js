// @ts-check
/** The felt from the dealer's side: the table's cards above, each seat's cards and wagers below. */

import { formatDollars } from "../format.js";
import { html, keyed } from "../html.js";
import { communityCards, exposedCards } from "../table/felt.js";
import { SCHOOL } from "../texts_school.js";

/** @typedef {import("../types").Card} Card */
/** @typedef {import("../types").View} View */

/** @param {Card} card @param {View} view @param {number | null} [markedSeat] The seat that a question is about. */
export function sceneView(card, view, markedSeat = null) {
  const state = /** @type {any} */ ({ card, feed: { view }, finishedRound: null });
  const hands = Object.entries(view.round?.seats ?? {});
  const players = Object.keys(view.players ?? {}).filter((seat) => !view.round?.seats?.[Number(seat)]);
  return html`
    <section class=${`felt scene seats-${hands.length + players.length}`} aria-label=${SCHOOL.table}>
      ${communityCards(state)}
      ${exposedCards(state)}
      <ul class="hands">
        ${hands.map(([seat, hand]) => keyed(seat, handView(card, view, Number(seat), hand, markedSeat)))}
        ${players.map((seat) => keyed(seat, html`<li class="hand-place"><strong>${SCHOOL.seat(Number(seat))}</strong></li>`))}
      </ul>
    </section>`;
}

/** @param {Card} card @param {View} view @param {number} seat @param {import("../types").SeatView} hand @param {number | null} markedSeat */
function handView(card, view, seat, hand, markedSeat) {
  const isMarked = seat === (markedSeat ?? view.round?.turn ?? null);
  const stakes = Object.entries({ ...hand.wagers, ...hand.raises }).filter(([key]) => !hand.down?.includes(key));
  const labels = new Map(card.wagers.map((wager) => [wager.key, wager.label]));
  return html`
    <li class=${`hand-place${isMarked ? " marked" : ""}${hand.folded ? " folded" : ""}`}>
      <strong>${SCHOOL.seat(seat)}${hand.folded ? ` · ${SCHOOL.folded}` : ""}</strong>
      <span class="hand-cards">${(hand.cards ?? []).map((face, index) => keyed(`${view.round?.number} ${index}`, html`<pb-card .state=${{ face, dim: hand.folded }}></pb-card>`))}</span>
      <ul class="stakes">${stakes.map(([key, cents]) => keyed(key, html`<li><pb-chip .state=${{ cents }}></pb-chip><span>${labels.get(key) ?? key}</span><b>${formatDollars(cents)}</b></li>`))}</ul>
    </li>`;
}
