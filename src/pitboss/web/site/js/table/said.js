// @ts-check
/** What a dealer would say aloud: for those who do not see the table. */

import { cardWords, isUp, TEXTS } from "../texts.js";
import { gained } from "../money.js";
import { isAsked, labelOf, net, ownSeat, PHASE } from "./read.js";

/** @typedef {import("./watch.js").TableState} TableState */

/** The cards that are face up. @param {Record<string, string[]> | undefined} cards */
const open = (cards) => Object.entries(cards ?? {}).flatMap(([place, some]) => some.filter(isUp).map((face) => `${place} ${face}`));

/** What changed, in words; what was said before, if nothing did. @param {TableState} before @param {TableState} after */
export function announce(before, after) {
  const was = before.seen.view?.round;
  const now = after.seen.view?.round;
  const { incident } = after.seen.view ?? {};
  const stopped = incident && incident !== before.seen.view?.incident ? TEXTS.incident(incident) : "";
  if (!now) return stopped || after.said;
  const { card } = after;
  const seat = ownSeat(after);
  const words = [];
  if (stopped) words.push(stopped);
  if (now.phase === PHASE.betting && (was?.number !== now.number || was.phase !== PHASE.betting)) words.push(`${TEXTS.round(now.number)}. ${TEXTS.bets}`);
  const known = was?.number === now.number ? new Set(open(was.cards)) : new Set();
  const places = new Map(card.layout.places.map((place) => [place.name, place.label]));
  const turned = open(now.cards).filter((one) => !known.has(one)).map((one) => one.split(" "));
  for (const [place, face] of turned) words.push(`${places.get(place) ?? place}: ${cardWords(face)}`);
  const mine = seat === null ? [] : (after.seen.own.cards?.[seat] ?? []).filter(isUp);
  const mineBefore = seat === null || was?.number !== now.number ? [] : (before.seen.own.cards?.[seat] ?? []).filter(isUp);
  if (mine.length > mineBefore.length) words.push(`Your cards: ${mine.map(cardWords).join(", ")}`);
  if (isAsked(after) && (!isAsked(before) || was?.street !== now.street)) words.push(TEXTS.turn(labelOf(card, now.street)));
  if (now.phase === PHASE.closed && was?.phase !== PHASE.closed && seat !== null && now.seats?.[seat]) {
    const sum = net(now.seats[seat]);
    if (now.void) words.push(TEXTS.voidFor(now.void));
    if (!now.void || sum) words.push(TEXTS.total(gained(sum)));
  }
  return words.length ? words.join(". ") : after.said;
}
