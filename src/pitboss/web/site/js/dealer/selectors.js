// @ts-check
/** Selectors: pure functions of a dealer page's state. */

import { DEALER } from "../texts_dealer.js";

/** @typedef {import("./model.js").DealState} DealState */
/** @typedef {import("./model.js").Draft} Draft */
/** @typedef {import("../types").ConsoleAction} ConsoleAction */
/** A card to enter: the key of its answer, and whether it belongs to a prompt. @typedef {{key: string, label: string, isPrompt: boolean}} CardSlot */

/** Whether the console is that of the table as it is now, so that a tap means what it says. @param {DealState} state */
export function isReady({ console, feed, expectedVersion, isBusy, isStepNew, link }) {
  return link === "open" && !isBusy && !isStepNew && console !== null && console.version >= Math.max(feed.version ?? -1, expectedVersion);
}

/** Whether the step that is due is the user's. @param {DealState} state */
export const isOwnStep = ({ console }) => Boolean(console?.primary);

/** The names of the physical cards that a step needs. @param {Pick<DealState, "console">} state @returns {string[]} */
export const dueCards = ({ console }) => /** @type {{cards?: string[]}} */ (console?.instruction ?? {}).cards ?? [];

/** List the cards that an action needs: those of its prompts, or those that the step names. @param {DealState} state @param {ConsoleAction} action @param {boolean} isStep @returns {CardSlot[]} */
export function cardSlots(state, action, isStep) {
  const prompts = action.prompts.filter(({ kind }) => kind === "card");
  if (prompts.length || !isStep) return prompts.map(({ name, text }) => ({ key: name, label: text, isPrompt: true }));
  return dueCards(state).map((position) => ({ key: `card ${position}`, label: describePosition(state, position), isPrompt: false }));
}

/** @param {CardSlot[]} slots @param {Draft} draft */
export const missingSlots = (slots, { answers }) => slots.filter(({ key }) => !answers[key]);

/** @param {CardSlot[]} slots @param {Draft} draft */
export const isComplete = (slots, draft) => !missingSlots(slots, draft).length;

/** Return the field of a command with the cards that it turns over. @param {CardSlot[]} slots @param {Draft} draft @returns {{cards?: string[]}} */
export function enteredCards(slots, { answers }) {
  const cards = slots.filter(({ isPrompt }) => !isPrompt).map(({ key }) => answers[key]);
  return cards.length ? { cards } : {};
}

/** Name a position such as `left`, `flop.2`, `6.first` or `open.1`. @param {DealState} state @param {string} position */
export function describePosition({ card }, position) {
  const [place, nth = ""] = position.split(".");
  if (/^\d+$/.test(place)) return DEALER.cards.ofSeat(place, nth);
  if (place === "open") return DEALER.cards.exposed(nth);
  const label = card.layout.places.find(({ name }) => name === place)?.label || place;
  return nth ? DEALER.cards.nth(label, Number(nth)) : label;
}

/** Actions in the order of a list: urgent ones, possible ones, and those that are not possible now. @param {ConsoleAction[]} actions */
export function orderActions(actions) {
  const rank = (/** @type {ConsoleAction} */ { refusal, is_urgent }) => (refusal ? 2 : is_urgent ? 0 : 1);
  return actions.map((action, index) => ({ action, index })).sort((a, b) => rank(a.action) - rank(b.action) || a.index - b.index).map(({ action }) => action);
}

/** The seat that the step concerns. @param {DealState} state @returns {number | null} */
export const seatInFocus = ({ console, feed }) => console?.instruction.seat ?? console?.payments?.next ?? feed.view?.round?.turn ?? null;

/** The seat that the dealer pays now. @param {DealState} state */
export function seatToPay({ console }) {
  const payments = console?.payments;
  return payments?.seats.find(({ seat }) => seat === payments.last) ?? null;
}

/** Return the seconds left on the players' clock; null if none is running. @param {DealState} state @returns {number | null} */
export const secondsLeft = ({ feed, now }) => (feed.clock ? Math.max(0, Math.ceil((feed.clock.until - now) / 1000)) : null);
