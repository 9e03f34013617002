// @ts-check
/** Questions to what a page knows of its table. All of them are plain functions of its state. */

/** @typedef {import("../types").Card} Card */
/** @typedef {import("../types").RoundView} RoundView */
/** @typedef {import("../types").SeatView} SeatView */
/** @typedef {import("../types").Phase} Phase */
/** @typedef {import("./watch.js").TableState} TableState */

/** @type {Record<string, Phase>} */
export const PHASE = {
  betting: "bets are open",
  counting: "progressive wagers are counted",
  playing: "cards and decisions",
  settling: "hands are settled",
  settled: "everything is settled",
  void: "the round is void",
  closed: "the round is closed",
};

/** Milliseconds that an answer takes on its way. */
const LATE = 1500;

/** Where somebody sits. @param {TableState} state @returns {number | null} */
export function ownSeat({ seen, me }) {
  const found = Object.entries(seen.view?.players ?? {}).find(([, name]) => name === me?.name);
  return found ? Number(found[0]) : null;
}

/** Where one's cards lie: at one's seat, or at the one that was lost with the round that is still shown. @param {TableState} state @returns {number | null} */
export function feltSeat(state) {
  return ownSeat(state) ?? (state.finished && state.me ? seatIn(state.finished, state.me.name) : null);
}

/** Where somebody sat in a round. @param {RoundView} round @param {string} name @returns {number | null} */
export function seatIn(round, name) {
  const found = Object.entries(round.seats ?? {}).find(([, hand]) => hand.player === name);
  return found ? Number(found[0]) : null;
}

/** What lies on the felt: the round that was just played, until one moves on. @param {TableState} state */
export const onFelt = (state) => state.finished ?? state.seen.view?.round ?? null;

/** @param {TableState} state @returns {SeatView | null} */
export function ownHand(state) {
  const seat = feltSeat(state);
  const round = onFelt(state);
  if (seat === null || !round) return null;
  const hand = round.seats?.[seat] ?? null;
  const cards = round === state.seen.view?.round ? state.seen.own.cards?.[seat] : undefined;
  return hand && cards ? { ...hand, cards } : hand;
}

/** Whether an irregularity waits for a ruling. @param {TableState} state */
export const isStopped = ({ seen }) => Boolean(seen.view?.incident);

/** Whether one is asked now. @param {TableState} state */
export function isAsked(state) {
  const { view, own } = state.seen;
  return !state.finished && !isStopped(state) && Boolean(own.choices?.length) && view?.round?.turn === ownSeat(state);
}

/** The seconds that are left for something; nothing, if the house waits for nothing. @param {TableState} state @returns {number | null} */
export const secondsLeft = ({ seen, now }) => (seen.clock ? Math.max(0, Math.ceil((seen.clock.until - now) / 1000)) : null);

/** Whether the time for an answer was up. @param {TableState} state @param {number} now */
export const isLate = ({ seen }, now) => seen.clock?.for === "answers" && seen.clock.until - now < LATE;

/** Whether one can put chips down now. @param {TableState} state */
export function canBet(state) {
  const seat = ownSeat(state);
  const round = state.seen.view?.round;
  return seat !== null && !state.alarm && round?.phase === PHASE.betting && !round.seats?.[seat];
}

/** Whether one has put chips down that can still be taken back. @param {TableState} state */
export function hasBet(state) {
  const seat = ownSeat(state);
  const round = state.seen.view?.round;
  return seat !== null && round?.phase === PHASE.betting && Boolean(round.seats?.[seat]);
}

/** The device for want of which a side wager is not taken; none, if it is. @param {TableState} state @param {string} key */
export const failedDevice = ({ seen }, key) => Object.entries(seen.view?.out_of_order ?? {}).find(([, wagers]) => wagers.includes(key))?.[0] ?? "";

/** A bet without the wagers that are not taken now. @param {TableState} state @param {Record<string, number>} bet */
export const takenNow = (state, bet) => Object.fromEntries(Object.entries(bet).filter(([key]) => !failedDevice(state, key)));

/** @param {Record<string, number> | undefined} sums */
export const total = (sums) => Object.values(sums ?? {}).reduce((all, one) => all + one, 0);

/** What a seat has staked and what came back. @param {SeatView} hand */
export function net(hand) {
  const results = Object.values(hand.results ?? {});
  const back = results.reduce((all, one) => all + one.credit, 0) + (hand.envy ?? 0) + (hand.community_pay ?? 0);
  return back - results.reduce((all, one) => all + one.stake, 0);
}

/** One's own chips at the table. @param {TableState} state */
export const ownChips = ({ seen, me }) => (me ? seen.view?.chips?.[me.name] ?? 0 : 0);

/** What one needs to play on: all wagers that the next round requires. @param {Card} card */
export const needed = (card) => card.wagers.filter((wager) => wager.kind === "required").reduce((sum, wager) => sum + (wager.minimum ?? 0), 0);

/** What was bet last, as far as it is taken now; nothing, where one has not the chips for it. @param {TableState} state @returns {import("./draft.js").Draft | null} */
export function sameAgain(state) {
  const bet = state.last ? takenNow(state, state.last) : {};
  return total(bet) && total(bet) <= ownChips(state) ? bet : null;
}

/** @typedef {{key: string, label: string, kind: string, failed: string, cents: number, draft: boolean, glows: boolean, result: import("../types").WagerResult | null, made: string, written: string, odds: string}} Spot */

/** The chips that lie on the spots of a seat. @param {SeatView} hand */
export const staked = ({ wagers, raises, down }) => total(wagers) + total(raises) - (down ?? []).reduce((all, key) => all + (wagers[key] ?? 0), 0);

/** What became of a wager that was returned before the round was settled. @param {SeatView | null} hand @param {string} key @returns {import("../types").WagerResult | null} */
function wentBack(hand, key) {
  const stake = hand?.returned?.[key] ?? (hand?.sat_out || hand?.down?.includes(key) ? hand.wagers[key] : 0);
  return stake ? { stake, outcome: "void", credit: stake } : null;
}

/** The betting spots in rows, as the layout has them; `null` where there is none. @param {TableState} state @returns {(Spot | null)[][]} */
export function spots(state) {
  const { card, draft } = state;
  const hand = ownHand(state);
  const betting = canBet(state) && !state.finished;
  const asked = isAsked(state) ? streetOf(card, state.seen.view?.round?.street)?.wager : null;
  const wagers = new Map(card.wagers.map((wager) => [wager.key, wager]));
  const rows = card.layout.seat.map((row) => row.map((key) => {
    const wager = wagers.get(key);
    if (!wager) return null;
    const told = state.told?.find((one) => one.wagers.includes(key));
    const result = hand?.results?.[key] ?? wentBack(hand, key);
    const laid = result && !hand?.results?.[key] ? 0 : (hand?.wagers?.[key] ?? 0) + (hand?.raises?.[key] ?? 0);
    const failed = failedDevice(state, key);
    return {
      key,
      label: wager.label,
      kind: wager.kind,
      failed,
      cents: betting ? (failed ? 0 : draft[key] ?? 0) : laid,
      draft: betting,
      glows: asked === key || (betting && wager.kind === "required" && !draft[key]),
      result,
      made: told?.made || result?.hand || result?.merchandise || "",
      written: "",
      odds: told?.odds[key] ?? (result?.outcome === "win" && hand?.spin && wager.spins ? hand.spin : ""),
    };
  }));
  rows.forEach(writeHands);
  const full = rows.filter((row) => row.some(Boolean));
  const columns = (full[0] ?? []).map((_, at) => full.some((row) => row[at]));
  return full.map((row) => row.filter((_, at) => columns[at]));
}

/** The hand of spots side by side is written once, in their midst. @param {(Spot | null)[]} row */
function writeHands(row) {
  for (let at = 0, last = 0; at < row.length; at = last + 1) {
    last = at;
    const made = row[at]?.made;
    while (made && row[last + 1]?.made === made) last += 1;
    const middle = row[Math.floor((at + last) / 2)];
    if (middle && made) middle.written = made;
  }
}

/** The step of a street on the rules card. @param {Card} card @param {string | null | undefined} key */
const streetOf = (card, key) => card.steps.find((step) => step.wager && step.key === key);

/** What a street or a wager is called. @param {Card} card @param {string | null | undefined} key */
export const labelOf = (card, key) => streetOf(card, key)?.title ?? card.wagers.find((wager) => wager.key === key)?.label ?? key ?? "";
