// @ts-check
/** What lies face up on the felt, each card with its place. */

import { isUp } from "../texts.js";

/**
 * A round as the page was sent it, as far as it matters here.
 * @typedef {{
 *   number: number, root: string, seed_hash: string, seed?: string, cut?: number,
 *   contributions?: import("./shuffle.js").Contribution[],
 *   cards?: Record<string, string[]>, seats?: Record<string, {cards?: string[], spin?: string | null}>
 * }} Round
 */
/** @typedef {import("./check.js").Lies} Lies */
/** @typedef {{where: Omit<Lies, "position">, face: string}} Lying */

/** A place in one word; a card that is out of play has none. @param {Omit<Lies, "position">} where */
export const spot = ({ place, seat, index }) => (place || seat ? `${place || seat} ${index}` : "");

/**
 * All that lies face up; in one's own hand, what oneself may see.
 * @param {Round} round @param {Record<string, string[]>} [own] By seat.
 * @returns {Lying[]}
 */
export function lying(round, own = {}) {
  const table = Object.entries(round.cards ?? {}).flatMap(([place, some]) => some.map((face, index) => ({ where: { place, seat: 0, index }, face })));
  const seats = Object.entries(round.seats ?? {}).flatMap(([seat, hand]) =>
    (own[seat] ?? hand.cards ?? []).map((face, index) => ({ where: { place: "", seat: Number(seat), index }, face })));
  return [...table, ...seats].filter(({ face }) => isUp(face));
}
