// @ts-check
/** Table states for the gallery: the introduction's round with five more players and larger amounts. */

/** @typedef {import("../table/model.js").TableState} TableState */
/** @typedef {import("../types").RoundView} RoundView */
/** @typedef {import("../types").SeatView} SeatView */
/** @typedef {{card: import("../types").Card, steps: import("../types").IntroStep[]}} Game */

export const SEAT = 3;
export const ME = /** @type {import("../types").Me} */ ({ name: "You", part: "player", guest: true, cents: 1_234_567_89 });

/** The other players, with names as short and as long as names can be. */
export const PEOPLE = ["Al", "Maximiliana Konstantina von und zu Hohen", "李雷", "Bartholomew-Montgomery St John Fairfax", "Zoë"];
const OTHERS = [1, 2, 4, 5, 6];
/** How many times your bet each of them makes. */
const TIMES = [1, 100, 3, 25, 2];

/** A controller that does nothing. @type {any} */
export const NO_ACTIONS = new Proxy({}, { get: () => () => undefined });

/** Return the step of an introduction at which a question is asked, or the last step. @param {Game} game @param {number} question Its index; -1 for the end. */
export function stepOf({ steps }, question) {
  const questions = steps.filter((step) => step.decision);
  return (question < 0 ? steps.at(-1) : questions[Math.min(question, questions.length - 1)]) ?? steps[0];
}

/** Multiply all amounts of a hand. @param {SeatView} hand @param {number} factor @returns {SeatView} */
function scaleHand(hand, factor) {
  const scale = (/** @type {Record<string, number> | undefined} */ sums) => Object.fromEntries(Object.entries(sums ?? {}).map(([key, cents]) => [key, cents * factor]));
  const results = Object.fromEntries(Object.entries(hand.results ?? {}).map(([key, result]) => [key, { ...result, stake: result.stake * factor, credit: result.credit * factor }]));
  return { ...hand, wagers: scale(hand.wagers), raises: scale(hand.raises), results };
}

/** The same round with six players. @param {RoundView} round @returns {RoundView} */
function withSixPlayers(round) {
  const ownHand = round.seats[SEAT];
  const hiddenCards = ownHand.cards?.map(() => "??");
  const seats = OTHERS.map((seat, index) => [seat, {
    ...scaleHand(ownHand, TIMES[index]), player: PEOPLE[index], cards: hiddenCards, folded: seat === 4, away: seat === 6,
  }]);
  return { ...round, practice: false, seats: { ...Object.fromEntries(seats), [SEAT]: ownHand } };
}

/**
 * The state of a table page at a question of the round or at its end.
 * @param {Game} game @param {number} question @param {Partial<TableState>} [changes] @returns {TableState}
 */
export function tableState(game, question, changes = {}) {
  const { view, own } = stepOf(game, question);
  const players = { ...Object.fromEntries(OTHERS.map((seat, index) => [seat, PEOPLE[index]])), [SEAT]: ME.name };
  const round = view.round ? withSixPlayers(view.round) : view.round;
  const feed = {
    version: view.version ?? 0, own,
    view: { ...view, players, round, meters: Object.fromEntries(game.card.meters.map(({ name }) => [name, 987_654_321])) },
    clock: /** @type {const} */ ({ for: "answers", until: 14_000 }),
  };
  return {
    table: game.card.game, card: game.card, me: ME, feed, link: "open",
    chip: 500, draft: {}, undoStack: [], lastBet: null, upcomingRules: null, playedCard: null, finishedRound: null, explanations: [], rounds: [],
    tab: "coach", isSheetOpen: false, isPurseOpen: false, coach: COACH, fairness: null, alarm: "", note: "", announcement: "", isBusy: false, isSittingDown: false, isQuestionNew: false, now: 0,
    ...changes,
  };
}

/** The round as it lies on the felt when it is over. @param {Game} game @param {(round: RoundView) => RoundView} [change] */
export function finishedRoundOf(game, change = (round) => round) {
  const { view } = stepOf(game, -1);
  return change(withSixPlayers(/** @type {RoundView} */ (view.round)));
}

/** Give all of your wagers the same outcome. @param {RoundView} round @param {"win" | "lose" | "push" | "void"} outcome @param {number} times @param {string} hand @returns {RoundView} */
export function withOutcome(round, outcome, times, hand) {
  const ownHand = round.seats[SEAT];
  const results = Object.fromEntries(Object.entries({ ...ownHand.wagers, ...ownHand.raises }).map(([key, stake]) => [key, { stake, outcome, credit: stake * times, hand }]));
  return { ...round, seats: { ...round.seats, [SEAT]: { ...ownHand, results } } };
}

/** Bets are open, and only another player has bet. @param {TableState} state @returns {TableState} */
export function withOpenBets(state) {
  const { view } = state.feed;
  const round = /** @type {RoundView} */ (view?.round);
  const { 1: firstSeat } = round.seats;
  const openRound = /** @type {RoundView} */ ({ ...round, phase: "bets are open", cards: {}, turn: undefined, street: undefined, seats: { 1: { ...firstSeat, cards: [], raises: {} } } });
  return {
    ...state,
    feed: { ...state.feed, own: {}, view: /** @type {import("../types").View} */ ({ ...view, round: openRound }), clock: { for: "bets", until: 9_000 } },
  };
}

/** @type {import("../table/coach.js").CoachState} */
export const COACH = {
  isOn: false, showsPocketCard: false, isWaiting: false, advice: null, errorMessage: "", rounds: 0, decisions: 0, mistakes: [], cost: 0, net: 0, edge: 0, isEdgeKnown: true, luck: 0, remark: "",
};
