// @ts-check
/** Scenes of whole tables: each game in the middle of a round and at its end, and everything that can happen to a page. */

import "../table/page.js";
import { html } from "../html.js";
import { COACH, finishedRoundOf, ME, NO_ACTIONS, SEAT, tableState, withOpenBets, withOutcome } from "./fixtures.js";

/** @typedef {import("../table/model.js").TableState} TableState */
/** @typedef {import("./gallery.js").Games} Games */
/** @typedef {import("./gallery.js").Scene} Scene */

/** @param {TableState} state @param {boolean} [fourColors] */
const tablePage = (state, fourColors = false) => html`<pb-table-view .state=${{ controller: NO_ACTIONS, state, errorMessage: "", inputs: { table: state.table, me: state.me, actions: NO_ACTIONS, fourColors } }}></pb-table-view>`;

/** @param {string} message */
const missingTable = (message) => html`<pb-table-view .state=${{ controller: null, state: undefined, errorMessage: message, inputs: { table: "", me: null, actions: NO_ACTIONS, fourColors: false } }}></pb-table-view>`;

/** @param {TableState} state @param {Record<string, string>} players @returns {TableState} */
const asOnlooker = (state, players) => ({ ...state, me: null, feed: { ...state.feed, own: {}, view: /** @type {any} */ ({ ...state.feed.view, role: "onlooker", players }) } });

/** Sentences like those at the end of a round. @param {Games} games @param {string} key */
const explanationsOf = (games, key) => (games[key].steps.at(-1)?.text ?? "").split(/(?<=\.) /).map((text) => ({ seat: SEAT, wagers: [], made: "", odds: {}, text, clause: games[key].card.rulebook && `${games[key].card.rulebook} 11.I(3)(b)` }));

/** Advice that the coach could give. @param {TableState} state @returns {import("../types").Advice} */
const advice = ({ feed }) => {
  const decisions = (feed.own.choices ?? []).map((choice) => choice.decision);
  const cents = Object.fromEntries(decisions.map((decision, index) => [decision, -1500 + 470 * index - 55 * index * index]));
  return { decisions: {}, best: decisions.at(-1) ?? "", before_cards: "-1/50", unit: 500, cents, round: 1, seat: SEAT, street: "", cards: {}, taken: [], card: null };
};

/** A scene with the pocket card's advice. @param {Games} games @param {NonNullable<import("../types").Advice["card"]>} card */
const pocketScene = (games, card) => {
  const state = tableState(games["criss-cross"], 2, { isSheetOpen: true });
  return tablePage({ ...state, coach: { ...SUMMARY, showsPocketCard: true, advice: { ...advice(state), card } } });
};

const MISTAKE = { street: "across", decision: "fold", best: "3x", cost: 1234.5, hole: ["Kd", "6d"], cards: {}, seen: {}, offered: ["fold", "3x"], decisions: [] };
/** @type {import("../table/coach.js").CoachState} */
const SUMMARY = { ...COACH, isOn: true, rounds: 137, decisions: 322, net: -12_345_00, cost: 1234.5, edge: -4321, luck: -1_228_944, mistakes: [MISTAKE, { ...MISTAKE, best: "1x" }] };

/** @param {TableState} state @param {boolean} isForged @returns {any} */
function fairnessOf(state, isForged) {
  const round = /** @type {import("../types").RoundView} */ (state.feed.view?.round);
  const tableCards = Object.entries(round.cards).flatMap(([place, faces]) => faces.map((face, index) => ({ place, seat: 0, index, face }))).filter(({ face }) => face !== "??");
  const handCards = (state.feed.own.cards?.[SEAT] ?? []).map((face, index) => ({ place: "", seat: SEAT, index, face })).filter(({ face }) => face !== "??");
  const checkedCards = [...tableCards, ...handCards].map(({ face, ...position }, index) => ({ ok: !isForged || index > 0, position, face, nth: index + 1 }));
  const proofs = {
    version: state.feed.view?.version, table: state.table, round: round.number, rules: round.rules, practice: false,
    seed_hash: round.seed_hash, root: round.root, cut: 23, locked: true, cards: [], seed: round.seed ?? "", dealt: [], wheel: [], spins: {}, last: round.number,
    contributions: [{ who: "You", entropy: "0f".repeat(16) }, { who: "Maximiliana Konstantina von und zu Hohen", entropy: "a song" }],
  };
  const steps = [{ ok: true, text: "The seed has the hash that was published before betting." }, { ok: !isForged, text: "The cards were dealt in the order set by the players' entropy and the cut." }];
  return { proofs, checkedCards, errorMessage: "", redealResult: { round: round.number, ok: !isForged, steps, dealtCards: [], errorMessage: "" } };
}

const EXPOSED = "a dealer card was exposed before the last decision (Dealer, card 2)";
const GOODS = "seven nights for two in a hotel by the sea";

/** @typedef {import("../types").RoundView} RoundView */

/** The same state with changes to the view and the round. @param {TableState} state @param {Partial<import("../types").View>} view @param {Partial<RoundView>} [round] @returns {TableState} */
const withView = (state, view, round = {}) => ({ ...state, feed: { ...state.feed, view: /** @type {any} */ ({ ...state.feed.view, ...view, round: { ...state.feed.view?.round, ...round } }) } });

/** The seats after one of your wagers was returned. @param {TableState} state @param {string} key @param {number} cents */
function withReturnedWager(state, key, cents) {
  const seats = state.feed.view?.round?.seats ?? {};
  return { ...seats, [SEAT]: { ...seats[SEAT], returned: { [key]: cents } } };
}

/** One wager is settled although the round is void. @param {RoundView} round @param {string} key @returns {RoundView} */
function withOneSettled(round, key) {
  const ownHand = round.seats[SEAT];
  return { ...round, seats: { ...round.seats, [SEAT]: { ...ownHand, results: { ...ownHand.results, [key]: { stake: 500, outcome: "win", credit: 13000 } } } } };
}

/** The wheel stopped at a merchandise prize. @param {RoundView} round @returns {RoundView} */
function withMerchandise(round) {
  const ownHand = round.seats[SEAT];
  const prizeResult = /** @type {import("../types").WagerResult} */ ({ stake: 500, outcome: "win", credit: 2_500_000, merchandise: GOODS });
  return { ...round, seats: { ...round.seats, [SEAT]: { ...ownHand, wagers: { ...ownHand.wagers, bonus_spin: 500 }, spin: "The Great Seahorse & Crab of Chesapeake", results: { ...ownHand.results, bonus_spin: prizeResult } } } };
}

/** New rules are announced. @param {Games} games @param {string} key @returns {TableState} */
function withUpcomingRules(games, key) {
  const { card } = games[key];
  const changes = ["The table minimum changes from $5 to $25.", "The table maximum changes from $500 to $1,000.", "Five Card Bonus is no longer offered."];
  const state = withView(tableState(games[key], 1), { upcoming: { number: 7, rules: card.hash, minimum: 2500, maximum: 100000 } });
  return { ...state, upcomingRules: { number: 7, changes, card } };
}

/** @param {string} key @returns {Record<string, Scene>} */
const gameScenes = (key) => ({
  [`${key}-your-turn`]: (games) => tablePage(tableState(games[key], 1)),
  [`${key}-over`]: (games) => tablePage({ ...withOpenBets(tableState(games[key], 0)), finishedRound: finishedRoundOf(games[key]), explanations: explanationsOf(games, key), tab: "history", rounds: [finishedRoundOf(games[key])], lastBet: { ante: 1500 } }),
});

const GAMES = ["run-em-twice", "criss-cross", "holdem-bonus", "stud-235", "mississippi-stud", "let-it-ride", "three-card", "caribbean-stud", "ultimate-holdem"];

/** @type {Record<string, Scene>} */
export const TABLES = {
  ...GAMES.map(gameScenes).reduce((allScenes, scenes) => ({ ...allScenes, ...scenes }), {}),
  betting: (games) => tablePage({ ...withOpenBets(tableState(games["criss-cross"], 0)), draft: { ante_across: 500, ante_down: 500, bonus_spin: 2500 }, undoStack: [{}], tab: "rules" }),
  purse: (games) => tablePage(tableState(games["criss-cross"], 0, { isPurseOpen: true })),
  "purse-empty": (games) => tablePage({ ...tableState(games["criss-cross"], 0, { isPurseOpen: true }), me: { ...ME, cents: 0 } }),
  "big-win": (games) => tablePage({ ...withOpenBets(tableState(games["run-em-twice"], 0)), finishedRound: finishedRoundOf(games["run-em-twice"], (round) => withOutcome(round, "win", 50001, "royal flush")) }),
  "all-lose": (games) => tablePage({ ...withOpenBets(tableState(games["stud-235"], 0)), finishedRound: finishedRoundOf(games["stud-235"], (round) => withOutcome(round, "lose", 0, "high card")) }),
  push: (games) => tablePage({ ...withOpenBets(tableState(games["criss-cross"], 0)), finishedRound: finishedRoundOf(games["criss-cross"], (round) => withOutcome(round, "push", 1, "pair")) }),
  void: (games) => tablePage({ ...withOpenBets(tableState(games["criss-cross"], 0)), finishedRound: finishedRoundOf(games["criss-cross"], (round) => ({ ...withOutcome(round, "void", 1, ""), void: "a card was found face up in the deck" })) }),
  "void-bonus": (games) => tablePage({ ...withOpenBets(tableState(games["holdem-bonus"], 0)), finishedRound: finishedRoundOf(games["holdem-bonus"], (round) => withOneSettled({ ...withOutcome(round, "void", 1, ""), void: EXPOSED }, "bonus")), explanations: explanationsOf(games, "holdem-bonus"), tab: "history" }),
  stopped: (games) => tablePage(withView(tableState(games["holdem-bonus"], 1), { incident: EXPOSED }, { open: ["9d"] })),
  "stopped-long": (games) => tablePage(withView(tableState(games["run-em-twice"], 1), { incident: "a card was drawn in error and exposed, or the dealer exposed a player's card (the next card of the stack, to be burned)", out_of_order: { "progressive system": ["progressive"] } }, { open: ["9d"] })),
  "device-failed": (games) => tablePage({ ...withView(withOpenBets(tableState(games["criss-cross"], 0)), { out_of_order: { wheel: ["bonus_spin"] } }), draft: { ante_across: 500, ante_down: 500, bonus_spin: 500 }, undoStack: [{}] }),
  "shuffler-failed": (games) => tablePage({ ...withView(withOpenBets(tableState(games["stud-235"], 0)), { out_of_order: { shuffler: [] } }) }),
  "wager-returned": (games) => tablePage(withView(tableState(games["criss-cross"], 1), { out_of_order: { wheel: ["bonus_spin"] } }, { seats: withReturnedWager(tableState(games["criss-cross"], 1), "bonus_spin", 500) })),
  "new-rules": (games) => tablePage({ ...withUpcomingRules(games, "criss-cross") }),
  "new-rules-lapsed": (games) => tablePage(withView(tableState(games["criss-cross"], 1), { lapsed: "a meter that the new rules do not have still holds money" })),
  "merchandise-won": (games) => tablePage({ ...withOpenBets(tableState(games["criss-cross"], 0)), finishedRound: finishedRoundOf(games["criss-cross"], withMerchandise), explanations: explanationsOf(games, "criss-cross") }),
  "rules-merchandise": (games) => {
    const { card, ...game } = games["criss-cross"];
    const wheel = card.wheel.map((stop, index) => (index ? stop : { ...stop, symbol: "Lucky 7", prize: `${GOODS}, worth $25,000` }));
    return tablePage(tableState({ ...game, card: { ...card, wheel } }, 0, { isSheetOpen: true, tab: "rules" }));
  },
  skipped: (games) => {
    const state = tableState(games["run-em-twice"], 1);
    const round = /** @type {import("../types").RoundView} */ (state.feed.view?.round);
    const { player, wagers } = round.seats[SEAT];
    return tablePage(withView({ ...state, feed: { ...state.feed, own: {} } }, {}, { turn: 2, seats: { ...round.seats, [SEAT]: { player, wagers, sat_out: true } } }));
  },
  jackpot: (games) => {
    const state = tableState(games["run-em-twice"], -1);
    return tablePage({ ...state, feed: { ...state.feed, view: /** @type {any} */ ({ ...state.feed.view, round: { ...state.feed.view?.round, phase: "hands are settled", jackpot: 2 } }) } });
  },
  watching: (games) => tablePage(asOnlooker(tableState(games["holdem-bonus"], 1), { 2: "Al", 5: "Maximiliana Konstantina von und zu Hohen" })),
  empty: (games) => {
    const state = asOnlooker(tableState(games["criss-cross"], 0), {});
    return tablePage({ ...state, feed: { ...state.feed, clock: null, view: /** @type {any} */ ({ ...state.feed.view, round: null }) } });
  },
  full: (games) => tablePage(asOnlooker(tableState(games["criss-cross"], 0), { 1: "Al", 2: "Bea", 3: "Cy", 4: "Dee", 5: "Eli", 6: "Maximiliana Konstantina von und zu Hohen" })),
  "connection-lost": (games) => tablePage(tableState(games["criss-cross"], 1, { link: "lost" })),
  "session-over": (games) => tablePage(tableState(games["criss-cross"], 1, { link: "over" })),
  refused: (games) => tablePage(tableState(games["criss-cross"], 1, { note: "It is not your turn: seat 2 has to decide (CCP 11.A)" })),
  "four-colors": (games) => html`<div class="four-colors">${tablePage(tableState(games["criss-cross"], 2), true)}</div>`,
  "coach-off": (games) => tablePage(tableState(games["criss-cross"], 1, { isSheetOpen: true })),
  "coach-on": (games) => {
    const state = tableState(games["criss-cross"], 1, { isSheetOpen: true });
    return tablePage({ ...state, coach: { ...SUMMARY, advice: advice(state), remark: "3x instead of fold would have been worth $12.34 more on average." } });
  },
  "coach-card": (games) => pocketScene(games, { decision: "3x", street: "middle", line: 1, words: "3x with 17 or more cards that win or push and 13 or more cards that win or push in one line." }),
  "coach-card-chart": (games) => pocketScene(games, { decision: "1x", street: "across", line: 0, words: "by the chart" }),
  "coach-card-waiting": (games) => pocketScene(games, { waiting: true, why: "the card is being made" }),
  "coach-card-none": (games) => pocketScene(games, { waiting: false, why: "you have reached your limit of running lab jobs (2): wait for one to finish, or cancel it" }),
  "coach-waiting": (games) => tablePage(tableState(games["holdem-bonus"], 1, { isSheetOpen: true, coach: { ...COACH, isOn: true, isWaiting: true } })),
  "coach-error": (games) => tablePage(tableState(games["holdem-bonus"], 1, { isSheetOpen: true, coach: { ...COACH, isOn: true, errorMessage: "the lab is still working on this: try again in a moment" } })),
  "fair-verified": (games) => {
    const state = tableState(games["criss-cross"], -1, { isSheetOpen: true, tab: "fair" });
    return tablePage({ ...state, fairness: fairnessOf(state, false) });
  },
  "fair-forged": (games) => {
    const state = tableState(games["criss-cross"], -1, { isSheetOpen: true, tab: "fair" });
    return tablePage({ ...state, fairness: fairnessOf(state, true) });
  },
  "fair-loading": (games) => tablePage(tableState(games["criss-cross"], 0, { isSheetOpen: true, tab: "fair" })),
  rules: (games) => tablePage(tableState(games["run-em-twice"], 0, { isSheetOpen: true, tab: "rules" })),
  "no-rounds": (games) => tablePage(tableState(games["criss-cross"], 0, { isSheetOpen: true, tab: "history" })),
  "no-table": () => missingTable("There is no table 'nowhere'"),
};
