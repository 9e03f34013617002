// @ts-check
/** The table by keyboard: a letter or digit for each thing that can be done now. */

import { takesChips } from "./draft.js";
import { keysOn } from "./keys_help.js";
import { canBet, hasBet, isAsked, sameAgain } from "./read.js";

/** Listen until the returned function is called. @param {() => import("./desk.js").Desk | null} find */
export function keys(find) {
  const heard = (/** @type {KeyboardEvent} */ event) => {
    const desk = find();
    const target = /** @type {Element} */ (event.target);
    if (!desk || event.ctrlKey || event.metaKey || event.altKey || event.repeat || target.closest("input, textarea, select, dialog")) return;
    if (keysOn() && act(desk, event.key.toLowerCase())) event.preventDefault();
  };
  document.addEventListener("keydown", heard);
  return () => document.removeEventListener("keydown", heard);
}

/** The spots that take chips, as they lie on the felt: the first has the key 1. @param {import("../types").Card} card */
export const keySpots = (card) => card.layout.seat.flat().filter((key) => takesChips(card, key));

/** Whether the key meant something. @param {import("./desk.js").Desk} desk @param {string} key */
function act(desk, key) {
  const { state } = desk;
  if (isAsked(state)) {
    // A decision by its first letter or digit: f, 1, 2, 3, b, c, r.
    const choice = (state.seen.own.choices ?? []).find((one) => one.decision[0].toLowerCase() === key);
    if (choice) desk.decide(choice.decision);
    return Boolean(choice);
  }
  if (state.finished && key === "n") return done(desk.next());
  if (key === "r" && sameAgain(state) && canBet(state)) return done(desk.again());
  if (canBet(state)) {
    const spot = keySpots(state.card)[Number(key) - 1];
    if (spot) return done(desk.put(spot));
    if (key === "u") return done(desk.undo());
    if (key === "x") return done(desk.clear());
    if (key === "b") return done(desk.bet());
  }
  if (hasBet(state) && key === "u") return done(desk.takeBack());
  return false;
}

/** @param {unknown} _ */
const done = (_) => true;
