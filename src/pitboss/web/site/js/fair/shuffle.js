// @ts-check
/** From a seed to the stack, and from what players added to the order of dealing: docs/fairness.md, line by line. */

import { counted, hex, joined, utf8 } from "./bytes.js";
import { hmac, sha256 } from "./crypto.js";

/** @typedef {import("./bytes.js").Bytes} Bytes */
/** @typedef {import("../types").Contribution} Contribution */

const BYTE = 256;
const SALT = 16;
const BLOCK = 64;

/** What a shuffle is bound to. @param {string} table @param {number} round @param {string} rules */
export const boundTo = (table, round, rules) => utf8(`${table}\0${round}\0${rules}`);

/** What is published of a seed before it is used. @param {Bytes} seed */
export const seedHash = async (seed) => hex(await sha256(utf8("pitboss seed\0"), seed));

/**
 * Numbers below n without bias, from bytes that depend on a key and on what they are bound to.
 * @param {Bytes} key @param {ArrayLike<number>[]} bound
 * @returns {Promise<(n: number) => Promise<number>>}
 */
export async function stream(key, ...bound) {
  const block = await hmac(key);
  let bytes = new Uint8Array(0);
  let at = 0;
  let count = 0;
  const next = async () => {
    if (at === bytes.length) {
      bytes = await block(counted(count, 8), ...bound);
      count += 1;
      at = 0;
    }
    at += 1;
    return bytes[at - 1];
  };
  return async (n) => {
    let values = BYTE;
    let size = 1;
    for (; values < n; size += 1) values *= BYTE;
    const fair = values - (values % n); // from here on the small numbers would come too often
    for (;;) {
      let found = 0;
      for (let one = 0; one < size; one += 1) found = found * BYTE + (await next());
      if (found < fair) return found % n;
    }
  };
}

/** Fisher and Yates. @param {number} n @param {(n: number) => Promise<number>} below */
export async function order(n, below) {
  const places = Array.from({ length: n }, (_, at) => at);
  for (let last = n - 1; last > 0; last -= 1) {
    const pick = await below(last + 1);
    [places[last], places[pick]] = [places[pick], places[last]];
  }
  return places;
}

/**
 * The house's stack: cards by their place in the deck, and the salt of each.
 * @param {Bytes} seed @param {Bytes} bound @param {number} size @returns {Promise<{cards: number[], salts: Bytes[]}>}
 */
export async function stackOf(seed, bound, size) {
  const cards = await order(size, await stream(seed, utf8("stack\0"), bound));
  const salted = await hmac(seed, "SHA-512");
  const blocks = Array.from({ length: Math.ceil((size * SALT) / BLOCK) }, (_, at) => salted(utf8("salts\0"), [at], bound));
  const salts = joined(...(await Promise.all(blocks)));
  return { cards, salts: cards.map((_, at) => salts.slice(at * SALT, (at + 1) * SALT)) };
}

/** The digest of all that players added. @param {Contribution[]} contributions */
export function added(contributions) {
  const texts = contributions.flatMap(({ who, entropy }) => [utf8(who), utf8(entropy)]);
  return sha256(...texts.flatMap((text) => [counted(text.length, 4), text]));
}

/**
 * The positions of the stack in the order they are dealt.
 * @param {number} size @param {Contribution[]} contributions @param {number} cut @param {Bytes} bound
 */
export async function dealingOrder(size, contributions, cut, bound) {
  const places = contributions.length
    ? await order(size, await stream(await added(contributions), utf8("dealt\0"), bound))
    : Array.from({ length: size }, (_, at) => at);
  return [...places.slice(cut), ...places.slice(0, cut)];
}

/**
 * Where the wheel stops for a seat, from 0.
 * @param {Bytes} seed @param {Contribution[]} contributions @param {Bytes} bound @param {number} seat @param {number} stops
 */
export async function wheelStop(seed, contributions, bound, seat, stops) {
  const below = await stream(seed, utf8("wheel\0"), [seat], await added(contributions), bound);
  return below(stops);
}
