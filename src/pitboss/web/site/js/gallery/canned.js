// @ts-check
/** States of a table that nobody played: the introduction's round, with five more people and larger sums. */

/** @typedef {import("../table/watch.js").TableState} TableState */
/** @typedef {import("../types").RoundView} RoundView */
/** @typedef {import("../types").SeatView} SeatView */
/** @typedef {{card: import("../types").Card, leaves: import("../types").Leaf[]}} Game */

export const SEAT = 3;
export const ME = /** @type {import("../types").Me} */ ({ name: "You", part: "player", guest: true, cents: 1_234_567_89 });

/** Who else sits there: names as short and as long as names may be. */
export const PEOPLE = ["Al", "Maximiliana Konstantina von und zu Hohen", "李雷", "Bartholomew-Montgomery St John Fairfax", "Zoë"];
const OTHERS = [1, 2, 4, 5, 6];
/** What each of them bets in place of one. */
const TIMES = [1, 100, 3, 25, 2];

/** A desk that does nothing. @type {any} */
export const IDLE = new Proxy({}, { get: () => () => undefined });

/** The leaf of a game at which something is asked, or its end. @param {Game} game @param {number} at Which question; -1 for the end. */
export function leafOf({ leaves }, at) {
  const asked = leaves.filter((leaf) => leaf.decision);
  return (at < 0 ? leaves.at(-1) : asked[Math.min(at, asked.length - 1)]) ?? leaves[0];
}

/** All sums of a hand so many times. @param {SeatView} hand @param {number} times @returns {SeatView} */
function larger(hand, times) {
  const more = (/** @type {Record<string, number> | undefined} */ sums) => Object.fromEntries(Object.entries(sums ?? {}).map(([key, cents]) => [key, cents * times]));
  const results = Object.fromEntries(Object.entries(hand.results ?? {}).map(([key, one]) => [key, { ...one, stake: one.stake * times, credit: one.credit * times }]));
  return { ...hand, wagers: more(hand.wagers), raises: more(hand.raises), results };
}

/** The same round with six people in it. @param {RoundView} round @returns {RoundView} */
function crowded(round) {
  const own = round.seats[SEAT];
  const hidden = own.cards?.map(() => "??");
  const seats = OTHERS.map((seat, at) => [seat, {
    ...larger(own, TIMES[at]), player: PEOPLE[at], cards: hidden, folded: seat === 4, away: seat === 6,
  }]);
  return { ...round, practice: false, seats: { ...Object.fromEntries(seats), [SEAT]: own } };
}

/**
 * The state of a page at this table, at a question of the round or at its end.
 * @param {Game} game @param {number} at @param {Partial<TableState>} [changes] @returns {TableState}
 */
export function table(game, at, changes = {}) {
  const { view, own } = leafOf(game, at);
  const players = { ...Object.fromEntries(OTHERS.map((seat, who) => [seat, PEOPLE[who]])), [SEAT]: ME.name };
  const round = view.round ? crowded(view.round) : view.round;
  const seen = {
    version: view.version ?? 0, own,
    view: { ...view, players, round, meters: { meter: 987_654_321 } },
    clock: /** @type {const} */ ({ for: "answers", until: 14_000 }),
  };
  return {
    table: game.card.game, card: game.card, me: ME, seen, link: "open",
    chip: 500, draft: {}, trail: [], last: null, coming: null, played: null, finished: null, told: [], rounds: [],
    tab: "coach", sheet: false, purse: false, coach: COACH, fair: null, alarm: "", note: "", said: "", busy: false, arriving: false, fresh: false, now: 0,
    ...changes,
  };
}

/** The round as it stands on the felt afterwards. @param {Game} game @param {(round: RoundView) => RoundView} [change] */
export function over(game, change = (round) => round) {
  const { view } = leafOf(game, -1);
  return change(crowded(/** @type {RoundView} */ (view.round)));
}

/** Every wager of one's own ends in this way. @param {RoundView} round @param {"win" | "lose" | "push" | "void"} outcome @param {number} times @param {string} hand @returns {RoundView} */
export function ended(round, outcome, times, hand) {
  const own = round.seats[SEAT];
  const results = Object.fromEntries(Object.entries({ ...own.wagers, ...own.raises }).map(([key, stake]) => [key, { stake, outcome, credit: stake * times, hand }]));
  return { ...round, seats: { ...round.seats, [SEAT]: { ...own, results } } };
}

/** Bets are open, and nobody but others has bet. @param {TableState} state @returns {TableState} */
export function betting(state) {
  const { view } = state.seen;
  const round = /** @type {RoundView} */ (view?.round);
  const { 1: first } = round.seats;
  const now = /** @type {RoundView} */ ({ ...round, phase: "bets are open", cards: {}, turn: undefined, street: undefined, seats: { 1: { ...first, cards: [], raises: {} } } });
  return {
    ...state,
    seen: { ...state.seen, own: {}, view: /** @type {import("../types").View} */ ({ ...view, round: now }), clock: { for: "bets", until: 9_000 } },
  };
}

/** @type {import("../table/coach_books.js").CoachState} */
export const COACH = {
  on: false, pocket: false, waiting: false, advice: null, trouble: "", rounds: 0, decisions: 0, mistakes: [], cost: 0, net: 0, edge: 0, edgeIsKnown: true, luck: 0, remark: "",
};
