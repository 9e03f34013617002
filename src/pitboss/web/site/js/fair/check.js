// @ts-check
/** Does each card match what the house promised? The page checks it by itself. */

import { isFaceUp } from "../texts.js";
import { fromHex } from "./crypto.js";
import { verifyProof } from "./merkle_tree.js";
import { dealingOrder, deckOf, numberOf, toBinding } from "./shuffle.js";

/**
 * A round as it was sent to the page, as far as it matters here.
 * @typedef {{
 *   number: number, root: string, seed_hash: string, physical?: boolean, seed?: string, cut?: number,
 *   contributions?: import("./shuffle.js").Contribution[],
 *   cards?: Record<string, string[]>, seats?: Record<string, {cards?: string[], spin?: string | null}>
 * }} Round
 */
/** @typedef {{position: Omit<Lies, "position">, face: string}} FaceUpCard */

/** Return a key for a card's place; "" for a card out of play. @param {Omit<Lies, "position">} card */
export const positionKey = ({ place, seat, index }) => (place || seat ? `${place || seat} ${index}` : "");

/**
 * List all cards that are face up, and those of your own hand that you may see.
 * @param {Round} round @param {Record<string, string[]>} [own] By seat.
 * @returns {FaceUpCard[]}
 */
export function listFaceUpCards(round, own = {}) {
  const table = Object.entries(round.cards ?? {}).flatMap(([place, faces]) => faces.map((face, index) => ({ position: { place, seat: 0, index }, face })));
  const seats = Object.entries(round.seats ?? {}).flatMap(([seat, hand]) =>
    (own[seat] ?? hand.cards ?? []).map((face, index) => ({ position: { place: "", seat: Number(seat), index }, face })));
  return [...table, ...seats].filter(({ face }) => isFaceUp(face));
}

/** @typedef {import("../types").CardLocation} Lies */
/** @typedef {import("../types").ProvedCard} Proved */
/** @typedef {import("../types").Proofs} Proofs */
/** @typedef {{ok: boolean, position: Omit<Lies, "position">, face: string, nth: number}} CheckedCard `nth` card of the deal, from 1; 0 if that is not known. */

/** Check each card that the viewer may see. @param {Proofs} proofs @returns {Promise<CheckedCard[]>} */
export async function checkCards(proofs) {
  const binding = toBinding(proofs.table, proofs.round, proofs.rules);
  const deck = deckOf(proofs);
  const order = proofs.locked ? await dealingOrder(deck.length, proofs.contributions, proofs.cut, binding) : [];
  const faces = proofs.cards.map((proved) => proved.card);
  return Promise.all(proofs.cards.map(async (proved) => {
    const { position, place, seat, index, card } = proved;
    // A card that appears more often than in the deck is wrong, even if each of them is proved.
    const ok = countOf(faces, card) <= countOf(deck, card) && (await isProved(proofs.root, deck.length, proved));
    return { ok, position: { place, seat, index }, face: card, nth: order.indexOf(position) + 1 };
  }));
}

/** Count an item. @template T @param {T[]} items @param {T} item */
const countOf = (items, item) => items.filter((other) => other === item).length;

/** @param {string} root @param {number} size @param {Proved} card */
async function isProved(root, size, { position, card, salt, proof }) {
  try {
    return await verifyProof(root, size, position, numberOf(card), fromHex(salt), proof.map(fromHex));
  } catch {
    return false; // a malformed proof proves nothing
  }
}

/** Return the items that occur more than once. @template T @param {T[]} items */
export const findDuplicates = (items) => new Set(items.filter((item, index) => items.indexOf(item) !== index));

/**
 * Compare the proofs with the felt: each card has to be proved as it lies there, and none may lie there unproved.
 * @param {CheckedCard[]} checkedCards @param {Proofs} proofs
 * @param {Round} round @param {Record<string, string[]>} own @param {number} version What the felt shows.
 * @returns {CheckedCard[]}
 */
export function compareWithFelt(checkedCards, proofs, round, own, version) {
  if (round.number !== proofs.round) return checkedCards;
  const isSamePromise = round.root === proofs.root && round.seed_hash === proofs.seed_hash;
  const felt = new Map(listFaceUpCards(round, own).map((card) => [positionKey(card.position), card]));
  const comparisons = checkedCards.map((card) => {
    const cardOnFelt = felt.get(positionKey(card.position));
    felt.delete(positionKey(card.position));
    const face = cardOnFelt?.face ?? card.face;
    return { ...card, face, ok: card.ok && isSamePromise && face === card.face };
  });
  // Proofs requested before a card was turned cannot include it.
  const unprovedCards = proofs.version < version ? [] : [...felt.values()];
  return [...comparisons, ...unprovedCards.map((card) => ({ ...card, ok: false, nth: 0 }))];
}
