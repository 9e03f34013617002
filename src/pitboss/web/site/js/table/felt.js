// @ts-check
/** The felt: the dealer's cards, everybody on the arc, and one's own place below. */

import { html, keyed } from "../html.js";
import { dollars, gained } from "../money.js";
import { isUp, TEXTS } from "../texts.js";
import { feltSeat, net, onFelt, ownHand, PHASE, spots, staked } from "./read.js";
import { spotView } from "./spot.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./watch.js").TableState} TableState */

/** @param {TableState} state @param {Desk} desk */
export function felt(state, desk) {
  const seat = feltSeat(state);
  return html`
    <section class=${`felt rows-${state.card.layout.table.length}${state.finished ? " over" : ""}`} aria-label="The table">
      <svg class="rail-line" viewBox="0 0 1000 560" preserveAspectRatio="none" aria-hidden="true">
        <path d="M16-10 V190 C16 430 170 640 500 640 C830 640 984 430 984 190 V-10"></path>
      </svg>
      ${community(state)}
      ${liesOpen(state)}
      <ul class="seats" aria-label="Players">${others(state, desk)}</ul>
      ${seat === null ? invitation(state) : place(state, desk)}
    </section>`;
}

/** The table's own cards, where the layout has them. @param {TableState} state */
function community(state) {
  const { layout } = state.card;
  const round = onFelt(state);
  const places = new Map(layout.places.map((one) => [one.name, one]));
  const inscribed = new Set();
  return html`
    <div class=${`community rows-${layout.table.length} wide-${widest(layout)}`}>
      ${layout.table.map((row) => html`<div class="row">${row.map((name) => {
        const at = places.get(name);
        if (!at) return html`<div class="cell none"></div>`;
        const faces = round?.cards?.[name] ?? [];
        const first = at.inscription && !inscribed.has(at.inscription);
        inscribed.add(at.inscription);
        const legend = at.inscription ? (first ? at.inscription : "") : at.label;
        return html`<div class=${`cell cards-${at.cards}`}>
          <div class="cards">${Array.from({ length: at.cards }, (_, index) => faces[index]
            ? keyed(`${round?.number} ${index}`, html`<pb-card .state=${{ face: faces[index], label: at.label }}></pb-card>`)
            : html`<span class="outline"></span>`)}</div>
          ${legend ? html`<span class="inscription">${legend}</span>` : null}
        </div>`;
      })}</div>`)}
    </div>`;
}

/** How many cards lie in the longest row. @param {import("../types").Card["layout"]} layout */
function widest({ table, places }) {
  const cards = new Map(places.map((place) => [place.name, place.cards]));
  return Math.min(10, Math.max(...table.map((row) => row.reduce((sum, name) => sum + (cards.get(name) ?? 0), 0))));
}

/** Cards that everybody saw by an irregularity, and that belong to no place and no hand. @param {TableState} state */
function liesOpen(state) {
  const round = onFelt(state);
  return round?.open?.length ? html`
    <div class="lies-open">
      <div class="cards">${round.open.map((face, at) => keyed(`${round.number} ${at}`, html`<pb-card .state=${{ face, label: TEXTS.liesOpen }}></pb-card>`))}</div>
      <span class="inscription">${TEXTS.liesOpen}</span>
    </div>` : null;
}

/** @param {TableState} state @param {Desk} desk */
function others(state, desk) {
  const { card, seen } = state;
  const own = feltSeat(state);
  const round = onFelt(state);
  const players = seen.view?.players ?? {};
  return Array.from({ length: card.layout.seats }, (_, at) => at + 1).filter((seat) => seat !== own).map((seat) => {
    const name = players[seat];
    const hand = round?.seats?.[seat];
    return keyed(seat, html`
      <li class=${`seat at-${seat}${round?.turn === seat ? " asked" : ""}${name ? "" : " free"}`}>
        ${name ? html`
          <span class="small-cards">${(hand?.cards ?? []).map((face, index) => keyed(index, html`<pb-card .state=${{ face, dim: hand?.folded }}></pb-card>`))}</span>
          <strong title=${name}>${name}</strong>
          <span class="doing">${doing(state, seat)}</span>`
        : own === null && seen.view ? html`<button class="sit" aria-label=${`${TEXTS.sitHere}, ${TEXTS.seat(seat)}`} @click=${() => desk.sit(seat)}>${TEXTS.sitHere}</button><span class="doing">${TEXTS.seat(seat)}</span>`
        : html`<strong>${TEXTS.seat(seat)}</strong><span class="doing">${TEXTS.open}</span>`}
      </li>`);
  });
}

/** What somebody else is about. @param {TableState} state @param {number} seat */
function doing(state, seat) {
  const round = onFelt(state);
  const hand = round?.seats?.[seat];
  if (!hand) return round?.phase === PHASE.betting ? TEXTS.bettingNow : TEXTS.watching;
  if (hand.sat_out) return TEXTS.satOut;
  if (round?.void && !net(hand)) return TEXTS.voided;
  if (Object.keys(hand.results ?? {}).length) return gained(net(hand));
  if (hand.forfeited) return TEXTS.forfeited;
  if (hand.folded) return TEXTS.folded;
  if (hand.away) return TEXTS.away;
  const sum = dollars(staked(hand));
  return round?.turn === seat ? `${sum} · ${TEXTS.thinking}` : sum;
}

/** @param {TableState} state */
function invitation(state) {
  const full = Object.keys(state.seen.view?.players ?? {}).length >= state.card.layout.seats;
  return html`<p class="invitation">${state.seen.view ? (full ? TEXTS.full : TEXTS.noSeat) : ""}</p>`;
}

/** One's own cards and spots. @param {TableState} state @param {Desk} desk */
function place(state, desk) {
  const hand = ownHand(state);
  const { hole } = state.card.layout;
  const round = onFelt(state);
  const faces = hand?.cards ?? [];
  return html`
    <div class="place">
      <div class=${`hand cards-${hole.length}`} role="group" aria-label="Your cards">
        ${faces.map((face, at) => keyed(`${round?.number} ${at}`, html`<pb-card .state=${{ face, dim: hand?.folded && isUp(face) }}></pb-card>`))}
        ${faces.length ? null : hole.map(() => html`<span class="outline"></span>`)}
      </div>
      <div class="spots" role="group" aria-label="Your betting spots">
        ${spots(state).map((row) => html`<div class="row">${row.map((spot) => spot ? spotView(spot, state, desk) : html`<div class="spot none"></div>`)}</div>`)}
      </div>
    </div>`;
}
