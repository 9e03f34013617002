// @ts-check
/** States of a table that nobody played: the introduction's round, with five more people and larger sums. */

/** @typedef {import("../table/model.js").TableState} TableState */
/** @typedef {import("../types").RoundView} RoundView */
/** @typedef {import("../types").SeatView} SeatView */
/** @typedef {{card: import("../types").Card, steps: import("../types").Leaf[]}} Game */

export const SEAT = 3;
export const ME = /** @type {import("../types").Me} */ ({ name: "You", part: "player", guest: true, cents: 1_234_567_89 });

/** Who else sits there: names as short and as long as names may be. */
export const PEOPLE = ["Al", "Maximiliana Konstantina von und zu Hohen", "李雷", "Bartholomew-Montgomery St John Fairfax", "Zoë"];
const OTHERS = [1, 2, 4, 5, 6];
/** What each of them bets in place of one. */
const TIMES = [1, 100, 3, 25, 2];

/** A desk that does nothing. @type {any} */
export const NO_ACTIONS = new Proxy({}, { get: () => () => undefined });

/** The leaf of a game at which something is asked, or its end. @param {Game} game @param {number} question Which question; -1 for the end. */
export function stepOf({ steps }, question) {
  const questions = steps.filter((step) => step.decision);
  return (question < 0 ? steps.at(-1) : questions[Math.min(question, questions.length - 1)]) ?? steps[0];
}

/** All sums of a hand so many times. @param {SeatView} hand @param {number} factor @returns {SeatView} */
function scaleHand(hand, factor) {
  const scale = (/** @type {Record<string, number> | undefined} */ sums) => Object.fromEntries(Object.entries(sums ?? {}).map(([key, cents]) => [key, cents * factor]));
  const results = Object.fromEntries(Object.entries(hand.results ?? {}).map(([key, result]) => [key, { ...result, stake: result.stake * factor, credit: result.credit * factor }]));
  return { ...hand, wagers: scale(hand.wagers), raises: scale(hand.raises), results };
}

/** The same round with six people in it. @param {RoundView} round @returns {RoundView} */
function withSixPlayers(round) {
  const ownHand = round.seats[SEAT];
  const hiddenCards = ownHand.cards?.map(() => "??");
  const seats = OTHERS.map((seat, index) => [seat, {
    ...scaleHand(ownHand, TIMES[index]), player: PEOPLE[index], cards: hiddenCards, folded: seat === 4, away: seat === 6,
  }]);
  return { ...round, practice: false, seats: { ...Object.fromEntries(seats), [SEAT]: ownHand } };
}

/**
 * The state of a page at this table, at a question of the round or at its end.
 * @param {Game} game @param {number} question @param {Partial<TableState>} [changes] @returns {TableState}
 */
export function tableState(game, question, changes = {}) {
  const { view, own } = stepOf(game, question);
  const players = { ...Object.fromEntries(OTHERS.map((seat, index) => [seat, PEOPLE[index]])), [SEAT]: ME.name };
  const round = view.round ? withSixPlayers(view.round) : view.round;
  const feed = {
    version: view.version ?? 0, own,
    view: { ...view, players, round, meters: { meter: 987_654_321 } },
    clock: /** @type {const} */ ({ for: "answers", until: 14_000 }),
  };
  return {
    table: game.card.game, card: game.card, me: ME, feed, link: "open",
    chip: 500, draft: {}, undoStack: [], lastBet: null, upcomingRules: null, playedCard: null, finishedRound: null, explanations: [], rounds: [],
    tab: "coach", isSheetOpen: false, isPurseOpen: false, coach: COACH, fairness: null, alarm: "", note: "", announcement: "", isBusy: false, isSittingDown: false, isQuestionNew: false, now: 0,
    ...changes,
  };
}

/** The round as it stands on the felt afterwards. @param {Game} game @param {(round: RoundView) => RoundView} [change] */
export function finishedRoundOf(game, change = (round) => round) {
  const { view } = stepOf(game, -1);
  return change(withSixPlayers(/** @type {RoundView} */ (view.round)));
}

/** Every wager of one's own ends in this way. @param {RoundView} round @param {"win" | "lose" | "push" | "void"} outcome @param {number} times @param {string} hand @returns {RoundView} */
export function withOutcome(round, outcome, times, hand) {
  const ownHand = round.seats[SEAT];
  const results = Object.fromEntries(Object.entries({ ...ownHand.wagers, ...ownHand.raises }).map(([key, stake]) => [key, { stake, outcome, credit: stake * times, hand }]));
  return { ...round, seats: { ...round.seats, [SEAT]: { ...ownHand, results } } };
}

/** Bets are open, and nobody but others has bet. @param {TableState} state @returns {TableState} */
export function withOpenBets(state) {
  const { view } = state.feed;
  const round = /** @type {RoundView} */ (view?.round);
  const { 1: first } = round.seats;
  const openRound = /** @type {RoundView} */ ({ ...round, phase: "bets are open", cards: {}, turn: undefined, street: undefined, seats: { 1: { ...first, cards: [], raises: {} } } });
  return {
    ...state,
    feed: { ...state.feed, own: {}, view: /** @type {import("../types").View} */ ({ ...view, round: openRound }), clock: { for: "bets", until: 9_000 } },
  };
}

/** @type {import("../table/coach.js").CoachState} */
export const COACH = {
  isOn: false, showsPocketCard: false, isWaiting: false, advice: null, errorMessage: "", rounds: 0, decisions: 0, mistakes: [], cost: 0, net: 0, edge: 0, edgeIsKnown: true, luck: 0, remark: "",
};
