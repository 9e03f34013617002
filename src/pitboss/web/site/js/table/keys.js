// @ts-check
/** The table by keyboard: a letter or digit for each thing that can be done now. */

import { keysOn } from "./keys_help.js";
import { canBet, hasBet, isAsked } from "./read.js";

/** Listen until the returned function is called. @param {() => import("./desk.js").Desk | null} find */
export function keys(find) {
  const heard = (/** @type {KeyboardEvent} */ event) => {
    const desk = find();
    const target = /** @type {Element} */ (event.target);
    if (!desk || event.ctrlKey || event.metaKey || event.altKey || event.repeat || target.closest("input, textarea, select, dialog")) return;
    if (keysOn() && act(desk, event.key.toLowerCase(), target)) event.preventDefault();
  };
  document.addEventListener("keydown", heard);
  return () => document.removeEventListener("keydown", heard);
}

/** Whether the key meant something. @param {import("./desk.js").Desk} desk @param {string} key @param {Element} target */
function act(desk, key, target) {
  const { state } = desk;
  if (isAsked(state)) {
    // A decision by its first letter or digit: f, 1, 2, 3, b, c, r.
    const choice = (state.seen.own.choices ?? []).find((one) => one.decision[0].toLowerCase() === key);
    if (choice) desk.decide(choice.decision);
    return Boolean(choice);
  }
  if (key === "enter" && target.closest("button, a")) return false;
  if (state.finished && key === "n") return done(desk.next());
  if (key === "r" && state.last && canBet(state)) return done(desk.again());
  if (canBet(state)) {
    const spots = state.card.wagers.filter((wager) => wager.kind !== "raise");
    const spot = spots[Number(key) - 1];
    if (spot) return done(desk.put(spot.key));
    if (key === "u") return done(desk.undo());
    if (key === "x") return done(desk.clear());
    if (key === "b" || key === "enter") return done(desk.bet());
  }
  if (hasBet(state) && key === "u") return done(desk.takeBack());
  return false;
}

/** @param {unknown} _ */
const done = (_) => true;
