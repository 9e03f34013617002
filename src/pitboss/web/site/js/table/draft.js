// @ts-check
/** The bet that one is about to make: chips on spots, before anything is asked of the table. */

/** @typedef {Record<string, number>} Draft */
/** @typedef {import("../types").Card} Card */

/** The spots that are filled together with one. @param {Card} card @param {string} key */
const spotsFilledWith = (card, key) => (card.together.includes(key) ? card.together : [key]);

/**
 * A chip on a spot. A first chip that is less than the spot takes is made up to it; more than it takes
 * stays in the hand.
 * @param {Draft} draft @param {Card} card @param {string} key @param {number} chip @returns {Draft}
 */
export function addChip(draft, card, key, chip) {
  const newDraft = { ...draft };
  for (const spot of spotsFilledWith(card, key)) {
    const { minimum, maximum } = card.wagers.find((wager) => wager.key === spot) ?? {};
    if (minimum === null || minimum === undefined) return draft;
    const sum = Math.max((newDraft[spot] ?? 0) + chip, minimum);
    newDraft[spot] = Math.min(sum, maximum ?? sum);
  }
  return newDraft;
}

/** A spot without chips. @param {Draft} draft @param {Card} card @param {string} key @returns {Draft} */
export function removeChips(draft, card, key) {
  const newDraft = { ...draft };
  for (const spot of spotsFilledWith(card, key)) delete newDraft[spot];
  return newDraft;
}

/** Whether a spot takes chips before the deal. @param {Card} card @param {string} key */
export const takesChips = (card, key) => card.wagers.some((wager) => wager.key === key && wager.kind !== "raise");
