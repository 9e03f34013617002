// @ts-check
/** Is it fair? What the house promised, what players added, and each card checked in this page itself. */

import { define } from "../define.js";
import { beside, checkCards } from "../fair/check.js";
import { available } from "../fair/crypto.js";
import { redeal, undealt } from "../fair/redeal.js";
import { html, keyed } from "../html.js";
import { TEXTS } from "../texts.js";
import { afterwards } from "./fair_after.js";
import { cardItem, hash, namer } from "./fair_parts.js";

/** @typedef {import("../fair/check.js").Proofs} Proofs */
/** @typedef {import("../fair/felt.js").Round} Round */
/** @typedef {{proofs: (table: string, round?: number) => Promise<Proofs | null>}} Asks */
/** @typedef {{proofs: Proofs | null, checked: import("../fair/check.js").Checked[], redealt: import("../fair/redeal.js").Redealt | null, trouble: string}} Fair */
/**
 * @typedef {{
 *   table: string, fair: Fair | null, act: {redeal: (round: number) => void},
 *   view: {version?: number, role?: string, round?: Round | null} | null, own?: {cards?: Record<string, string[]>},
 *   finished?: Round | null, card?: import("./fair_parts.js").Labels | null
 * }} FairState
 */

/** The proofs of the round that is played, each card of them checked. @param {Asks} api @param {string} table @returns {Promise<Fair>} */
export async function look(api, table) {
  try {
    const proofs = await api.proofs(table);
    return { proofs, checked: proofs && available() ? await checkCards(proofs) : [], redealt: null, trouble: "" };
  } catch (error) {
    return { proofs: null, checked: [], redealt: null, trouble: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * A closed round, dealt again: one that the page saw, or one by its number.
 * @param {Asks} api @param {string} table @param {Round | number} round @param {Proofs | null} [proofs] What is known already.
 * @returns {Promise<import("../fair/redeal.js").Redealt>}
 */
export async function redealt(api, table, round, proofs = null) {
  const seen = typeof round === "number" ? null : round;
  const number = seen?.number ?? /** @type {number} */ (round);
  try {
    const opened = proofs?.round === number && proofs.seed ? proofs : await api.proofs(table, number);
    return opened ? await redeal(seen, opened) : undealt(number, TEXTS.fair.none);
  } catch (error) {
    return undealt(number, error instanceof Error ? error.message : String(error));
  }
}

define("pb-fair", (/** @type {FairState} */ state) => {
  const { fair } = state;
  if (!fair) return html`<p class="muted">${TEXTS.fair.wait}</p>`;
  if (!fair.proofs) return html`<p class=${fair.trouble ? "note" : "muted"}>${fair.trouble || TEXTS.fair.none}</p>`;
  const over = keyed("after", afterwards(state, fair.proofs, fair.redealt));
  const now = keyed("now", html`${promise(state, fair.proofs)}${additions(fair.proofs)}${available() ? cards(state, fair, fair.proofs) : null}`);
  // While the felt still shows a round that is over, that one comes first.
  return html`
    ${available() ? null : html`<p class="panel no-crypto">${TEXTS.fair.noCrypto}</p>`}
    ${state.finished && state.finished.number !== fair.proofs.round ? [over, now] : [now, over]}`;
});

/** @param {FairState} state @param {Proofs} proofs */
function promise({ view }, proofs) {
  const { round, root, seed_hash, practice } = proofs;
  const seen = view?.round;
  const changed = seen?.number === round && (seen.root !== root || seen.seed_hash !== seed_hash);
  return html`
    <section class="panel fair">
      <h3>${TEXTS.fair.promise(round)}</h3>
      <p>${TEXTS.fair.promiseWhy}</p>
      ${hash(TEXTS.fair.stack, root)}
      ${hash(TEXTS.fair.seedHash, seed_hash)}
      ${changed ? html`<p class="note" role="alert">${TEXTS.fair.changed}</p>` : null}
      ${practice ? html`<p class="muted">${TEXTS.fair.practice}</p>` : null}
    </section>`;
}

/** @param {Proofs} proofs */
function additions({ contributions, cut, locked }) {
  return html`
    <section class="panel fair">
      <h3>${TEXTS.fair.added}</h3>
      <p class="muted">${TEXTS.fair.addedWhy}</p>
      ${contributions.length
        ? html`<ul class="added">${contributions.map(({ who, entropy }) => html`<li><b>${who}</b> <code>${entropy}</code></li>`)}</ul>`
        : html`<p>${TEXTS.fair.addedNobody}</p>`}
      <p>${TEXTS.fair.cut(cut)} ${locked ? null : TEXTS.fair.addedOpen}</p>
    </section>`;
}

/** @param {FairState} state @param {Fair} fair @param {Proofs} proofs */
function cards({ view, own, card }, { checked }, proofs) {
  const round = view?.round;
  const found = round ? beside(checked, proofs, round, own?.cards ?? {}, view.version ?? 0) : checked;
  // What is wrong comes first, the rest in the order of the deal.
  const shown = [...found].sort((one, other) => Number(one.ok) - Number(other.ok) || one.nth - other.nth);
  const wrong = shown.filter((one) => !one.ok).length;
  const name = namer(card);
  const told = wrong ? TEXTS.fair.someWrong(wrong) : TEXTS.fair.allFit(shown.length);
  return html`
    <section class=${wrong ? "panel fair wrong" : "panel fair"}>
      <h3>${TEXTS.fair.cards}</h3>
      <p class=${wrong ? "note" : ""} role="status">${shown.length ? told : TEXTS.fair.cardsNone}</p>
      <ul class="proofs">
        ${shown.map((one) => keyed(JSON.stringify(one.where), cardItem(name(one.where), one.face, one.nth, one.ok)))}
      </ul>
    </section>`;
}
