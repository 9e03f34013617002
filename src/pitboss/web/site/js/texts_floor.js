// @ts-check
/** Texts of the floor's pages. */

import { formatDollars, formatDollarsAndCents, formatSignedDollars } from "./format.js";
import { endSentence, joinLimits, plural } from "./wording.js";

/** What is said about a matter before its text. @type {Record<import("./types").FloorMatter["kind"], string>} */
const KINDS = {
  stopped: "Stopped", meter: "Meter", result: "Result", ruling: "Ruling", jackpot: "Jackpot", absent: "Player left",
  approval: "Approval", device: "Device", deck: "Deck", rules: "New rules", disabled: "Disabled",
};

export const FLOOR = {
  title: "Floor",
  none: "Sign in as a floorperson, surveillance officer or auditor to see this page.",
  loading: "Loading tables…",
  empty: "No tables are open yet.",
  all: "All tables",
  summary: (/** @type {number} */ waiting, /** @type {number} */ tables, /** @type {number} */ taken, /** @type {number} */ seats) =>
    `${waiting ? `${waiting} of ${tables} ${plural(tables, "table", "tables")} ${plural(waiting, "needs", "need")} somebody` : "No table needs anybody"} · ${taken} of ${seats} seats taken`,
  needsSomebody: "Needs somebody",
  quiet: "Nothing waits",
  kind: (/** @type {import("./types").FloorMatter["kind"]} */ kind) => KINDS[kind],
  by: (/** @type {string} */ name) => `by ${name}`,
  limits: (/** @type {number} */ minimum, /** @type {number} */ maximum) => joinLimits(formatDollars(minimum), formatDollars(maximum)),
  round: (/** @type {number} */ number, /** @type {string} */ phase) => (number ? `Round ${number.toLocaleString("en-US")}${phase ? `: ${phase}` : ", closed"}` : "No round yet"),
  closed: "Closed",
  taken: (/** @type {number} */ taken, /** @type {number} */ seats) => `${taken} of ${seats} seats taken`,
  tray: "Tray",
  trayToCount: "to be counted",
  next: (/** @type {string} */ who, /** @type {string} */ what) => `${who}: ${what}`,
  alerts: {
    title: "Alerts",
    enable: "Notify me in this browser",
    disable: "Turn notifications off",
    denied: "Notifications are blocked. Allow them for this site in your browser's settings.",
  },
  detail: {
    decisions: "Waiting for a decision",
    loading: "Loading…",
    nothing: "Nothing waits for you here.",
    readOnly: "You can watch this table, but not decide anything here.",
    cards: "Cards",
    noCards: "No cards are face up.",
    bets: "Bets",
    noBets: "No bets are on the table.",
    log: "Log",
    noLog: "Nothing has happened yet.",
    orders: "Orders",
    proposals: "Proposals that a second person approves",
    people: "Players",
    deck: "Decks and devices",
    incidents: "Report an irregularity",
    ahead: "Before the next deal",
    seat: (/** @type {number | string} */ seat, /** @type {string} */ player) => (player ? `Seat ${seat}, ${player}` : `Seat ${seat}`),
    folded: "folded",
    notNow: (/** @type {string} */ reason) => endSentence(`Not now: ${reason}`),
    confirm: "Confirm",
    cancel: "Cancel",
    done: "Done.",
    place: (/** @type {string} */ name) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " "),
  },
  filing: {
    title: "Change the rules",
    loading: "Loading the filing in force…",
    faults: (/** @type {number} */ count) => (count === 1 ? "One value isn't valid. Check the highlighted field." : `${count} values aren't valid. Check the highlighted fields.`),
    changes: "What changes",
    same: "Nothing changes.",
    propose: "Propose",
    proposed: "Proposed. Somebody else has to approve it; it takes effect after the round.",
    reset: "Undo all changes",
    print: "Print the rules in force",
  },
  money: {
    title: "In money",
    loading: "Computing…",
    nothing: "No money moves.",
    gets: (/** @type {string} */ seat, /** @type {number} */ cents) => (cents > 0 ? `${seat} gets ${formatDollars(cents)}.` : `${seat} gives back ${formatDollars(-cents)}.`),
    tray: (/** @type {number} */ cents) => (cents > 0 ? `The tray gains ${formatDollars(cents)}.` : `The tray pays ${formatDollars(-cents)}.`),
    fill: (/** @type {number} */ cents) => `The house first adds ${formatDollars(cents)} to the tray, which holds too little.`,
    meterPays: (/** @type {string} */ name, /** @type {number} */ paid, /** @type {number} */ after) => `The ${name} pays ${formatDollarsAndCents(paid)} and is reset to ${formatDollarsAndCents(after)}.`,
    meterChanges: (/** @type {string} */ name, /** @type {number} */ before, /** @type {number} */ after) => `The ${name} goes from ${formatDollarsAndCents(before)} to ${formatDollarsAndCents(after)} (${formatSignedDollars(after - before)}).`,
    hidden: "One wager is settled by cards that are still face down. Its amount is known when they are turned over.",
  },
};
