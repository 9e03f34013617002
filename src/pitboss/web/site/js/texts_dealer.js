// @ts-check
/** Texts of the dealer's page. */

import { capitalize } from "./texts.js";
import { endSentence, plural } from "./wording.js";

/** @param {number} seconds */
const duration = (seconds) => {
  const minutes = Math.max(0, Math.floor(seconds / 60));
  return minutes >= 60 ? `${Math.floor(minutes / 60)} h ${minutes % 60} min` : `${minutes} min`;
};
/** A clause in brackets, if there is one. @param {string} clause */
const cite = (clause) => (clause ? ` (${clause})` : "");

export const DEALER = {
  title: "Deal",
  lead: "Tables at which you can deal.",
  none: "You are not assigned to a table. Ask a floorperson or an administrator to assign you.",
  staffOnly: "Sign in as a dealer or floorperson to see this page.",
  loading: "Loading…",
  back: "All my tables",
  who: /** @type {Record<string, string>} */ ({
    dealer: "Waiting for the dealer",
    floorperson: "Waiting for a floorperson",
    player: "Waiting for a player",
    "two people": "Waiting for two people",
  }),
  yours: "Your next step",
  say: "Say",
  notNow: (/** @type {string} */ reason) => endSentence(`Not now: ${reason}`),
  watching: "You can watch this table, but not act at it.",
  chooseFirst: "Choose one.",
  cancel: "Cancel",
  confirm: "Confirm",
  report: "Report",
  backToList: "Back",
  what: "What this causes",
  gone: "This is no longer possible at the table.",
  sent: "Sent…",
  groups: {
    incidents: { button: "Irregularity", title: "Report an irregularity", empty: "No irregularity can be reported now." },
    floor: { button: "Floor", title: "Floorperson", empty: "There is nothing to decide." },
    people: { button: "Players", title: "Players", empty: "Nobody is seated." },
    deck: { button: "Deck", title: "Deck and devices", empty: "There is nothing to do with the deck." },
    proposals: { button: "Proposals", title: "Proposals for two people", empty: "There is nothing to propose." },
  },
  log: { button: "Log", title: "Log", empty: "Nothing has happened yet." },
  keys: "Enter: confirm · I: irregularity · P: players · D: deck · O: proposals · L: log",
  felt: "Table",
  seats: "Seats",
  freeSeat: "free",
  noBet: "no bet",
  onTurn: "deciding",
  settledSum: (/** @type {string} */ sum) => `settled, ${sum}`,
  payments: {
    title: "Payments",
    pay: (/** @type {number} */ seat) => `Pay seat ${seat}`,
    take: (/** @type {number} */ seat) => `Take from seat ${seat}`,
    nothing: (/** @type {number} */ seat) => `Seat ${seat}: nothing to pay or take`,
    chips: (/** @type {number} */ count, /** @type {string} */ color) => `${count} ${color}`,
    odd: (/** @type {string} */ sum) => `and ${sum} in coins`,
    takes: (/** @type {string} */ sum) => `Take ${sum} from the spots.`,
    collected: "already collected",
    pending: "not settled yet",
    status: /** @type {Record<string, string>} */ ({ waiting: "waiting", next: "next" }),
    outcome: /** @type {Record<string, string>} */ ({ open: "to settle", win: "wins", push: "pushes", lose: "loses", void: "returned" }),
    seat: (/** @type {number} */ seat, /** @type {string} */ player) => (player && player !== `Seat ${seat}` ? `Seat ${seat}, ${player}` : `Seat ${seat}`),
  },
  ahead: {
    title: "Next deal",
    clear: "Nothing blocks the next deal.",
    now: "now",
    at: (/** @type {string} */ time, /** @type {number} */ seconds) => `from ${time}, in ${duration(seconds)}`,
    rounds: (/** @type {number} */ rounds) => (rounds ? `within ${rounds} ${plural(rounds, "round", "rounds")}` : "this round"),
  },
  timers: {
    title: "Timers and tray",
    deck: (/** @type {string} */ id, /** @type {string} */ color) => `Deck ${id}${color ? `, ${color}` : ""}`,
    left: (/** @type {number} */ seconds) => (seconds > 0 ? `${duration(seconds)} left` : "too old"),
    inTurn: "in use",
    stub: "Stub count",
    stubDue: (/** @type {number} */ rounds) => (rounds ? `in ${rounds} ${plural(rounds, "round", "rounds")}` : "due this round"),
    tray: "Tray",
    uncounted: "has to be counted",
    clock: /** @type {Record<string, string>} */ ({ bets: "Bets close in", answers: "Time to decide", opens: "Betting opens in" }),
    seconds: (/** @type {number} */ seconds) => `${seconds} s`,
  },
  cards: {
    title: "Enter the cards",
    next: (/** @type {string} */ position) => `Next: ${position}`,
    complete: "All cards are entered.",
    type: "Type or scan",
    hint: "For example Kh 10d",
    enter: "Enter",
    clear: "Clear",
    rank: "Rank",
    suit: "Suit",
    remove: (/** @type {string} */ position, /** @type {string} */ face) => `Remove ${position}: ${face}`,
    unreadable: (/** @type {string} */ text) => `“${text}” is not a list of cards. Write rank and suit, such as Kh 10d.`,
    tooMany: (/** @type {number} */ count) => `Only ${count} ${plural(count, "card is", "cards are")} missing.`,
    missing: (/** @type {number} */ count) => `Enter ${count} more ${plural(count, "card", "cards")} first.`,
  },
  connectionLost: "Connection lost. Reconnecting… A confirmed step is carried out once.",
  sessionEnded: "Your session has ended. Sign in again to keep dealing.",
  consoleFailed: (/** @type {string} */ reason) => `${endSentence(capitalize(reason))} Trying again…`,
  incident: (/** @type {string} */ incident) => endSentence(`Play is stopped: ${incident}`),
  refused: (/** @type {string} */ sentence, /** @type {string} */ clause) => `${endSentence(capitalize(sentence))}${clause && !sentence.includes(clause) ? cite(clause) : ""}`,
  cite,
};
