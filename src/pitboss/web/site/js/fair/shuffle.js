// @ts-check
/** From a seed to the stack, and from players' entropy to the dealing order: docs/fairness.md, line by line. */

import { concat, hmac, integerBytes, sha256, toHex, utf8 } from "./crypto.js";

const RANKS = "23456789TJQKA";
const SUITS = "cdhs";
const JOKER = "Jo";

/** Return the number of a card: four per rank from the twos to the aces, then jokers; -1 if it is not a card. @param {string} face */
export function numberOf(face) {
  if (face === JOKER) return RANKS.length * SUITS.length;
  const rank = RANKS.indexOf(face[0]);
  const suit = SUITS.indexOf(face[1]);
  return face.length === 2 && rank >= 0 && suit >= 0 ? rank * 4 + suit : -1;
}

const STANDARD = [...RANKS].flatMap((rank) => [...SUITS].map((suit) => rank + suit));

/** List all faces of the deck by their number. @param {{deck?: string}} proofs */
export const deckOf = ({ deck }) => (deck ? deck.split(" ") : STANDARD);

/** @typedef {import("./crypto.js").Bytes} Bytes */
/** @typedef {import("../types").Contribution} Contribution */

const BYTE = 256;
const SALT = 16;
const BLOCK = 64;

/** Return the bytes that a shuffle is bound to. @param {string} table @param {number} round @param {string} rules */
export const toBinding = (table, round, rules) => utf8(`${table}\0${round}\0${rules}`);

/** Hash a seed, for publication before it is used. @param {Bytes} seed */
export const seedHash = async (seed) => toHex(await sha256(utf8("pitboss seed\0"), seed));

/**
 * Return a generator of unbiased numbers below n, from bytes derived from a key and a binding.
 * @param {Bytes} key @param {ArrayLike<number>[]} binding
 * @returns {Promise<(n: number) => Promise<number>>}
 */
export async function randomStream(key, ...binding) {
  const block = await hmac(key);
  let bytes = new Uint8Array(0);
  let offset = 0;
  let count = 0;
  const next = async () => {
    if (offset === bytes.length) {
      bytes = await block(integerBytes(count, 8), ...binding);
      count += 1;
      offset = 0;
    }
    offset += 1;
    return bytes[offset - 1];
  };
  return async (n) => {
    let values = BYTE;
    let size = 1;
    for (; values < n; size += 1) values *= BYTE;
    const limit = values - (values % n); // from here on small numbers would be too frequent
    for (;;) {
      let value = 0;
      for (let byte = 0; byte < size; byte += 1) value = value * BYTE + (await next());
      if (value < limit) return value % n;
    }
  };
}

/** Shuffle by Fisher and Yates. @param {number} n @param {(n: number) => Promise<number>} randomBelow */
export async function shuffle(n, randomBelow) {
  const positions = Array.from({ length: n }, (_, index) => index);
  for (let last = n - 1; last > 0; last -= 1) {
    const pick = await randomBelow(last + 1);
    [positions[last], positions[pick]] = [positions[pick], positions[last]];
  }
  return positions;
}

/**
 * Build the house's stack: cards by their position in the deck, and the salt of each.
 * @param {Bytes} seed @param {Bytes} binding @param {number} size @returns {Promise<{cards: number[], salts: Bytes[]}>}
 */
export async function buildStack(seed, binding, size) {
  const cards = await shuffle(size, await randomStream(seed, utf8("stack\0"), binding));
  const saltBlock = await hmac(seed, "SHA-512");
  const blocks = Array.from({ length: Math.ceil((size * SALT) / BLOCK) }, (_, index) => saltBlock(utf8("salts\0"), [index], binding));
  const salts = concat(...(await Promise.all(blocks)));
  return { cards, salts: cards.map((_, index) => salts.slice(index * SALT, (index + 1) * SALT)) };
}

/** Hash the entropy of all players. @param {Contribution[]} contributions */
export function digestContributions(contributions) {
  const encoded = contributions.flatMap(({ who, entropy }) => [utf8(who), utf8(entropy)]);
  return sha256(...encoded.flatMap((text) => [integerBytes(text.length, 4), text]));
}

/**
 * Return the positions of the stack in dealing order.
 * @param {number} size @param {Contribution[]} contributions @param {number} cut @param {Bytes} binding
 */
export async function dealingOrder(size, contributions, cut, binding) {
  const positions = contributions.length
    ? await shuffle(size, await randomStream(await digestContributions(contributions), utf8("dealt\0"), binding))
    : Array.from({ length: size }, (_, index) => index);
  return [...positions.slice(cut), ...positions.slice(0, cut)];
}

/**
 * Return the wheel's stop for a seat, counted from 0.
 * @param {Bytes} seed @param {Contribution[]} contributions @param {Bytes} binding @param {number} seat @param {number} stops
 */
export async function wheelStop(seed, contributions, binding, seat, stops) {
  const randomBelow = await randomStream(seed, utf8("wheel\0"), [seat], await digestContributions(contributions), binding);
  return randomBelow(stops);
}
