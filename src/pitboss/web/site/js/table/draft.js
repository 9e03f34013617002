// @ts-check
/** The bet being prepared: chips on spots, before anything is sent to the table. */

/** @typedef {Record<string, number>} Draft */
/** @typedef {import("../types").Card} Card */

/** List the spots that are filled together with this one. @param {Card} card @param {string} key */
const spotsFilledWith = (card, key) => (card.together.includes(key) ? card.together : [key]);

/**
 * Put a chip on a spot. A first chip below the spot's minimum is raised to it; what exceeds the maximum
 * is not placed.
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

/** Take all chips off a spot. @param {Draft} draft @param {Card} card @param {string} key @returns {Draft} */
export function removeChips(draft, card, key) {
  const newDraft = { ...draft };
  for (const spot of spotsFilledWith(card, key)) delete newDraft[spot];
  return newDraft;
}

/** Whether a spot takes chips before the deal. @param {Card} card @param {string} key */
export const takesChips = (card, key) => card.wagers.some((wager) => wager.key === key && wager.kind !== "raise");
