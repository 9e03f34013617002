// @ts-check
/** Selectors: pure functions of a dealer page's state. */

/** @typedef {import("./model.js").DealState} DealState */
/** @typedef {import("./model.js").Draft} Draft */
/** @typedef {import("../types").ConsoleAction} ConsoleAction */
/** A card to enter: the key of its answer, and its name in words. @typedef {{key: string, label: string}} CardSlot */

/** Whether the console is that of the table as it is now, so that a tap means what it says. @param {DealState} state */
export function isReady({ console, feed, expectedVersion, isBusy, isStepNew, link }) {
  return link === "open" && !isBusy && !isStepNew && console !== null && console.version >= Math.max(feed.version ?? -1, expectedVersion);
}

/** Whether the step that is due is the user's. @param {DealState} state */
export const isOwnStep = ({ console }) => Boolean(console?.primary);

/** List the cards of a physical deck that an action needs. @param {ConsoleAction} action @returns {CardSlot[]} */
export const cardSlots = ({ prompts }) => prompts.filter(({ kind }) => kind === "card").map(({ name, text }) => ({ key: name, label: text }));

/** @param {CardSlot[]} slots @param {Draft} draft */
export const missingSlots = (slots, { answers }) => slots.filter(({ key }) => !answers[key]);

/** @param {CardSlot[]} slots @param {Draft} draft */
export const isComplete = (slots, draft) => !missingSlots(slots, draft).length;

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
