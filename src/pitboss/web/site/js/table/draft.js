// @ts-check
/** The bet that one is about to make: chips on spots, before anything is asked of the table. */

/** @typedef {Record<string, number>} Draft */
/** @typedef {import("../types").Card} Card */

/** The spots that are filled together with one. @param {Card} card @param {string} key */
const together = (card, key) => (card.together.includes(key) ? card.together : [key]);

/**
 * A chip on a spot. A first chip that is less than the spot takes is made up to it; more than it takes
 * stays in the hand.
 * @param {Draft} draft @param {Card} card @param {string} key @param {number} chip @returns {Draft}
 */
export function add(draft, card, key, chip) {
  const after = { ...draft };
  for (const spot of together(card, key)) {
    const { minimum, maximum } = card.wagers.find((wager) => wager.key === spot) ?? {};
    if (minimum === null || minimum === undefined) return draft;
    const sum = Math.max((after[spot] ?? 0) + chip, minimum);
    after[spot] = Math.min(sum, maximum ?? sum);
  }
  return after;
}

/** A spot without chips. @param {Draft} draft @param {Card} card @param {string} key @returns {Draft} */
export function remove(draft, card, key) {
  const after = { ...draft };
  for (const spot of together(card, key)) delete after[spot];
  return after;
}

/** Whether a spot takes chips before the deal. @param {Card} card @param {string} key */
export const takesChips = (card, key) => card.wagers.some((wager) => wager.key === key && wager.kind !== "raise");
