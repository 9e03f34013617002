// @ts-check
/** A closed round dealt again from its opened seed, and compared with what was promised and shown. */

import { hex, unhex } from "./bytes.js";
import { deckOf, numberOf } from "./cards.js";
import { repeated } from "./check.js";
import { boundTo, dealingOrder, seedHash, stackOf, wheelStop } from "./shuffle.js";
import { leaf, rootOf } from "./tree.js";
import { lying, spot } from "./felt.js";
import { TEXTS } from "../texts.js";

/** @typedef {import("./bytes.js").Bytes} Bytes */
/** @typedef {import("./check.js").Proofs} Proofs */
/** @typedef {import("./felt.js").Round} Round */
/** @typedef {{ok: boolean, say: string}} Step */
/** @typedef {import("./check.js").Lies & {face: string}} Dealt */
/** @typedef {{round: number, ok: boolean, steps: Step[], dealt: Dealt[], trouble: string}} Redealt `trouble` says why it was not dealt at all. */

const SAYS = TEXTS.fair.steps;

/** Not dealt again, and why. @param {number} round @param {string} trouble @param {Step[]} [steps] @returns {Redealt} */
export const undealt = (round, trouble, steps = []) => ({ round, ok: false, steps, dealt: [], trouble });

/**
 * @param {Round | null} round What the page itself saw of it, if it did.
 * @param {Proofs} proofs With the seed. @returns {Promise<Redealt>}
 */
export async function redeal(round, proofs) {
  if (!proofs.seed) return undealt(proofs.round, SAYS.unopened);
  /** @type {Bytes} */
  let seed;
  try {
    seed = unhex(proofs.seed);
  } catch {
    return undealt(proofs.round, "", [step(false, SAYS.seed)]);
  }
  // What the page was told before the deal counts, not what it is told now.
  const promised = round ?? proofs;
  const bound = boundTo(proofs.table, proofs.round, proofs.rules);
  const deck = deckOf(proofs);
  const { cards, salts } = await stackOf(seed, bound, deck.length);
  const stack = cards.map((at) => deck[at]);
  const leaves = await Promise.all(stack.map((face, at) => leaf(at, numberOf(face), salts[at])));
  const dealt = proofs.dealt.map((one) => ({ ...one, face: stack[one.position] }));
  const steps = [
    step((await seedHash(seed)) === promised.seed_hash, SAYS.seed),
    step(hex(await rootOf(leaves)) === promised.root, SAYS.stack),
    step(await inOrder(round, proofs, bound), SAYS.order),
    same(round, proofs, dealt, stack),
    ...(await spun(seed, bound, round, proofs)),
  ];
  return { round: proofs.round, ok: steps.every((one) => one.ok), steps, dealt, trouble: "" };
}

/** @param {boolean} ok @param {{good: string, bad: string}} says @returns {Step} */
const step = (ok, { good, bad }) => ({ ok, say: ok ? good : bad });

/**
 * Whether the cards left the stack in the order that contributions and cut fix.
 * @param {Round | null} round @param {Proofs} proofs @param {Bytes} bound
 */
async function inOrder(round, proofs, bound) {
  const { contributions, cut, dealt } = proofs;
  const told = JSON.stringify(contributions.map(({ who, entropy }) => [who, entropy]));
  const before = JSON.stringify((round?.contributions ?? []).map(({ who, entropy }) => [who, entropy]));
  if (round && (told !== before || cut !== (round.cut ?? 0))) return false;
  const order = await dealingOrder(deckOf(proofs).length, contributions, cut, bound);
  const places = dealt.map(spot).filter(Boolean);
  return dealt.every((one, at) => one.position === order[at]) && !repeated(places).size;
}

/**
 * Whether every face that anybody saw is what the seed has there.
 * @param {Round | null} round @param {Proofs} proofs @param {Dealt[]} dealt @param {string[]} stack @returns {Step}
 */
function same(round, proofs, dealt, stack) {
  const now = new Map(dealt.map((one) => [spot(one), one.face]));
  const shown = [
    ...proofs.cards.map((one) => [one.card, spot(one) ? now.get(spot(one)) : stack[one.position]]),
    ...(round ? lying(round) : []).map(({ where, face }) => [face, now.get(spot(where))]),
  ];
  const wrong = shown.find(([face, found]) => face !== found);
  if (wrong) return { ok: false, say: SAYS.other(wrong[0] ?? "", wrong[1] ?? "") };
  return { ok: true, say: SAYS.cards(new Set(shown.map(([face]) => face)).size, dealt.length) };
}

/**
 * Whether the wheel stopped where the seed says.
 * @param {Bytes} seed @param {Bytes} bound @param {Round | null} round @param {Proofs} proofs @returns {Promise<Step[]>}
 */
async function spun(seed, bound, round, { wheel, spins, contributions }) {
  if (!wheel.length) return [];
  const symbols = wheel.flatMap(({ symbol, stops }) => Array(stops).fill(symbol));
  const found = await Promise.all(Object.entries(spins).map(async ([seat, symbol]) => {
    const stop = await wheelStop(seed, contributions, bound, Number(seat), symbols.length);
    return symbols[stop] === symbol && symbol === (round?.seats?.[seat]?.spin ?? symbol);
  }));
  return [step(found.every(Boolean), SAYS.wheel)];
}
