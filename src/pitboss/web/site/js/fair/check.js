// @ts-check
/** What lies face up on the felt, each card with its place. */

import { isFaceUp } from "../texts.js";
import { fromHex } from "./crypto.js";
import { verifyProof } from "./merkle_tree.js";
import { dealingOrder, deckOf, numberOf, toBinding } from "./shuffle.js";

/**
 * A round as the page was sent it, as far as it matters here.
 * @typedef {{
 *   number: number, root: string, seed_hash: string, seed?: string, cut?: number,
 *   contributions?: import("./shuffle.js").Contribution[],
 *   cards?: Record<string, string[]>, seats?: Record<string, {cards?: string[], spin?: string | null}>
 * }} Round
 */
/** @typedef {{position: Omit<Lies, "position">, face: string}} FaceUpCard */

/** A place in one word; a card that is out of play has none. @param {Omit<Lies, "position">} where */
export const positionKey = ({ place, seat, index }) => (place || seat ? `${place || seat} ${index}` : "");

/**
 * All that lies face up; in one's own hand, what oneself may see.
 * @param {Round} round @param {Record<string, string[]>} [own] By seat.
 * @returns {FaceUpCard[]}
 */
export function listFaceUpCards(round, own = {}) {
  const table = Object.entries(round.cards ?? {}).flatMap(([place, faces]) => faces.map((face, index) => ({ position: { place, seat: 0, index }, face })));
  const seats = Object.entries(round.seats ?? {}).flatMap(([seat, hand]) =>
    (own[seat] ?? hand.cards ?? []).map((face, index) => ({ position: { place: "", seat: Number(seat), index }, face })));
  return [...table, ...seats].filter(({ face }) => isFaceUp(face));
}

/** @typedef {import("../types").Lies} Lies */
/** @typedef {import("../types").Proved} Proved */
/** @typedef {import("../types").Proofs} Proofs */
/** @typedef {{ok: boolean, position: Omit<Lies, "position">, face: string, nth: number}} CheckedCard `nth` card of the deal, from 1; 0 if that is not known. */

/** Each card that one may see. @param {Proofs} proofs @returns {Promise<CheckedCard[]>} */
export async function checkCards(proofs) {
  const binding = toBinding(proofs.table, proofs.round, proofs.rules);
  const deck = deckOf(proofs);
  const order = proofs.locked ? await dealingOrder(deck.length, proofs.contributions, proofs.cut, binding) : [];
  const faces = proofs.cards.map((proved) => proved.card);
  return Promise.all(proofs.cards.map(async (proved) => {
    const { position, place, seat, index, card } = proved;
    // A card that is there more often than in the deck is wrong, however well each of them is proved.
    const ok = countOf(faces, card) <= countOf(deck, card) && (await isProved(proofs.root, deck.length, proved));
    return { ok, position: { place, seat, index }, face: card, nth: order.indexOf(position) + 1 };
  }));
}

/** How often one of them is there. @template T @param {T[]} items @param {T} item */
const countOf = (items, item) => items.filter((other) => other === item).length;

/** @param {string} root @param {number} size @param {Proved} one */
async function isProved(root, size, { position, card, salt, proof }) {
  try {
    return await verifyProof(root, size, position, numberOf(card), fromHex(salt), proof.map(fromHex));
  } catch {
    return false; // what cannot even be read proves nothing
  }
}

/** What is there more than once. @template T @param {T[]} items */
export const findDuplicates = (items) => new Set(items.filter((item, index) => items.indexOf(item) !== index));

/**
 * The same beside the felt: a card must be proved as it lies there, and none may lie there unproved.
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
  // Proofs that were asked for before a card was turned cannot have it yet.
  const unprovedCards = proofs.version < version ? [] : [...felt.values()];
  return [...comparisons, ...unprovedCards.map((card) => ({ ...card, ok: false, nth: 0 }))];
}
