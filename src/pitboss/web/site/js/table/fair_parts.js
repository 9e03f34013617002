// @ts-check
/** Small parts of the fairness panel: a hash, a card with its mark, a sentence with its mark. */

import { html } from "../html.js";
import { TEXTS } from "../texts.js";

/** @typedef {{layout: {hole: string[], places: {name: string, label: string, cards: number}[]}}} Labels What the game calls its places. */

const SHORT = 6;

/** A hash: short at first, whole and ready to be copied when it is opened. @param {string} label @param {string} whole */
export const hash = (label, whole) => html`
  <details class="hash">
    <summary>${label} <code>${whole.slice(0, SHORT)}…${whole.slice(-SHORT)}</code></summary>
    <code class="whole">${whole}</code>
  </details>`;

/** Whether it is so, in a sign and in words. @param {boolean} ok @param {string} say */
export const mark = (ok, say) => html`<span class=${ok ? "mark good" : "mark bad"}><span aria-hidden="true">${ok ? "✓" : "✕"}</span> ${say}</span>`;

/** A card with its place; whether it fits, if that was checked. @param {string} label @param {string} face @param {number} nth @param {boolean} [ok] */
export const cardItem = (label, face, nth, ok) => html`
  <li>
    <pb-card .state=${{ face, label }}></pb-card>
    <span class="lines">
      <b>${label}</b>
      ${ok === undefined ? null : mark(ok, ok ? TEXTS.fair.proved : TEXTS.fair.wrong)}
      ${nth ? html`<small class="muted">${TEXTS.fair.nth(nth)}</small>` : null}
    </span>
  </li>`;

/** What single cards are called, in the words of the dealer's console. @param {Labels | null | undefined} card @returns {(where: {place: string, seat: number, index: number}) => string} */
export function namer(card) {
  const places = new Map((card?.layout?.places ?? []).map((place) => [place.name, place]));
  return ({ place, seat, index }) => {
    if (seat) return TEXTS.fair.ofSeat(seat, card?.layout?.hole[index] ?? String(index + 1));
    if (!place) return TEXTS.liesOpen;
    const known = places.get(place);
    const label = known?.label ?? place;
    const several = known ? known.cards > 1 : index > 0;
    return `${label[0].toUpperCase()}${label.slice(1)}${several ? `, card ${index + 1}` : ""}`;
  };
}
