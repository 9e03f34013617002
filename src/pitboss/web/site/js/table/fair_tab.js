// @ts-check
/** The fairness tab: what the house promised, what players added, each card checked on this page, and closed rounds dealt again. */

import { api } from "../api.js";
import { define } from "../define.js";
import { checkCards, compareWithFelt } from "../fair/check.js";
import { isCryptoAvailable } from "../fair/crypto.js";
import { isPhysical } from "../fair/pins.js";
import { failRedeal, redeal } from "../fair/redeal.js";
import { html, keyed } from "../html.js";
import { TEXTS } from "../texts.js";

/** @typedef {import("../fair/check.js").Proofs} Proofs */
/** @typedef {import("../fair/check.js").Round} Round */
/** @typedef {{getProofs: (table: string, round?: number) => Promise<Proofs | null>}} ProofsApi */
/** @typedef {{proofs: Proofs | null, checkedCards: import("../fair/check.js").CheckedCard[], redealResult: import("../fair/redeal.js").RedealResult | null, errorMessage: string}} Fairness */
/**
 * @typedef {{
 *   table: string, fairness: Fairness | null, actions: {redeal: (round: number) => void},
 *   view: {version?: number, role?: string, round?: Round | null} | null, own?: {cards?: Record<string, string[]>},
 *   finishedRound?: Round | null, card?: Labels | null
 * }} FairState
 */

/** Load the proofs of the current round and check each card. @param {ProofsApi} api @param {string} table @returns {Promise<Fairness>} */
export async function loadFairness(api, table) {
  try {
    const proofs = await api.getProofs(table);
    return { proofs, checkedCards: proofs && isCryptoAvailable() ? await checkCards(proofs) : [], redealResult: null, errorMessage: "" };
  } catch (error) {
    return { proofs: null, checkedCards: [], redealResult: null, errorMessage: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Deal a closed round again: one that the page saw, or one by its number.
 * @param {ProofsApi} api @param {string} table @param {Round | number} round @param {Proofs | null} [proofs] Proofs at hand.
 * @returns {Promise<import("../fair/redeal.js").RedealResult>}
 */
export async function redealRound(api, table, round, proofs = null) {
  const roundInView = typeof round === "number" ? null : round;
  const number = roundInView?.number ?? /** @type {number} */ (round);
  try {
    const openedProofs = proofs?.round === number && proofs.seed ? proofs : await api.getProofs(table, number);
    return openedProofs ? await redeal(roundInView, openedProofs) : failRedeal(number, TEXTS.fair.none);
  } catch (error) {
    return failRedeal(number, error instanceof Error ? error.message : String(error));
  }
}

define("pb-fair", (/** @type {FairState} */ state) => {
  const { fairness } = state;
  if (!fairness) return html`<p class="muted">${TEXTS.fair.wait}</p>`;
  if (!fairness.proofs) return html`<p class=${fairness.errorMessage ? "note" : "muted"}>${fairness.errorMessage || TEXTS.fair.none}</p>`;
  if (isPhysical(fairness.proofs)) return physicalPanel(state, fairness.proofs);
  const afterPanel = keyed("after", afterRoundPanel(state, fairness.proofs, fairness.redealResult));
  const currentPanel = keyed("now", html`${promisePanel(state, fairness.proofs)}${contributionsPanel(fairness.proofs)}${isCryptoAvailable() ? cardsPanel(state, fairness, fairness.proofs) : null}`);
  // While the felt still shows a finished round, that one comes first.
  return html`
    ${isCryptoAvailable() ? null : html`<p class="panel no-crypto">${TEXTS.fair.noCrypto}</p>`}
    ${state.finishedRound && state.finishedRound.number !== fairness.proofs.round ? [afterPanel, currentPanel] : [currentPanel, afterPanel]}`;
});

/** A round that people deal from a physical deck: what is checked, and what is not. @param {FairState} state @param {Proofs} proofs */
function physicalPanel({ view, table, finishedRound }, proofs) {
  const number = finishedRound?.number ?? proofs.last;
  return html`
    <section class="panel fair">
      <h3>${TEXTS.fair.physical(proofs.round)}</h3>
      <p>${TEXTS.fair.physicalWhy}</p>
      ${number && view?.role !== "onlooker" ? html`<p><a href=${api.roundFileUrl(table, number)} download>${TEXTS.fair.file(number)}</a> <span class="muted">${TEXTS.fair.physicalFileWhy}</span></p>` : null}
    </section>`;
}

/** @param {FairState} state @param {Proofs} proofs */
function promisePanel({ view }, proofs) {
  const { round, root, seed_hash, practice } = proofs;
  const roundInView = view?.round;
  const isChanged = roundInView?.number === round && (roundInView.root !== root || roundInView.seed_hash !== seed_hash);
  return html`
    <section class="panel fair">
      <h3>${TEXTS.fair.promise(round)}</h3>
      <p>${TEXTS.fair.promiseWhy}</p>
      ${hashDetails(TEXTS.fair.stack, root)}
      ${hashDetails(TEXTS.fair.seedHash, seed_hash)}
      ${isChanged ? html`<p class="note" role="alert">${TEXTS.fair.promiseChanged}</p>` : null}
      ${practice ? html`<p class="muted">${TEXTS.fair.practice}</p>` : null}
    </section>`;
}

/** @param {Proofs} proofs */
function contributionsPanel({ contributions, cut, locked }) {
  return html`
    <section class="panel fair">
      <h3>${TEXTS.fair.contributions}</h3>
      <p class="muted">${TEXTS.fair.contributionsWhy}</p>
      ${contributions.length
        ? html`<ul class="contributions">${contributions.map(({ who, entropy }) => html`<li><b>${who}</b> <code>${entropy}</code></li>`)}</ul>`
        : html`<p>${TEXTS.fair.noContributions}</p>`}
      <p>${TEXTS.fair.cut(cut)} ${locked ? null : TEXTS.fair.betsStillOpen}</p>
    </section>`;
}

/** @param {FairState} state @param {Fairness} fair @param {Proofs} proofs */
function cardsPanel({ view, own, card }, { checkedCards }, proofs) {
  const round = view?.round;
  const comparedCards = round ? compareWithFelt(checkedCards, proofs, round, own?.cards ?? {}, view.version ?? 0) : checkedCards;
  // Mismatches first, then in the order of the deal.
  const sortedCards = [...comparedCards].sort((a, b) => Number(a.ok) - Number(b.ok) || a.nth - b.nth);
  const wrongCount = sortedCards.filter((item) => !item.ok).length;
  const nameOf = createCardNamer(card);
  const summary = wrongCount ? TEXTS.fair.someMismatch(wrongCount) : TEXTS.fair.allMatch(sortedCards.length);
  return html`
    <section class=${wrongCount ? "panel fair wrong" : "panel fair"}>
      <h3>${TEXTS.fair.cards}</h3>
      <p class=${wrongCount ? "note" : ""} role="status">${sortedCards.length ? summary : TEXTS.fair.noCards}</p>
      <ul class="proofs">
        ${sortedCards.map((item) => keyed(JSON.stringify(item.position), cardItem(nameOf(item.position), item.face, item.nth, item.ok)))}
      </ul>
    </section>`;
}

/** @typedef {import("../fair/redeal.js").RedealResult} RedealResult */

/** @param {FairState} state @param {import("../fair/check.js").Proofs} proofs @param {RedealResult | null} redealResult */
export function afterRoundPanel(state, proofs, redealResult) {
  const { view, finishedRound, actions, table } = state;
  const number = finishedRound?.number ?? proofs.last;
  if (!number) return html``;
  const sources = [{ number: proofs.round, seed: proofs.seed }, finishedRound, view?.round];
  const seed = sources.find((round) => round?.number === number && round.seed)?.seed ?? "";
  const isSeedLost = !seed && (proofs.round === proofs.last || finishedRound?.number === number);
  const result = redealResult?.round === number ? redealResult : null;
  return html`
    <section class="panel fair">
      <h3>${TEXTS.fair.after(number)}</h3>
      <p>${isSeedLost ? TEXTS.fair.seedLost : TEXTS.fair.afterWhy}</p>
      ${seed ? hashDetails(TEXTS.fair.seed, seed) : null}
      ${isSeedLost || !isCryptoAvailable() ? null : html`<button class="quiet" @click=${() => actions.redeal(number)}>${TEXTS.fair.redeal(number)}</button>`}
      ${result ? html`<ol class="redeal-steps">${result.steps.map((step) => html`<li>${checkMark(step.ok, step.text)}</li>`)}</ol>` : null}
      <p class=${result?.ok === false ? "note" : "verdict"} role="status">${result ? describeVerdict(result) : null}</p>
      ${result?.dealtCards.length ? dealtCardList(result.dealtCards, createCardNamer(state.card)) : null}
      ${view?.role === "onlooker"
        ? html`<p class="muted">${TEXTS.fair.fileGuest}</p>`
        : html`<p><a href=${api.roundFileUrl(table, number)} download>${TEXTS.fair.file(number)}</a> <span class="muted">${TEXTS.fair.fileWhy}</span></p>`}
    </section>`;
}

/** @param {RedealResult} result */
const describeVerdict = ({ ok, errorMessage }) => errorMessage || (ok ? TEXTS.fair.redealMatches : TEXTS.fair.redealDiffers);

/** @param {import("../fair/redeal.js").DealtCard[]} dealtCards @param {ReturnType<typeof createCardNamer>} name */
const dealtCardList = (dealtCards, name) => html`
  <details class="dealt-cards">
    <summary>${TEXTS.fair.redealCards(dealtCards.length)}</summary>
    <ul class="proofs">
      ${dealtCards.map((item, index) => keyed(item.position, cardItem(item.place || item.seat ? name(item) : TEXTS.fair.burned, item.face, index + 1)))}
    </ul>
  </details>`;

/** @typedef {{layout: {hole: string[], places: {name: string, label: string, cards: number}[]}}} Labels What the game calls its places. */

const SHORT = 6;

/** A hash: abbreviated, and in full when opened. @param {string} label @param {string} value */
export const hashDetails = (label, value) => html`
  <details class="hash">
    <summary>${label} <code>${value.slice(0, SHORT)}…${value.slice(-SHORT)}</code></summary>
    <code class="full-hash">${value}</code>
  </details>`;

/** A check mark or a cross, with its text. @param {boolean} ok @param {string} text */
export const checkMark = (ok, text) => html`<span class=${ok ? "mark good" : "mark bad"}><span aria-hidden="true">${ok ? "✓" : "✕"}</span> ${text}</span>`;

/** A card with its place and, if it was checked, the result. @param {string} label @param {string} face @param {number} nth @param {boolean} [ok] */
export const cardItem = (label, face, nth, ok) => html`
  <li>
    <pb-card .state=${{ face, label }}></pb-card>
    <span class="lines">
      <b>${label}</b>
      ${ok === undefined ? null : checkMark(ok, ok ? TEXTS.fair.proved : TEXTS.fair.mismatch)}
      ${nth ? html`<small class="muted">${TEXTS.fair.cardNumber(nth)}</small>` : null}
    </span>
  </li>`;

/** Return a function that names single cards as the dealer's console does. @param {Labels | null | undefined} card @returns {(position: {place: string, seat: number, index: number}) => string} */
export function createCardNamer(card) {
  const places = new Map((card?.layout?.places ?? []).map((place) => [place.name, place]));
  return ({ place, seat, index }) => {
    if (seat) return TEXTS.fair.seatCard(seat, card?.layout?.hole[index] ?? String(index + 1));
    if (!place) return TEXTS.exposedCard;
    const knownPlace = places.get(place);
    const label = knownPlace?.label ?? place;
    const hasSeveral = knownPlace ? knownPlace.cards > 1 : index > 0;
    return `${label[0].toUpperCase()}${label.slice(1)}${hasSeveral ? `, card ${index + 1}` : ""}`;
  };
}
