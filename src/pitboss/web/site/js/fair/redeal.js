// @ts-check
/** Dealing a closed round again from its opened seed, and comparing it with what was promised and shown. */

import { TEXTS } from "../texts.js";
import { findDuplicates, listFaceUpCards, positionKey } from "./check.js";
import { fromHex, toHex } from "./crypto.js";
import { computeRoot, hashLeaf } from "./merkle_tree.js";
import { buildStack, dealingOrder, deckOf, numberOf, seedHash, toBinding, wheelStop } from "./shuffle.js";

/** @typedef {import("./crypto.js").Bytes} Bytes */
/** @typedef {import("./check.js").Proofs} Proofs */
/** @typedef {import("./check.js").Round} Round */
/** @typedef {{ok: boolean, text: string}} Step */
/** @typedef {import("./check.js").Lies & {face: string}} DealtCard */
/** @typedef {{round: number, ok: boolean, steps: Step[], dealtCards: DealtCard[], errorMessage: string}} RedealResult `trouble` says why it was not dealt at all. */

const SENTENCES = TEXTS.fair.steps;

/** Return why a round could not be dealt again. @param {number} round @param {string} errorMessage @param {Step[]} [steps] @returns {RedealResult} */
export const failRedeal = (round, errorMessage, steps = []) => ({ round, ok: false, steps, dealtCards: [], errorMessage });

/**
 * @param {Round | null} round The round as the page saw it, if it did.
 * @param {Proofs} proofs With the seed. @returns {Promise<RedealResult>}
 */
export async function redeal(round, proofs) {
  if (!proofs.seed) return failRedeal(proofs.round, SENTENCES.unopened);
  /** @type {Bytes} */
  let seed;
  try {
    seed = fromHex(proofs.seed);
  } catch {
    return failRedeal(proofs.round, "", [step(false, SENTENCES.seed)]);
  }
  // What the page received before the deal counts, not what it receives now.
  const promise = round ?? proofs;
  const binding = toBinding(proofs.table, proofs.round, proofs.rules);
  const deck = deckOf(proofs);
  const { cards, salts } = await buildStack(seed, binding, deck.length);
  const stack = cards.map((index) => deck[index]);
  const leaves = await Promise.all(stack.map((face, index) => hashLeaf(index, numberOf(face), salts[index])));
  const dealtCards = proofs.dealt.map((card) => ({ ...card, face: stack[card.position] }));
  const steps = [
    step((await seedHash(seed)) === promise.seed_hash, SENTENCES.seed),
    step(toHex(await computeRoot(leaves)) === promise.root, SENTENCES.stack),
    step(await isInOrder(round, proofs, binding), SENTENCES.order),
    compareCards(round, proofs, dealtCards, stack),
    ...(await checkWheel(seed, binding, round, proofs)),
  ];
  return { round: proofs.round, ok: steps.every((result) => result.ok), steps, dealtCards, errorMessage: "" };
}

/** @param {boolean} ok @param {{good: string, bad: string}} says @returns {Step} */
const step = (ok, { good, bad }) => ({ ok, text: ok ? good : bad });

/**
 * Whether the cards left the stack in the order fixed by contributions and cut.
 * @param {Round | null} round @param {Proofs} proofs @param {Bytes} binding
 */
async function isInOrder(round, proofs, binding) {
  const { contributions, cut, dealt: dealtCards } = proofs;
  const fromProofs = JSON.stringify(contributions.map(({ who, entropy }) => [who, entropy]));
  const fromPage = JSON.stringify((round?.contributions ?? []).map(({ who, entropy }) => [who, entropy]));
  if (round && (fromProofs !== fromPage || cut !== (round.cut ?? 0))) return false;
  const order = await dealingOrder(deckOf(proofs).length, contributions, cut, binding);
  const places = dealtCards.map(positionKey).filter(Boolean);
  return dealtCards.every((card, index) => card.position === order[index]) && !findDuplicates(places).size;
}

/**
 * Check that every face that anybody saw is the one in the seed's stack.
 * @param {Round | null} round @param {Proofs} proofs @param {DealtCard[]} dealtCards @param {string[]} stack @returns {Step}
 */
function compareCards(round, proofs, dealtCards, stack) {
  const facesByPosition = new Map(dealtCards.map((card) => [positionKey(card), card.face]));
  const comparisons = [
    ...proofs.cards.map((card) => [card.card, positionKey(card) ? facesByPosition.get(positionKey(card)) : stack[card.position]]),
    ...(round ? listFaceUpCards(round) : []).map(({ position, face }) => [face, facesByPosition.get(positionKey(position))]),
  ];
  const mismatch = comparisons.find(([face, expected]) => face !== expected);
  if (mismatch) return { ok: false, text: SENTENCES.mismatch(mismatch[0] ?? "", mismatch[1] ?? "") };
  return { ok: true, text: SENTENCES.cards(new Set(comparisons.map(([face]) => face)).size, dealtCards.length) };
}

/**
 * Check that the wheel stopped where the seed says.
 * @param {Bytes} seed @param {Bytes} binding @param {Round | null} round @param {Proofs} proofs @returns {Promise<Step[]>}
 */
async function checkWheel(seed, binding, round, { wheel, spins, contributions }) {
  if (!wheel.length) return [];
  const symbols = wheel.flatMap(({ symbol, stops }) => Array(stops).fill(symbol));
  const matches = await Promise.all(Object.entries(spins).map(async ([seat, symbol]) => {
    const stop = await wheelStop(seed, contributions, binding, Number(seat), symbols.length);
    return symbols[stop] === symbol && symbol === (round?.seats?.[seat]?.spin ?? symbol);
  }));
  return [step(matches.every(Boolean), SENTENCES.wheel)];
}
