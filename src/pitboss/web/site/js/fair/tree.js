// @ts-check
/** The commitment to a stack: a tree of hashes, whose root is published before the deal. */

import { hex } from "./bytes.js";
import { sha256 } from "./crypto.js";

/** @typedef {import("./bytes.js").Bytes} Bytes */

const HASH = 32;

/** The hash of one card in its position. @param {number} position @param {number} card @param {Bytes} salt */
export const leaf = (position, card, salt) => sha256([0, position, card], salt);

/** @param {Bytes} left @param {Bytes} right */
const node = (left, right) => sha256([1], left, right);

/** The hash that stands for all leaves. @param {Bytes[]} leaves @returns {Promise<Bytes>} */
export async function rootOf(leaves) {
  let level = leaves;
  while (level.length > 1) {
    const pairs = level.length >> 1;
    const above = await Promise.all(Array.from({ length: pairs }, (_, at) => node(level[2 * at], level[2 * at + 1])));
    level = [...above, ...level.slice(2 * pairs)]; // one without a partner moves up as it is
  }
  return level[0];
}

/**
 * Whether a card lies in its position of the stack that a root stands for.
 * @param {string} root @param {number} size @param {number} position @param {number} card @param {Bytes} salt @param {Bytes[]} proof
 */
export async function leadsTo(root, size, position, card, salt, proof) {
  if (!Number.isInteger(position) || position < 0 || position >= size || card < 0) return false;
  const beside = [...proof];
  let found = await leaf(position, card, salt);
  for (let at = position, width = size; width > 1; at >>= 1, width = (width + 1) >> 1) {
    if ((at ^ 1) >= width) continue;
    const other = beside.shift();
    if (other?.length !== HASH) return false;
    found = await (at & 1 ? node(other, found) : node(found, other));
  }
  return beside.length === 0 && hex(found) === root;
}
