// @ts-check
/** The commitment to a stack: a Merkle tree, whose root is published before the deal. */

import { sha256, toHex } from "./crypto.js";

/** @typedef {import("./crypto.js").Bytes} Bytes */

const HASH = 32;

/** Hash a card in its position. @param {number} position @param {number} card @param {Bytes} salt */
export const hashLeaf = (position, card, salt) => sha256([0, position, card], salt);

/** @param {Bytes} left @param {Bytes} right */
const hashNode = (left, right) => sha256([1], left, right);

/** Compute the root of all leaves. @param {Bytes[]} leaves @returns {Promise<Bytes>} */
export async function computeRoot(leaves) {
  let level = leaves;
  while (level.length > 1) {
    const pairs = level.length >> 1;
    const parents = await Promise.all(Array.from({ length: pairs }, (_, index) => hashNode(level[2 * index], level[2 * index + 1])));
    level = [...parents, ...level.slice(2 * pairs)]; // a node without a partner moves up unchanged
  }
  return level[0];
}

/**
 * Verify that a card lies in its position of the stack that a root commits to.
 * @param {string} root @param {number} size @param {number} position @param {number} card @param {Bytes} salt @param {Bytes[]} proof
 */
export async function verifyProof(root, size, position, card, salt, proof) {
  if (!Number.isInteger(position) || position < 0 || position >= size || card < 0) return false;
  const siblings = [...proof];
  let hash = await hashLeaf(position, card, salt);
  for (let index = position, width = size; width > 1; index >>= 1, width = (width + 1) >> 1) {
    if ((index ^ 1) >= width) continue;
    const sibling = siblings.shift();
    if (sibling?.length !== HASH) return false;
    hash = await (index & 1 ? hashNode(sibling, hash) : hashNode(hash, sibling));
  }
  return siblings.length === 0 && toHex(hash) === root;
}
