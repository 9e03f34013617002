// @ts-check
/** Scenes of the dealer's page: every step, prompt, payment, dialog and failure it was designed for. */

import { tableList } from "../dealer/page.js";
import { EMPTY_DRAFT } from "../dealer/model.js";
import { html } from "../html.js";
import { finishedRoundOf, ME, NO_ACTIONS, tableState, withOpenBets } from "./fixtures.js";

/** @typedef {import("../dealer/model.js").DealState} DealState */
/** @typedef {import("../types").TableConsole} TableConsole */
/** @typedef {import("../types").ConsoleAction} ConsoleAction */
/** @typedef {import("../types").Prompt} Prompt */
/** @typedef {import("./gallery.js").Games} Games */

const NOW = 1_800_000_000_000;
const DEALER = /** @type {const} */ ({ ...ME, name: "Dee", part: "dealer", guest: false });

/** @param {Partial<ConsoleAction>} changes @returns {ConsoleAction} */
const action = (changes) => ({ id: "next", role: "dealer", label: "deal", detail: "", clause: "CCP 8.D", variants: [variant("deal")], prompts: [], refusal: "", is_urgent: true, ...changes });
/** @param {string} label @param {Partial<import("../types").Variant>} [changes] @returns {import("../types").Variant} */
const variant = (label, changes) => ({ label, command: { type: "Deal" }, detail: "", confirmation: "", ...changes });
/** @param {Partial<Prompt>} changes @returns {Prompt} */
const prompt = (changes) => ({ name: "cards", text: "How many cards are cut from the top (10 to 42)?", kind: "number", path: ["cards"], initial: "", minimum: 10, maximum: 42, ...changes });

/** @type {ConsoleAction[]} */
const INCIDENTS = [
  action({ id: "report-wrong-number", label: "A player, the dealer or the community area has the wrong number of cards", detail: "The round is void and every wager is returned. A floorperson rules on it first.", clause: "CCP 13.C", is_urgent: false }),
  action({ id: "report-drawn-exposed", label: "A card was drawn in error and exposed, or the dealer exposed a player's card", detail: "The card is burned and play continues.", clause: "CCP 13.B", is_urgent: false,
    variants: ["The next card", "Seat 1, first card", "Seat 1, second card", "Seat 3, first card"].map((label) => variant(label, { confirmation: `This card will be shown to everyone: ${label}. This cannot be undone.\n\nDid this happen?` })) }),
  action({ id: "report-device-down", label: "A device cannot be used", detail: "The device is covered or marked before another method is used.", clause: "CCP 13.E", is_urgent: false }),
  action({ id: "report-card-face-up", label: "A card is face up in the shoe or deck", detail: "The round is void and every wager is returned.", clause: "CCP 13.A", refusal: "all cards have been dealt [CCP 8.D]", variants: [], is_urgent: false }),
];
const DECK = [
  action({ id: "remove-deck-1", label: "Remove the deck from the table", clause: "CCP 3.C(2)", refusal: "the deck is in play until the round is closed [CCP 11.J]", is_urgent: false }),
  action({ id: "receive-deck", label: "Bring in a deck", clause: "CCP 4.A", is_urgent: false, prompts: [
    prompt({ name: "id", kind: "text", text: "What is the deck's ID in the register?", path: ["id"], initial: "D2" }),
    prompt({ name: "color", kind: "text", text: "What color are the card backs? The other deck has red backs.", path: ["color"], initial: "blue" }),
  ] }),
];

/** @param {Partial<import("../types").SeatPayment>} changes @returns {import("../types").SeatPayment} */
const payment = (changes) => ({ seat: 6, player: "Zoë", status: "waiting", wagers: [], gifts: [], pays: { cents: 0, chips: [], odd_cents: 0 }, takes: 0, net: 0, ...changes });
/** @param {string} label @param {Partial<import("../types").WagerPayment>} changes @returns {import("../types").WagerPayment} */
const wager = (label, changes) => ({ wager: label, label, stake: 2500, outcome: "win", pays: 0, takes: 0, is_collected: false, hand: "", merchandise: "", ...changes });
/** @type {import("../types").Payments} */
const PAYMENTS = {
  round: 118, next: 3, last: 5,
  seats: [
    payment({ status: "settled", takes: 13_500, net: -13_500 }),
    payment({
      seat: 5, player: "Bartholomew-Montgomery St John Fairfax", status: "settled", takes: 10_000, net: 1_234_75,
      pays: { cents: 66_775, odd_cents: 75, chips: [{ cents: 50000, color: "purple", count: 1 }, { cents: 10000, color: "black", count: 1 }, { cents: 2500, color: "green", count: 2 }, { cents: 500, color: "red", count: 3 }, { cents: 100, color: "white", count: 2 }] },
      wagers: [
        wager("Ante Across", { pays: 2500, hand: "pair" }), wager("Ante Down", { outcome: "lose", takes: 2500, hand: "high card" }), wager("Middle", { outcome: "push", hand: "pair of nines" }),
        wager("Five Card Bonus", { pays: 62_500, hand: "four of a kind" }), wager("Bonus Spin", { pays: 0, merchandise: "a week for two by the sea" }), wager("Progressive", { outcome: "lose", is_collected: true }),
      ],
      gifts: [{ label: "Envy bonus", pays: 1775 }],
    }),
    payment({ seat: 3, player: "You", status: "next", pays: { cents: 100, chips: [], odd_cents: 0 } }),
    payment({ seat: 1, player: "Al" }),
  ],
};

/** @param {Partial<TableConsole>} changes @param {Partial<import("../types").Instruction>} [instruction] @returns {TableConsole} */
const makeConsole = (changes, instruction) => ({
  role: "dealer", name: "Dee", table: "criss-cross", game: "criss-cross", version: 0,
  instruction: {
    who: "dealer", what: "deal two cards face down to each player, one at a time, beginning with seat 1", clause: "CCP 8.D(2)", step: "Deal",
    ahead: [{ why: "the deck must be changed after 8 hours", clause: "CCP 3.C(2)", at: NOW / 1000 + 4200, rounds: null }, { why: "the stub must be counted", clause: "CCP 8.E", at: null, rounds: 4 }],
    ...instruction,
  },
  primary: action({}), incidents: INCIDENTS, floor: [], people: [action({ id: "walked-off-1", label: "Seat 1 has walked off", detail: "A floorperson rules on wagers still in play; the seat is freed after the round.", is_urgent: false })],
  deck: DECK, proposals: [action({ id: "void-round", label: "Propose voiding the round", detail: "Once a floorperson approves it, every wager is returned.", clause: "LEDG-5", is_urgent: false, prompts: [prompt({ name: "reason", kind: "text", text: "Why should the round be void?", path: ["matter", "reason"] })] })],
  payments: null, tray: 9_998_100,
  timers: { decks: [{ slot: 1, number: 1, id: "D1", color: "red", received: NOW / 1000 - 24_600, expires_at: NOW / 1000 + 4200, is_in_turn: true }], stub: { rounds: 4, clause: "CCP 8.E" }, countdown: null },
  log: [{ version: 1, at: "20:00:00", by: "Flo", text: "Done by Flo: confirm the inspection of the cards." }, { version: 2, at: "20:01:30", by: "Dee", text: "Round 118 opens." }],
  ...changes,
});

/** @param {Games} games @param {Partial<DealState>} changes @param {number} [question] @param {string} [game] @returns {DealState} */
function dealState(games, changes, question = 0, game = "criss-cross") {
  const { table, card, feed } = tableState(games[game], question);
  return {
    table, card, me: DEALER, feed: { ...feed, version: 0, own: {}, clock: null }, link: "open", console: makeConsole({}), consoleError: "", expectedVersion: 0,
    sheet: "", actionId: "", draft: EMPTY_DRAFT, actionDraft: EMPTY_DRAFT, note: "", isBusy: false, isStepNew: false, now: NOW, ...changes,
  };
}

/** @param {DealState} state */
function dealPage(state) {
  const { console, sheet, actionId } = state;
  const openAction = console && sheet && sheet !== "log" ? console[sheet].find(({ id }) => id === actionId) ?? null : null;
  const model = new Proxy({}, { get: (_, name) => (name === "openAction" ? openAction : () => undefined) });
  return html`<pb-deal-view .state=${{ model, state, list: { tables: [], errorMessage: "" }, errorMessage: "", inputs: { table: state.table, me: state.me, actions: NO_ACTIONS, fourColors: false } }}></pb-deal-view>`;
}

/** @param {Games} games @returns {DealState} */
function betting(games) {
  const { feed } = withOpenBets(tableState(games["criss-cross"], 0));
  const console = makeConsole({ primary: action({ label: "no more bets" }) }, { what: "announce the end of betting once everyone has bet", said: "No more bets.", clause: "CCP 8.B", ahead: [] });
  return dealState(games, { console, feed: { ...feed, version: 0, own: {}, clock: { for: "bets", until: NOW + 9000 } } });
}

/** @param {Games} games @param {Partial<DealState>} [changes] */
const paying = (games, changes) => dealState(games, {
  console: makeConsole({ payments: PAYMENTS, primary: action({ label: "settle seat 3" }) }, { what: "turn over, announce and settle seat 3's hand", said: "Seat 3, your Across hand: …; your Down hand: …", clause: "CCP 11.I", seat: 3 }),
  ...changes,
}, -1);

const PHYSICAL = { what: "deal 3 cards face up: Flop", clause: "THB 8.D", cards: ["flop.1", "flop.2", "flop.3"] };
const HAND = { what: "turn over, announce and settle seat 6's hand", clause: "THB 11.I", cards: ["6.first", "6.second"], seat: 6 };
/** @param {Record<string, string>} cards Their words, by name. */
const cardPrompts = (cards) => Object.entries(cards).map(([name, text]) => prompt({ name: `card ${name}`, text, kind: "card", path: ["cards"], minimum: null, maximum: null }));
const FLOP_CARDS = cardPrompts({ "flop.1": "Flop, card 1", "flop.2": "Flop, card 2", "flop.3": "Flop, card 3" });
const HAND_CARDS = cardPrompts({ "6.first": "Seat 6's first card", "6.second": "Seat 6's second card" });

/** @type {Record<string, import("./gallery.js").Scene>} */
export const DEALERS = {
  "deal-tables": () => tableList({ tables: [{ table: "one", title: "Criss Cross Poker", game: "criss-cross", game_name: "Criss Cross Poker", minimum: 500, maximum: 50000, seats: 6, about: "", sides: [], felt: [], taken: { 1: "Al" }, meters: {}, round: 12, phase: "", stopped: "" }, { table: "two", title: "The table by the window with the very long name, for high limits only", game: "stud-235", game_name: "235 Stud Poker", minimum: 100_000_00, maximum: 5_000_000_00, seats: 6, about: "", sides: [], felt: [], taken: {}, meters: {}, round: 0, phase: "", stopped: "its disk is full" }], errorMessage: "" }, DEALER),
  "deal-no-tables": () => tableList({ tables: [], errorMessage: "" }, DEALER),
  "deal-step": (games) => dealPage(dealState(games, {})),
  "deal-betting": (games) => dealPage(betting(games)),
  "deal-waiting": (games) => dealPage(dealState(games, {
    console: makeConsole({ primary: null }, { who: "player", what: "seat 3 makes the Middle decision", said: "Seat 3, Middle: fold, 1x for $5, 2x for $10 or 3x for $15?", clause: "CCP 11.F", seat: 3 }),
    feed: { ...tableState(games["criss-cross"], 1).feed, version: 0, own: {}, clock: { for: "answers", until: NOW + 14_000 } },
  }, 1)),
  "deal-empty": (games) => {
    const state = dealState(games, { console: makeConsole({ primary: null }, { who: "player", what: "wait for players to take seats", clause: "" }) });
    return dealPage({ ...state, feed: { ...state.feed, view: /** @type {any} */ ({ ...state.feed.view, players: {}, round: null }) } });
  },
  "deal-prompt": (games) => dealPage(dealState(games, { console: makeConsole({ primary: action({ label: "cut", prompts: [prompt({})] }) }, { what: "cut the cards", clause: "CCP 5.D" }) })),
  "deal-prompt-refused": (games) => dealPage(dealState(games, { console: makeConsole({ primary: action({ label: "cut", prompts: [prompt({})] }) }, { what: "cut the cards", clause: "CCP 5.D" }), draft: { ...EMPTY_DRAFT, answers: { cards: "5" }, errorMessage: "Enter 10 to 42, not 5." } })),
  "deal-register": (games) => dealPage(dealState(games, { console: makeConsole({ primary: action({ label: "receive the deck", prompts: DECK[1].prompts }) }, { what: "receive a deck and enter it in the register", clause: "CCP 4.A", ahead: [{ why: "there is no deck at the table", clause: "CCP 4.A", at: null, rounds: null }] }) })),
  "deal-payment": (games) => dealPage(paying(games)),
  "deal-refused": (games) => dealPage(dealState(games, { note: "The bets are still open: close them first (CCP 8.B)" })),
  "deal-not-now": (games) => dealPage(dealState(games, { console: makeConsole({ primary: action({ refusal: "the wheel is out of order [CCP 13.E]" }) }) })),
  "deal-sent": (games) => dealPage(dealState(games, { isBusy: true })),
  "deal-irregularities": (games) => dealPage(dealState(games, { sheet: "incidents" })),
  "deal-consequence": (games) => dealPage(dealState(games, { sheet: "incidents", actionId: "report-wrong-number" })),
  "deal-exposed-card": (games) => dealPage(dealState(games, { sheet: "incidents", actionId: "report-drawn-exposed", actionDraft: { ...EMPTY_DRAFT, variant: 1 } })),
  "deal-not-possible": (games) => dealPage(dealState(games, { sheet: "incidents", actionId: "report-card-face-up" })),
  "deal-ruling": (games) => {
    const state = dealState(games, { console: makeConsole({ primary: null, incidents: [] }, { who: "floorperson", what: "rule on the incident: a player has the wrong number of cards", clause: "CCP 13.C", ahead: [{ why: "an incident waits for a ruling", clause: "CCP 13.C", at: null, rounds: null }] }) }, 1);
    return dealPage({ ...state, feed: { ...state.feed, view: /** @type {any} */ ({ ...state.feed.view, incident: "a player, the dealer or the community area has the wrong number of cards" }) } });
  },
  "deal-floorperson": (games) => dealPage(dealState(games, {
    me: { ...DEALER, name: "Flo", part: "floorperson" },
    console: makeConsole({ role: "floorperson", name: "Flo", primary: action({ role: "floorperson", label: "rule on the incident", variants: [variant("by the book", { detail: "The rulebook's remedy applies. The round is void and every wager is returned." }), variant("dismissed", { detail: "It did not happen." })], prompts: [prompt({ name: "reason", kind: "text", text: "What is the ruling based on?", path: ["reason"], initial: "seen by all" })] }) }, { who: "floorperson", what: "rule on the incident", clause: "CCP 13.C" }),
    draft: { ...EMPTY_DRAFT, variant: 0 },
  }, 1)),
  "deal-people": (games) => dealPage(dealState(games, { sheet: "people" })),
  "deal-deck": (games) => dealPage(dealState(games, { sheet: "deck" })),
  "deal-bring-deck": (games) => dealPage(dealState(games, { sheet: "deck", actionId: "receive-deck" })),
  "deal-proposal": (games) => dealPage(dealState(games, { sheet: "proposals", actionId: "void-round", actionDraft: { ...EMPTY_DRAFT, errorMessage: "Enter some text." } })),
  "deal-log": (games) => dealPage(dealState(games, { sheet: "log" })),
  "deal-cards": (games) => dealPage(dealState(games, { console: makeConsole({ primary: action({ label: "deal", prompts: FLOP_CARDS }) }, PHYSICAL), draft: { ...EMPTY_DRAFT, answers: { "card flop.1": "Kh" }, rank: "T" } }, 1, "holdem-bonus")),
  "deal-cards-complete": (games) => dealPage(dealState(games, { console: makeConsole({ primary: action({ label: "settle seat 6", prompts: HAND_CARDS }) }, HAND), draft: { ...EMPTY_DRAFT, answers: { "card 6.first": "Ah", "card 6.second": "Td" } } }, 1, "holdem-bonus")),
  "deal-cards-refused": (games) => dealPage(dealState(games, { console: makeConsole({ primary: action({ label: "settle seat 6", prompts: HAND_CARDS }) }, HAND), draft: { ...EMPTY_DRAFT, errorMessage: "“Kx” is not a list of cards. Write rank and suit, such as Kh 10d." }, note: "The king of hearts is already on the table: check the card, or report a fouled deck (THB 13.F)." }, 1, "holdem-bonus")),
  "deal-connection-lost": (games) => dealPage(dealState(games, { link: "lost" })),
  "deal-session-over": (games) => dealPage(dealState(games, { link: "over" })),
  "deal-unavailable": (games) => dealPage(dealState(games, { console: null, consoleError: "this table is unavailable: its disk is full" })),
  "deal-no-table": () => html`<pb-deal-view .state=${{ model: null, state: undefined, list: { tables: [], errorMessage: "" }, errorMessage: "There is no table 'nowhere'", inputs: { table: "nowhere", me: DEALER, actions: NO_ACTIONS, fourColors: false } }}></pb-deal-view>`,
  "deal-jackpot": (games) => {
    const state = paying(games, { console: makeConsole({ primary: null, payments: { ...PAYMENTS, last: null } }, { who: "floorperson", what: "validate the win of seat 3", clause: "CCP 11.I" }) });
    return dealPage({ ...state, feed: { ...state.feed, view: /** @type {any} */ ({ ...state.feed.view, round: { ...finishedRoundOf(games["criss-cross"]), jackpot: 3 } }) } });
  },
};
