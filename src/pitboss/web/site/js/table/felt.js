// @ts-check
/** The felt: community cards, the other seats on the arc, and your own place below. */

import { formatDollars, formatSignedDollars } from "../format.js";
import { html, keyed } from "../html.js";
import { isFaceUp, TEXTS } from "../texts.js";
import { chipsOnTable, feltSeat, net, ownHand, PHASE, roundOnFelt, spots } from "./selectors.js";
import { spotView } from "./spot.js";

/** @typedef {import("./controller.js").TableController} TableController */
/** @typedef {import("./model.js").TableState} TableState */

/** @param {TableState} state @param {TableController | null} controller Null where nobody acts: in a replay. */
export function feltView(state, controller) {
  const seat = feltSeat(state);
  return html`
    <section class=${`felt rows-${state.card.layout.table.length}${state.finishedRound ? " over" : ""}`} aria-label="Table">
      <svg class="rail-line" viewBox="0 0 1000 560" preserveAspectRatio="none" aria-hidden="true">
        <path d="M16-10 V190 C16 430 170 640 500 640 C830 640 984 430 984 190 V-10"></path>
      </svg>
      ${communityCards(state)}
      ${exposedCards(state)}
      <ul class="seats" aria-label="Players">${otherSeats(state, controller)}</ul>
      ${controller === null ? null : seat === null ? seatInvitation(state) : ownPlace(state, controller)}
    </section>`;
}

/** The table's cards, where the layout has them. @param {TableState} state */
export function communityCards(state) {
  const { layout } = state.card;
  const round = roundOnFelt(state);
  const places = new Map(layout.places.map((place) => [place.name, place]));
  const usedInscriptions = new Set();
  return html`
    <div class=${`community rows-${layout.table.length} wide-${widestRow(layout)}`}>
      ${layout.table.map((row) => html`<div class="row">${row.map((name) => {
        const place = places.get(name);
        if (!place) return html`<div class="cell none"></div>`;
        const faces = round?.cards?.[name] ?? [];
        const isFirst = place.inscription && !usedInscriptions.has(place.inscription);
        usedInscriptions.add(place.inscription);
        const legend = place.inscription ? (isFirst ? place.inscription : "") : place.label;
        return html`<div class=${`cell cards-${place.cards}`}>
          <div class="cards">${Array.from({ length: place.cards }, (_, index) => faces[index]
            ? keyed(`${round?.number} ${index}`, html`<pb-card .state=${{ face: faces[index], label: place.label }}></pb-card>`)
            : html`<span class="outline"></span>`)}</div>
          ${legend ? html`<span class="inscription">${legend}</span>` : null}
        </div>`;
      })}</div>`)}
    </div>`;
}

/** Return the number of cards in the longest row. @param {import("../types").Card["layout"]} layout */
function widestRow({ table, places }) {
  const cards = new Map(places.map((place) => [place.name, place.cards]));
  return Math.min(10, Math.max(...table.map((row) => row.reduce((sum, name) => sum + (cards.get(name) ?? 0), 0))));
}

/** Cards exposed by an irregularity that belong to no place and no hand. @param {TableState} state */
export function exposedCards(state) {
  const round = roundOnFelt(state);
  return round?.open?.length ? html`
    <div class="exposed">
      <div class="cards">${round.open.map((face, index) => keyed(`${round.number} ${index}`, html`<pb-card .state=${{ face, label: TEXTS.exposedCard }}></pb-card>`))}</div>
      <span class="inscription">${TEXTS.exposedCard}</span>
    </div>` : null;
}

/** @param {TableState} state @param {TableController | null} controller */
function otherSeats(state, controller) {
  const { card, feed } = state;
  const ownSeatNumber = feltSeat(state);
  const round = roundOnFelt(state);
  const players = feed.view?.players ?? {};
  return Array.from({ length: card.layout.seats }, (_, index) => index + 1).filter((seat) => seat !== ownSeatNumber).map((seat) => {
    const name = players[seat];
    const hand = round?.seats?.[seat];
    return keyed(seat, html`
      <li class=${`seat at-${seat}${round?.turn === seat ? " on-turn" : ""}${name ? "" : " free"}`}>
        ${name ? html`
          <span class="small-cards">${(hand?.cards ?? []).map((face, index) => keyed(index, html`<pb-card .state=${{ face, dim: hand?.folded }}></pb-card>`))}</span>
          <strong title=${name}>${name}</strong>
          <span class="seat-status">${describeSeat(state, seat)}</span>`
        : controller && ownSeatNumber === null && feed.view ? html`<button class="sit" aria-label=${`${TEXTS.sitHere}, ${TEXTS.seat(seat)}`} @click=${() => controller.sit(seat)}>${TEXTS.sitHere}</button><span class="seat-status">${TEXTS.seat(seat)}</span>`
        : html`<strong>${TEXTS.seat(seat)}</strong><span class="seat-status">${TEXTS.open}</span>`}
      </li>`);
  });
}

/** Describe what another player is doing. @param {TableState} state @param {number} seat */
function describeSeat(state, seat) {
  const round = roundOnFelt(state);
  const hand = round?.seats?.[seat];
  if (!hand) return round?.phase === PHASE.betting ? TEXTS.bettingNow : TEXTS.watching;
  if (hand.sat_out) return TEXTS.satOut;
  if (round?.void && !net(hand)) return TEXTS.voided;
  if (Object.keys(hand.results ?? {}).length) return formatSignedDollars(net(hand));
  if (hand.forfeited) return TEXTS.forfeited;
  if (hand.folded) return TEXTS.folded;
  if (hand.away) return TEXTS.away;
  const sum = formatDollars(chipsOnTable(hand));
  return round?.turn === seat ? `${sum} · ${TEXTS.thinking}` : sum;
}

/** @param {TableState} state */
function seatInvitation(state) {
  const full = Object.keys(state.feed.view?.players ?? {}).length >= state.card.layout.seats;
  return html`<p class="invitation">${state.feed.view ? (full ? TEXTS.full : TEXTS.noSeat) : ""}</p>`;
}

/** Your own cards and spots. @param {TableState} state @param {TableController} controller */
function ownPlace(state, controller) {
  const hand = ownHand(state);
  const { hole } = state.card.layout;
  const round = roundOnFelt(state);
  const faces = hand?.cards ?? [];
  return html`
    <div class="place">
      <div class=${`hand cards-${hole.length}`} role="group" aria-label="Your cards">
        ${faces.map((face, index) => keyed(`${round?.number} ${index}`, html`<pb-card .state=${{ face, dim: hand?.folded && isFaceUp(face) }}></pb-card>`))}
        ${faces.length ? null : hole.map(() => html`<span class="outline"></span>`)}
      </div>
      <div class="spots" role="group" aria-label="Your betting spots">
        ${spots(state).map((row) => html`<div class="row">${row.map((spot) => spot ? spotView(spot, state, controller) : html`<div class="spot none"></div>`)}</div>`)}
      </div>
    </div>`;
}
