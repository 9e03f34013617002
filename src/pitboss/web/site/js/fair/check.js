// @ts-check
/** Does each card fit what the house promised? The page works it out by itself. */

import { unhex } from "./bytes.js";
import { deckOf, numberOf } from "./cards.js";
import { boundTo, dealingOrder } from "./shuffle.js";
import { leadsTo } from "./tree.js";
import { lying, spot } from "./felt.js";

/** @typedef {import("../types").Lies} Lies */
/** @typedef {import("../types").Proved} Proved */
/** @typedef {import("../types").Proofs} Proofs */
/** @typedef {{ok: boolean, where: Omit<Lies, "position">, face: string, nth: number}} Checked `nth` card of the deal, from 1; 0 if that is not known. */

/** Each card that one may see. @param {Proofs} proofs @returns {Promise<Checked[]>} */
export async function checkCards(proofs) {
  const bound = boundTo(proofs.table, proofs.round, proofs.rules);
  const deck = deckOf(proofs);
  const order = proofs.locked ? await dealingOrder(deck.length, proofs.contributions, proofs.cut, bound) : [];
  const faces = proofs.cards.map((one) => one.card);
  return Promise.all(proofs.cards.map(async (one) => {
    const { position, place, seat, index, card } = one;
    // A card that is there more often than in the deck is wrong, however well each of them is proved.
    const ok = times(faces, card) <= times(deck, card) && (await fits(proofs.root, deck.length, one));
    return { ok, where: { place, seat, index }, face: card, nth: order.indexOf(position) + 1 };
  }));
}

/** How often one of them is there. @template T @param {T[]} some @param {T} one */
const times = (some, one) => some.filter((other) => other === one).length;

/** @param {string} root @param {number} size @param {Proved} one */
async function fits(root, size, { position, card, salt, proof }) {
  try {
    return await leadsTo(root, size, position, numberOf(card), unhex(salt), proof.map(unhex));
  } catch {
    return false; // what cannot even be read proves nothing
  }
}

/** What is there more than once. @template T @param {T[]} some */
export const repeated = (some) => new Set(some.filter((one, at) => some.indexOf(one) !== at));

/**
 * The same beside the felt: a card must be proved as it lies there, and none may lie there unproved.
 * @param {Checked[]} checked @param {Proofs} proofs
 * @param {import("./felt.js").Round} round @param {Record<string, string[]>} own @param {number} version What the felt shows.
 * @returns {Checked[]}
 */
export function beside(checked, proofs, round, own, version) {
  if (round.number !== proofs.round) return checked;
  const promised = round.root === proofs.root && round.seed_hash === proofs.seed_hash;
  const felt = new Map(lying(round, own).map((one) => [spot(one.where), one]));
  const compared = checked.map((one) => {
    const here = felt.get(spot(one.where));
    felt.delete(spot(one.where));
    const face = here?.face ?? one.face;
    return { ...one, face, ok: one.ok && promised && face === one.face };
  });
  // Proofs that were asked for before a card was turned cannot have it yet.
  const missing = proofs.version < version ? [] : [...felt.values()];
  return [...compared, ...missing.map((one) => ({ ...one, ok: false, nth: 0 }))];
}
