// @ts-check
/** Announcements for screen readers: what a dealer would say aloud. */

import { formatSignedDollars } from "../format.js";
import { describeCard, isFaceUp, TEXTS } from "../texts.js";
import { isMyTurn, labelOf, net, ownSeat, PHASE } from "./selectors.js";

/** @typedef {import("./model.js").TableState} TableState */

/** List the cards that are face up. @param {Record<string, string[]> | undefined} cards */
const listOpenCards = (cards) => Object.entries(cards ?? {}).flatMap(([place, faces]) => faces.filter(isFaceUp).map((face) => `${place} ${face}`));

/** Describe what changed, or return the last announcement if nothing did. @param {TableState} before @param {TableState} after */
export function describeChange(before, after) {
  const previousRound = before.feed.view?.round;
  const round = after.feed.view?.round;
  const { incident } = after.feed.view ?? {};
  const stopNotice = incident && incident !== before.feed.view?.incident ? TEXTS.incident(incident) : "";
  if (!round) return stopNotice || after.announcement;
  const { card } = after;
  const seat = ownSeat(after);
  const sentences = [];
  if (stopNotice) sentences.push(stopNotice);
  if (round.phase === PHASE.betting && (previousRound?.number !== round.number || previousRound.phase !== PHASE.betting)) sentences.push(`${TEXTS.round(round.number)}. ${TEXTS.placeBets}`);
  const knownCards = previousRound?.number === round.number ? new Set(listOpenCards(previousRound.cards)) : new Set();
  const places = new Map(card.layout.places.map((place) => [place.name, place.label]));
  const turnedCards = listOpenCards(round.cards).filter((entry) => !knownCards.has(entry)).map((entry) => entry.split(" "));
  for (const [place, face] of turnedCards) sentences.push(`${places.get(place) ?? place}: ${describeCard(face)}`);
  const ownCards = seat === null ? [] : (after.feed.own.cards?.[seat] ?? []).filter(isFaceUp);
  const previousOwnCards = seat === null || previousRound?.number !== round.number ? [] : (before.feed.own.cards?.[seat] ?? []).filter(isFaceUp);
  if (ownCards.length > previousOwnCards.length) sentences.push(`Your cards: ${ownCards.map(describeCard).join(", ")}`);
  if (isMyTurn(after) && (!isMyTurn(before) || previousRound?.street !== round.street)) sentences.push(TEXTS.turn(labelOf(card, round.street)));
  if (round.phase === PHASE.closed && previousRound?.phase !== PHASE.closed && seat !== null && round.seats?.[seat]) {
    const sum = net(round.seats[seat]);
    if (round.void) sentences.push(TEXTS.voidFor(round.void));
    if (!round.void || sum) sentences.push(TEXTS.total(formatSignedDollars(sum)));
  }
  return sentences.length ? sentences.join(". ") : after.announcement;
}
