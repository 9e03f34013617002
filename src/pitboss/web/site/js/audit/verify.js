// @ts-check
/** Verification of a round in the page itself, with the code that players have. */

import { checkCards } from "../fair/check.js";
import { isCryptoAvailable } from "../fair/crypto.js";
import { redeal } from "../fair/redeal.js";
import { TEXTS } from "../texts.js";
import { AUDIT } from "../texts_audit.js";

/** @typedef {import("../types").Replay} Replay */
/** @typedef {{ok: boolean, text: string}} PageCheck */

/** Return the round as the replay showed it last, with the promise of its first step. @param {Replay} replay @returns {import("../fair/check.js").Round | null} */
function roundInReplay({ steps }) {
  const promise = steps[0]?.view.round;
  const last = [...steps].reverse().find(({ view }) => view.round)?.view.round;
  return promise && last ? /** @type {import("../fair/check.js").Round} */ (/** @type {unknown} */ ({ ...last, root: promise.root, seed_hash: promise.seed_hash })) : null;
}

/** @param {Replay} replay @returns {Promise<PageCheck>} */
export async function verifyInPage(replay) {
  const proofs = /** @type {import("../fair/check.js").Proofs | null} */ (/** @type {unknown} */ (replay.proofs));
  if (!isCryptoAvailable()) return { ok: false, text: AUDIT.pageCannot(TEXTS.fair.noCrypto) };
  if (!proofs) return { ok: false, text: AUDIT.pageCannot(AUDIT.noProofs) };
  const result = await redeal(roundInReplay(replay), proofs);
  if (result.errorMessage) return { ok: false, text: AUDIT.pageCannot(result.errorMessage) };
  const cards = await checkCards(proofs);
  const wrong = result.steps.filter(({ ok }) => !ok).map(({ text }) => text);
  const faults = [...wrong, ...cards.filter(({ ok }) => !ok).map(({ face }) => face)];
  return faults.length ? { ok: false, text: AUDIT.pageWrong(faults) } : { ok: true, text: AUDIT.pageVerified(cards.length) };
}
