// @ts-check
/** Scenes of single elements: cards, chips, spots, action bars. */

import "../elements/card.js";
import "../elements/chip.js";
import { html, keyed } from "../html.js";
import { actionBar } from "../table/actions.js";
import { spotView } from "../table/spot.js";
import { finishedRoundOf, NO_ACTIONS, tableState, withOpenBets, withOutcome } from "./fixtures.js";

const RANKS = [..."23456789TJQKA"];
const SUITS = [..."shdc"];
const SUMS = [50, 100, 500, 1250, 2500, 10000, 12345, 50000, 99900, 1_200_00, 12_345_00, 250_000_00, 9_990_000_00];

/** @param {string} title @param {unknown} body */
const shelf = (title, body) => html`<main class="gallery"><h1>${title}</h1>${body}</main>`;

/** @param {string} kind */
const faces = (kind) => html`<div class="shelf">${SUITS.flatMap((suit) => RANKS.map((rank) => html`<pb-card class=${kind} .state=${{ face: rank + suit }}></pb-card>`))}</div>`;

const backs = () => html`
  <div class="shelf felt-colored">
    <pb-card .state=${{ face: "??" }}></pb-card>
    <pb-card class="large" .state=${{ face: "??" }}></pb-card>
    <pb-card class="small" .state=${{ face: "??" }}></pb-card>
    <pb-card class="large" .state=${{ face: "Qh" }}></pb-card>
    <pb-card class="large" .state=${{ face: "Td" }}></pb-card>
    <pb-card .state=${{ face: "Ks", dim: true }}></pb-card>
  </div>`;

/** @param {Partial<import("../table/selectors.js").Spot>} changes */
const makeSpot = (changes) => ({ key: "", label: "Ante Across", kind: "required", brokenDevice: "", cents: 0, isDraft: false, isHighlighted: false, hand: changes.result?.hand ?? "", handLabel: changes.result?.hand ?? "", odds: "", result: null, ...changes });

/** @type {Record<string, Partial<import("../table/selectors.js").Spot>>} */
const SPOTS = {
  empty: {},
  glows: { isHighlighted: true },
  chip: { cents: 500 },
  side: { kind: "side", label: "Five Card Bonus" },
  "side with a chip": { kind: "side", label: "Five Card Bonus", cents: 2500 },
  raise: { kind: "raise", label: "Middle", isHighlighted: true },
  "large amount": { cents: 123_456_00 },
  won: { cents: 500, odds: "1 to 1", result: { stake: 500, outcome: "win", credit: 1000, hand: "pair" } },
  "large win": { cents: 50000, odds: "500 to 1", result: { stake: 50000, outcome: "win", credit: 25_050_000, hand: "royal flush" } },
  lost: { cents: 500, result: { stake: 500, outcome: "lose", credit: 0, hand: "high card" } },
  push: { cents: 500, odds: "push", result: { stake: 500, outcome: "push", credit: 500, hand: "pair" } },
  void: { cents: 500, result: { stake: 500, outcome: "void", credit: 500 } },
  returned: { kind: "side", label: "Bonus Spin", result: { stake: 500, outcome: "void", credit: 500 } },
  closed: { kind: "side", label: "Bonus Spin", isDraft: true, brokenDevice: "wheel" },
  "long hand name": { cents: 500, odds: "1,000 to 1", kind: "side", label: "Texas Hold 'Em Bonus", result: { stake: 500, outcome: "win", credit: 500_500, hand: "pair of aces against a pair of aces" } },
};

/** Every kind of action bar below the felt. @param {import("./gallery.js").Games} games @returns {Record<string, import("../table/model.js").TableState>} */
function bars(games) {
  const game = games["criss-cross"];
  const onTurn = tableState(game, 1);
  const openBets = withOpenBets(onTurn);
  const othersTurn = tableState(game, 1, { feed: { ...onTurn.feed, own: { cards: onTurn.feed.own.cards }, view: /** @type {any} */ ({ ...onTurn.feed.view, round: { ...onTurn.feed.view?.round, turn: 2 } }) } });
  const last = { ante_across: 500, ante_down: 500 };
  return {
    "bets are open": openBets,
    "chips are down": { ...openBets, draft: { ...last, five_card_bonus: 2500 }, undoStack: [{}] },
    "rebet": { ...openBets, lastBet: last },
    "no chips left": { ...openBets, feed: { ...openBets.feed, view: /** @type {any} */ ({ ...openBets.feed.view, chips: { You: 0 } }) } },
    "your turn": onTurn,
    "decision sent": { ...onTurn, isBusy: true },
    "another player's turn": othersTurn,
    "decision refused": { ...onTurn, note: "It is not your turn: seat 2 has to decide (CCP 11.A)" },
    "the round is over": { ...openBets, finishedRound: finishedRoundOf(game), lastBet: last },
    "the round is over, and lost": { ...openBets, finishedRound: finishedRoundOf(game, (round) => withOutcome(round, "lose", 0, "high card")), lastBet: last },
    "the round is void": { ...openBets, finishedRound: { ...finishedRoundOf(game), void: "a card was found face up in the deck" } },
    "nobody signed in": { ...othersTurn, me: null },
  };
}

/** @type {Record<string, import("./gallery.js").Scene>} */
export const ELEMENTS = {
  cards: () => shelf("Cards", [faces(""), backs()]),
  "cards-four-colors": () => shelf("Four-color deck", html`<div class="four-colors">${faces("")}</div>`),
  chips: () => shelf("Chips", html`<div class="shelf">${SUMS.map((cents) => html`<pb-chip .state=${{ cents }}></pb-chip>`)}</div>`),
  spots: (games) => shelf("Betting spots", html`
    <div class="shelf felt-colored">${Object.entries(SPOTS).map(([name, spot]) => spotView(makeSpot({ key: name, ...spot }), tableState(games["criss-cross"], 0), NO_ACTIONS))}
      ${spotView(makeSpot({ key: "ante_across", isDraft: true }), tableState(games["criss-cross"], 0), NO_ACTIONS)}
    </div>`),
  actions: (games) => shelf("Below the felt", Object.entries(bars(games)).map(([name, state]) => keyed(name, html`<section><h2>${name}</h2>${actionBar(state, NO_ACTIONS)}</section>`))),
};
