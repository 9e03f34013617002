// @ts-check
/** Announcements for screen readers: what a dealer would say aloud. */

import { formatSignedDollars } from "../format.js";
import { capitalize, describeCard, isFaceUp, TEXTS } from "../texts.js";
import { endSentence } from "../wording.js";
import { isMyTurn, labelOf, net, ownSeat, PHASE } from "./selectors.js";

/** @typedef {import("./model.js").TableState} TableState */

/** List the cards that are face up. @param {Record<string, string[]> | undefined} cards */
const listOpenCards = (cards) => Object.entries(cards ?? {}).flatMap(([place, faces]) => faces.filter(isFaceUp).map((face) => `${place} ${face}`));

/** Describe what changed, or return the last announcement if nothing did. @param {TableState} previous @param {TableState} state */
export function describeChange(previous, state) {
  const previousRound = previous.feed.view?.round;
  const round = state.feed.view?.round;
  const { incident } = state.feed.view ?? {};
  const stopNotice = incident && incident !== previous.feed.view?.incident ? TEXTS.incident(incident) : "";
  if (!round) return stopNotice || state.announcement;
  const { card } = state;
  const seat = ownSeat(state);
  const sentences = [];
  if (stopNotice) sentences.push(stopNotice);
  if (round.phase === PHASE.betting && (previousRound?.number !== round.number || previousRound.phase !== PHASE.betting)) sentences.push(capitalize(TEXTS.round(round.number)), TEXTS.placeBets);
  const knownCards = previousRound?.number === round.number ? new Set(listOpenCards(previousRound.cards)) : new Set();
  const places = new Map(card.layout.places.map((place) => [place.name, place.label]));
  const turnedCards = listOpenCards(round.cards).filter((entry) => !knownCards.has(entry)).map((entry) => entry.split(" "));
  for (const [place, face] of turnedCards) sentences.push(`${places.get(place) ?? place}: ${describeCard(face)}`);
  const ownCards = seat === null ? [] : (state.feed.own.cards?.[seat] ?? []).filter(isFaceUp);
  const previousOwnCards = seat === null || previousRound?.number !== round.number ? [] : (previous.feed.own.cards?.[seat] ?? []).filter(isFaceUp);
  if (ownCards.length > previousOwnCards.length) sentences.push(`Your cards: ${ownCards.map(describeCard).join(", ")}`);
  if (isMyTurn(state) && (!isMyTurn(previous) || previousRound?.street !== round.street)) sentences.push(TEXTS.turn(labelOf(card, round.street)));
  if (round.phase === PHASE.closed && previousRound?.phase !== PHASE.closed && seat !== null && round.seats?.[seat]) {
    const sum = net(round.seats[seat]);
    if (round.void) sentences.push(TEXTS.voidFor(round.void));
    if (!round.void || sum) sentences.push(TEXTS.total(formatSignedDollars(sum)));
  }
  return sentences.length ? sentences.map(endSentence).join(" ") : state.announcement;
}
