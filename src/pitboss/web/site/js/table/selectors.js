// @ts-check
/** Selectors: pure functions of a table page's state. */

/** @typedef {import("../types").Card} Card */
/** @typedef {import("../types").RoundView} RoundView */
/** @typedef {import("../types").SeatView} SeatView */
/** @typedef {import("../types").Phase} Phase */
/** @typedef {import("./model.js").TableState} TableState */

/** @satisfies {Record<string, Phase>} */
export const PHASE = /** @type {const} */ ({
  betting: "bets are open",
  counting: "progressive wagers are counted",
  playing: "cards and decisions",
  settling: "hands are settled",
  settled: "everything is settled",
  void: "the round is void",
  closed: "the round is closed",
});

/** Milliseconds that a response takes on its way. */
const ANSWER_DELAY = 1500;

/** Return your seat. @param {TableState} state @returns {number | null} */
export function ownSeat({ feed, me }) {
  const entry = Object.entries(feed.view?.players ?? {}).find(([, name]) => name === me?.name);
  return entry ? Number(entry[0]) : null;
}

/** Return the seat where your cards lie: your own, or the one you lost in the round that is still shown. @param {TableState} state @returns {number | null} */
export function feltSeat(state) {
  return ownSeat(state) ?? (state.finishedRound && state.me ? findSeat(state.finishedRound, state.me.name) : null);
}

/** Return somebody's seat in a round. @param {RoundView} round @param {string} name @returns {number | null} */
export function findSeat(round, name) {
  const entry = Object.entries(round.seats ?? {}).find(([, hand]) => hand.player === name);
  return entry ? Number(entry[0]) : null;
}

/** Return the round on the felt: the one just played, until the player moves on. @param {TableState} state */
export const roundOnFelt = (state) => state.finishedRound ?? state.feed.view?.round ?? null;

/** @param {TableState} state @returns {SeatView | null} */
export function ownHand(state) {
  const seat = feltSeat(state);
  const round = roundOnFelt(state);
  if (seat === null || !round) return null;
  const hand = round.seats?.[seat] ?? null;
  const cards = round === state.feed.view?.round ? state.feed.own.cards?.[seat] : undefined;
  return hand && cards ? { ...hand, cards } : hand;
}

/** Whether an irregularity is waiting for a ruling. @param {TableState} state */
export const isStopped = ({ feed }) => Boolean(feed.view?.incident);

/** Whether it is your turn to decide. @param {TableState} state */
export function isMyTurn(state) {
  const { view, own } = state.feed;
  return !state.finishedRound && !isStopped(state) && Boolean(own.choices?.length) && view?.round?.turn === ownSeat(state);
}

/** Return the seconds left on the clock; null if no clock is running. @param {TableState} state @returns {number | null} */
export const secondsLeft = ({ feed, now }) => (feed.clock ? Math.max(0, Math.ceil((feed.clock.until - now) / 1000)) : null);

/** Whether the time to decide was up. @param {TableState} state @param {number} now */
export const isLate = ({ feed }, now) => feed.clock?.for === "answers" && feed.clock.until - now < ANSWER_DELAY;

/** Whether you can place chips now. @param {TableState} state */
export function canBet(state) {
  const seat = ownSeat(state);
  const round = state.feed.view?.round;
  return seat !== null && !state.alarm && round?.phase === PHASE.betting && !round.seats?.[seat];
}

/** Whether you have placed a bet that can still be taken back. @param {TableState} state */
export function hasBet(state) {
  const seat = ownSeat(state);
  const round = state.feed.view?.round;
  return seat !== null && round?.phase === PHASE.betting && Boolean(round.seats?.[seat]);
}

/** Return the failed device that closes a side wager; "" if it is open. @param {TableState} state @param {string} key */
export const failedDevice = ({ feed }, key) => Object.entries(feed.view?.out_of_order ?? {}).find(([, wagers]) => wagers.includes(key))?.[0] ?? "";

/** Leave out wagers that are closed. @param {TableState} state @param {Record<string, number>} bet */
export const acceptedWagers = (state, bet) => Object.fromEntries(Object.entries(bet).filter(([key]) => !failedDevice(state, key)));

/** @param {Record<string, number> | undefined} sums */
export const total = (sums) => Object.values(sums ?? {}).reduce((sum, amount) => sum + amount, 0);

/** Return the net win of a seat. @param {SeatView} hand */
export function net(hand) {
  const results = Object.values(hand.results ?? {});
  const credited = results.reduce((sum, result) => sum + result.credit, 0) + (hand.envy ?? 0) + (hand.community_pay ?? 0);
  return credited - results.reduce((sum, result) => sum + result.stake, 0);
}

/** Return your chips at the table. @param {TableState} state */
export const ownChips = ({ feed, me }) => (me ? feed.view?.chips?.[me.name] ?? 0 : 0);

/** Return the chips that the next round requires. @param {Card} card */
export const requiredChips = (card) => card.wagers.filter((wager) => wager.kind === "required").reduce((sum, wager) => sum + (wager.minimum ?? 0), 0);

/** Return the last bet without closed wagers; null if you do not have the chips for it. @param {TableState} state @returns {import("./draft.js").Draft | null} */
export function repeatableBet(state) {
  const bet = state.lastBet ? acceptedWagers(state, state.lastBet) : {};
  return total(bet) && total(bet) <= ownChips(state) ? bet : null;
}

/** @typedef {{key: string, label: string, kind: string, brokenDevice: string, cents: number, isDraft: boolean, isHighlighted: boolean, result: import("../types").WagerResult | null, hand: string, handLabel: string, odds: string}} Spot */

/** Return the chips on the spots of a seat. @param {SeatView} hand */
export const chipsOnTable = ({ wagers, raises, down }) => total(wagers) + total(raises) - (down ?? []).reduce((sum, key) => sum + (wagers[key] ?? 0), 0);

/** Return the result of a wager that was returned before the round was settled. @param {SeatView | null} hand @param {string} key @returns {import("../types").WagerResult | null} */
function returnedWager(hand, key) {
  const stake = hand?.returned?.[key] ?? (hand?.sat_out || hand?.down?.includes(key) ? hand.wagers[key] : 0);
  return stake ? { stake, outcome: "void", credit: stake } : null;
}

/** Return the betting spots in the rows of the layout; `null` marks an empty cell. @param {TableState} state @returns {(Spot | null)[][]} */
export function spots(state) {
  const { card, draft } = state;
  const hand = ownHand(state);
  const isBetting = canBet(state) && !state.finishedRound;
  const raiseKey = isMyTurn(state) ? streetOf(card, state.feed.view?.round?.street)?.wager : null;
  const wagers = new Map(card.wagers.map((wager) => [wager.key, wager]));
  const rows = card.layout.seat.map((row) => row.map((key) => {
    const wager = wagers.get(key);
    if (!wager) return null;
    const explanation = state.explanations?.find((candidate) => candidate.wagers.includes(key));
    const result = hand?.results?.[key] ?? returnedWager(hand, key);
    const chips = result && !hand?.results?.[key] ? 0 : (hand?.wagers?.[key] ?? 0) + (hand?.raises?.[key] ?? 0);
    const device = failedDevice(state, key);
    return {
      key,
      label: wager.label,
      kind: wager.kind,
      brokenDevice: device,
      cents: isBetting ? (device ? 0 : draft[key] ?? 0) : chips,
      isDraft: isBetting,
      isHighlighted: raiseKey === key || (isBetting && wager.kind === "required" && !draft[key]),
      result,
      hand: explanation?.made || result?.hand || result?.merchandise || "",
      handLabel: "",
      odds: explanation?.odds[key] ?? (result?.outcome === "win" && hand?.spin && wager.spins ? hand.spin : ""),
    };
  }));
  rows.forEach(writeHands);
  const filledRows = rows.filter((row) => row.some(Boolean));
  const columns = (filledRows[0] ?? []).map((_, index) => filledRows.some((row) => row[index]));
  return filledRows.map((row) => row.filter((_, index) => columns[index]));
}

/** Label a hand that adjacent spots share once, in their middle. @param {(Spot | null)[]} row */
function writeHands(row) {
  for (let index = 0, end = 0; index < row.length; index = end + 1) {
    end = index;
    const handName = row[index]?.hand;
    while (handName && row[end + 1]?.hand === handName) end += 1;
    const middle = row[Math.floor((index + end) / 2)];
    if (middle && handName) middle.handLabel = handName;
  }
}

/** Return a street's step on the rules card. @param {Card} card @param {string | null | undefined} key */
const streetOf = (card, key) => card.steps.find((step) => step.wager && step.key === key);

/** Return the label of a street or a wager. @param {Card} card @param {string | null | undefined} key */
export const labelOf = (card, key) => streetOf(card, key)?.title ?? card.wagers.find((wager) => wager.key === key)?.label ?? key ?? "";
