// @ts-check
/** Scenes of whole tables: each game in the middle of a round and at its end, and all that can befall a page. */

import "../table/page.js";
import { html } from "../html.js";
import { betting, COACH, ended, IDLE, ME, over, SEAT, table } from "./canned.js";

/** @typedef {import("../table/watch.js").TableState} TableState */
/** @typedef {import("./gallery.js").Games} Games */
/** @typedef {import("./gallery.js").Scene} Scene */

/** @param {TableState} state @param {boolean} [four] */
const page = (state, four = false) => html`<pb-table-view .state=${{ desk: IDLE, state, trouble: "", given: { table: state.table, me: state.me, act: IDLE, four } }}></pb-table-view>`;

/** @param {string} why */
const missing = (why) => html`<pb-table-view .state=${{ desk: null, state: undefined, trouble: why, given: { table: "", me: null, act: IDLE, four: false } }}></pb-table-view>`;

/** @param {TableState} state @param {Record<string, string>} players @returns {TableState} */
const with_ = (state, players) => ({ ...state, me: null, seen: { ...state.seen, own: {}, view: /** @type {any} */ ({ ...state.seen.view, role: "onlooker", players }) } });

/** Sentences as a round ends with. @param {Games} games @param {string} key */
const told = (games, key) => (games[key].leaves.at(-1)?.text ?? "").split(/(?<=\.) /).map((text) => ({ seat: SEAT, wagers: [], made: "", odds: {}, text, clause: `${games[key].card.rulebook} 11.I(3)(b)` }));

/** What the coach could say. @param {TableState} state @returns {import("../types").Advice} */
const advice = ({ seen }) => {
  const words = (seen.own.choices ?? []).map((one) => one.decision);
  const cents = Object.fromEntries(words.map((word, at) => [word, -1500 + 470 * at - 55 * at * at]));
  return { decisions: {}, best: words.at(-1) ?? "", before_cards: "-1/50", unit: 500, cents, round: 1, seat: SEAT, street: "", cards: {}, taken: [], card: null };
};

/** The same with a card in the pocket. @param {Games} games @param {NonNullable<import("../types").Advice["card"]>} card */
const pocket = (games, card) => {
  const state = table(games["criss-cross"], 2, { sheet: true });
  return page({ ...state, coach: { ...SUMMARY, pocket: true, advice: { ...advice(state), card } } });
};

const MISTAKE = { street: "across", decision: "fold", best: "3x", cost: 1234.5, hole: ["Kd", "6d"], cards: {}, seen: {}, offered: ["fold", "3x"], decisions: [] };
const SUMMARY = { ...COACH, on: true, rounds: 137, decisions: 322, net: -12_345_00, cost: 1234.5, edge: -4321, luck: -1_228_944, mistakes: [MISTAKE, { ...MISTAKE, best: "1x" }] };

/** @param {TableState} state @param {boolean} wrong @returns {any} */
function fair(state, wrong) {
  const round = /** @type {import("../types").RoundView} */ (state.seen.view?.round);
  const lying = Object.entries(round.cards).flatMap(([place, faces]) => faces.map((face, index) => ({ place, seat: 0, index, face }))).filter(({ face }) => face !== "??");
  const own = (state.seen.own.cards?.[SEAT] ?? []).map((face, index) => ({ place: "", seat: SEAT, index, face })).filter(({ face }) => face !== "??");
  const checked = [...lying, ...own].map(({ face, ...where }, at) => ({ ok: !wrong || at > 0, where, face, nth: at + 1 }));
  const proofs = {
    version: state.seen.view?.version, table: state.table, round: round.number, rules: round.rules, practice: false,
    seed_hash: round.seed_hash, root: round.root, cut: 23, locked: true, cards: [], seed: round.seed ?? "", dealt: [], wheel: [], spins: {}, last: round.number,
    contributions: [{ who: "You", entropy: "0f".repeat(16) }, { who: "Maximiliana Konstantina von und zu Hohen", entropy: "a song" }],
  };
  const steps = [{ ok: true, say: "The seed has the hash that was published before the bets." }, { ok: !wrong, say: "The cards left the stack in the order that players and the cut fixed." }];
  return { proofs, checked, trouble: "", redealt: { round: round.number, ok: !wrong, steps, dealt: [], trouble: "" } };
}

const EXPOSED = "a card of the dealer was exposed before the last decision (Dealer, card 2)";
const GOODS = "seven nights for two in a hotel by the sea";

/** @typedef {import("../types").RoundView} RoundView */

/** The same with something else on the table. @param {TableState} state @param {Partial<import("../types").View>} view @param {Partial<RoundView>} [round] @returns {TableState} */
const seeing = (state, view, round = {}) => ({ ...state, seen: { ...state.seen, view: /** @type {any} */ ({ ...state.seen.view, ...view, round: { ...state.seen.view?.round, ...round } }) } });

/** The seats with one wager gone back to one's own. @param {TableState} state @param {string} key @param {number} cents */
function back(state, key, cents) {
  const seats = state.seen.view?.round?.seats ?? {};
  return { ...seats, [SEAT]: { ...seats[SEAT], returned: { [key]: cents } } };
}

/** One wager is settled although the round is void. @param {RoundView} round @param {string} key @returns {RoundView} */
function settledAlone(round, key) {
  const own = round.seats[SEAT];
  return { ...round, seats: { ...round.seats, [SEAT]: { ...own, results: { ...own.results, [key]: { stake: 500, outcome: "win", credit: 13000 } } } } };
}

/** The wheel stopped at what is no sum. @param {RoundView} round @returns {RoundView} */
function goods(round) {
  const own = round.seats[SEAT];
  const won = /** @type {import("../types").WagerResult} */ ({ stake: 500, outcome: "win", credit: 2_500_000, merchandise: GOODS });
  return { ...round, seats: { ...round.seats, [SEAT]: { ...own, wagers: { ...own.wagers, bonus_spin: 500 }, spin: "The Great Seahorse & Crab of Chesapeake", results: { ...own.results, bonus_spin: won } } } };
}

/** Other rules are announced. @param {import("./gallery.js").Games} games @param {string} key */
function announced(games, key) {
  const { card } = games[key];
  const changes = ["The table minimum changes from $5 to $25.", "The table maximum changes from $500 to $1,000.", "Five Card Bonus is no longer offered."];
  const state = seeing(table(games[key], 1), { upcoming: { number: 7, rules: card.hash, minimum: 2500, maximum: 100000 } });
  return { ...state, coming: { number: 7, changes, card } };
}

/** @param {string} key @returns {Record<string, Scene>} */
const game = (key) => ({
  [`${key}-asked`]: (games) => page(table(games[key], 1)),
  [`${key}-over`]: (games) => page({ ...betting(table(games[key], 0)), finished: over(games[key]), told: told(games, key), tab: "history", rounds: [over(games[key])], last: { ante: 1500 } }),
});

/** @type {Record<string, Scene>} */
export const TABLES = {
  ...["run-em-twice", "criss-cross", "holdem-bonus", "stud-235"].map(game).reduce((all, one) => ({ ...all, ...one }), {}),
  betting: (games) => page({ ...betting(table(games["criss-cross"], 0)), draft: { ante_across: 500, ante_down: 500, bonus_spin: 2500 }, trail: [{}], tab: "rules" }),
  purse: (games) => page(table(games["criss-cross"], 0, { purse: true })),
  "purse-empty": (games) => page({ ...table(games["criss-cross"], 0, { purse: true }), me: { ...ME, cents: 0 } }),
  "won-much": (games) => page({ ...betting(table(games["run-em-twice"], 0)), finished: over(games["run-em-twice"], (round) => ended(round, "win", 50001, "royal flush")) }),
  "all-lost": (games) => page({ ...betting(table(games["stud-235"], 0)), finished: over(games["stud-235"], (round) => ended(round, "lose", 0, "high card")) }),
  pushed: (games) => page({ ...betting(table(games["criss-cross"], 0)), finished: over(games["criss-cross"], (round) => ended(round, "push", 1, "pair")) }),
  void: (games) => page({ ...betting(table(games["criss-cross"], 0)), finished: over(games["criss-cross"], (round) => ({ ...ended(round, "void", 1, ""), void: "a card was found face up in the deck" })) }),
  "void-bonus": (games) => page({ ...betting(table(games["holdem-bonus"], 0)), finished: over(games["holdem-bonus"], (round) => settledAlone({ ...ended(round, "void", 1, ""), void: EXPOSED }, "bonus")), told: told(games, "holdem-bonus"), tab: "history" }),
  stopped: (games) => page(seeing(table(games["holdem-bonus"], 1), { incident: EXPOSED }, { open: ["9d"] })),
  "stopped-long": (games) => page(seeing(table(games["run-em-twice"], 1), { incident: "a card was drawn in error and exposed, or the dealer exposed a player's card (the next card of the stack, to be burned)", out_of_order: { "progressive system": ["progressive"] } }, { open: ["9d"] })),
  "device-failed": (games) => page({ ...seeing(betting(table(games["criss-cross"], 0)), { out_of_order: { wheel: ["bonus_spin"] } }), draft: { ante_across: 500, ante_down: 500, bonus_spin: 500 }, trail: [{}] }),
  "machine-failed": (games) => page({ ...seeing(betting(table(games["stud-235"], 0)), { out_of_order: { shuffler: [] } }) }),
  returned: (games) => page(seeing(table(games["criss-cross"], 1), { out_of_order: { wheel: ["bonus_spin"] } }, { seats: back(table(games["criss-cross"], 1), "bonus_spin", 500) })),
  "new-rules": (games) => page({ ...announced(games, "criss-cross") }),
  "new-rules-not": (games) => page(seeing(table(games["criss-cross"], 1), { lapsed: "a meter that it does not have still holds money" })),
  "won-goods": (games) => page({ ...betting(table(games["criss-cross"], 0)), finished: over(games["criss-cross"], goods), told: told(games, "criss-cross") }),
  "rules-goods": (games) => {
    const { card, ...game } = games["criss-cross"];
    const wheel = card.wheel.map((stop, at) => (at ? stop : { ...stop, symbol: "Lucky 7", prize: `${GOODS}, worth $25,000` }));
    return page(table({ ...game, card: { ...card, wheel } }, 0, { sheet: true, tab: "rules" }));
  },
  skipped: (games) => {
    const state = table(games["run-em-twice"], 1);
    const round = /** @type {import("../types").RoundView} */ (state.seen.view?.round);
    const { player, wagers } = round.seats[SEAT];
    return page(seeing({ ...state, seen: { ...state.seen, own: {} } }, {}, { turn: 2, seats: { ...round.seats, [SEAT]: { player, wagers, sat_out: true } } }));
  },
  jackpot: (games) => {
    const state = table(games["run-em-twice"], -1);
    return page({ ...state, seen: { ...state.seen, view: /** @type {any} */ ({ ...state.seen.view, round: { ...state.seen.view?.round, phase: "hands are settled", jackpot: 2 } }) } });
  },
  watching: (games) => page(with_(table(games["holdem-bonus"], 1), { 2: "Al", 5: "Maximiliana Konstantina von und zu Hohen" })),
  empty: (games) => {
    const state = with_(table(games["criss-cross"], 0), {});
    return page({ ...state, seen: { ...state.seen, clock: null, view: /** @type {any} */ ({ ...state.seen.view, round: null }) } });
  },
  full: (games) => page(with_(table(games["criss-cross"], 0), { 1: "Al", 2: "Bea", 3: "Cy", 4: "Dee", 5: "Eli", 6: "Maximiliana Konstantina von und zu Hohen" })),
  "connection-lost": (games) => page(table(games["criss-cross"], 1, { link: "lost" })),
  "session-over": (games) => page(table(games["criss-cross"], 1, { link: "over" })),
  refused: (games) => page(table(games["criss-cross"], 1, { note: "It is not your turn: seat 2 decides (CCP 11.A)" })),
  "four-colours": (games) => html`<div class="four-colours">${page(table(games["criss-cross"], 2), true)}</div>`,
  "coach-off": (games) => page(table(games["criss-cross"], 1, { sheet: true })),
  "coach-on": (games) => {
    const state = table(games["criss-cross"], 1, { sheet: true });
    return page({ ...state, coach: { ...SUMMARY, advice: advice(state), remark: "3x instead of fold was worth $12.34 more on average." } });
  },
  "coach-card": (games) => pocket(games, { decision: "3x", street: "middle", line: 1, words: "3x with 17 or more cards that win or push and 13 or more cards that win or push in one line." }),
  "coach-card-chart": (games) => pocket(games, { decision: "1x", street: "across", line: 0, words: "by the chart" }),
  "coach-card-waits": (games) => pocket(games, { waiting: true, why: "the card is being made" }),
  "coach-card-none": (games) => pocket(games, { waiting: false, why: "2 of your questions are being worked out: wait for one, or cancel it" }),
  "coach-works": (games) => page(table(games["holdem-bonus"], 1, { sheet: true, coach: { ...COACH, on: true, waiting: true } })),
  "coach-cannot": (games) => page(table(games["holdem-bonus"], 1, { sheet: true, coach: { ...COACH, on: true, trouble: "the lab is still at work on it: ask again in a little while" } })),
  "fair-proved": (games) => {
    const state = table(games["criss-cross"], -1, { sheet: true, tab: "fair" });
    return page({ ...state, fair: fair(state, false) });
  },
  "fair-forged": (games) => {
    const state = table(games["criss-cross"], -1, { sheet: true, tab: "fair" });
    return page({ ...state, fair: fair(state, true) });
  },
  "fair-waits": (games) => page(table(games["criss-cross"], 0, { sheet: true, tab: "fair" })),
  rules: (games) => page(table(games["run-em-twice"], 0, { sheet: true, tab: "rules" })),
  "rounds-none": (games) => page(table(games["criss-cross"], 0, { sheet: true, tab: "history" })),
  "no-table": () => missing("There is no table 'nowhere'"),
};
