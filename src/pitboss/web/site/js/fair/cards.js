// @ts-check
/** Cards as the shuffle numbers them: four to a rank, from the twos to the aces. */

export const SIZE = 52;
const RANKS = "23456789TJQKA";
const SUITS = "cdhs";

/** Its number; -1 if it is no card. @param {string} face */
export function numberOf(face) {
  const rank = RANKS.indexOf(face[0]);
  const suit = SUITS.indexOf(face[1]);
  return face.length === 2 && rank >= 0 && suit >= 0 ? rank * 4 + suit : -1;
}

/** @param {number} number */
export const faceOf = (number) => RANKS[number >> 2] + SUITS[number & 3];
