// @ts-check
/** Cards as the shuffle numbers them: four to a rank, from the twos to the aces, then jokers. */

const RANKS = "23456789TJQKA";
const SUITS = "cdhs";
const JOKER = "Jo";

/** Its number; -1 if it is no card. @param {string} face */
export function numberOf(face) {
  if (face === JOKER) return RANKS.length * SUITS.length;
  const rank = RANKS.indexOf(face[0]);
  const suit = SUITS.indexOf(face[1]);
  return face.length === 2 && rank >= 0 && suit >= 0 ? rank * 4 + suit : -1;
}

const STANDARD = [...RANKS].flatMap((rank) => [...SUITS].map((suit) => rank + suit));

/** All faces of the deck, in the order in which the shuffle numbers them. @param {{deck?: string}} proofs */
export const deckOf = ({ deck }) => (deck ? deck.split(" ") : STANDARD);
