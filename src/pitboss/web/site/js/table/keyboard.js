// @ts-check
/** Playing by keyboard: a letter or digit for each action, and a switch that turns them off. */

import { html } from "../html.js";
import { load, save } from "../storage.js";
import { TEXTS } from "../texts.js";
import { takesChips } from "./draft.js";
import { canBet, hasBet, isMyTurn, repeatableBet } from "./selectors.js";

/** Listen for keys until the returned function is called. @param {() => import("./controller.js").TableController | null} getController */
export function listenForKeys(getController) {
  const onKeydown = (/** @type {KeyboardEvent} */ event) => {
    const controller = getController();
    const target = /** @type {Element} */ (event.target);
    if (!controller || event.ctrlKey || event.metaKey || event.altKey || event.repeat || target.closest("input, textarea, select, dialog")) return;
    if (areKeysOn() && handleKey(controller, event.key.toLowerCase())) event.preventDefault();
  };
  document.addEventListener("keydown", onKeydown);
  return () => document.removeEventListener("keydown", onKeydown);
}

/** List the spots that take chips in the order of the felt: the first has the key 1. @param {import("../types").Card} card */
export const listKeySpots = (card) => card.layout.seat.flat().filter((key) => takesChips(card, key));

/** Handle a key; return whether it meant something. @param {import("./controller.js").TableController} controller @param {string} key */
function handleKey(controller, key) {
  const { state } = controller;
  if (isMyTurn(state)) {
    // A decision by its first letter or digit: f, 1, 2, 3, b, c, r.
    const choice = (state.feed.own.choices ?? []).find((candidate) => candidate.decision[0].toLowerCase() === key);
    if (choice) controller.decide(choice.decision);
    return Boolean(choice);
  }
  if (state.finishedRound && key === "n") return handled(controller.nextRound());
  if (key === "r" && repeatableBet(state) && canBet(state)) return handled(controller.rebet());
  if (canBet(state)) {
    const spot = listKeySpots(state.card)[Number(key) - 1];
    if (spot) return handled(controller.placeChip(spot));
    if (key === "u") return handled(controller.undo());
    if (key === "x") return handled(controller.clearSpots());
    if (key === "b") return handled(controller.placeBet());
  }
  if (hasBet(state) && key === "u") return handled(controller.takeBackBet());
  return false;
}

/** @param {unknown} _ */
const handled = (_) => true;

const STORAGE_KEY = "keys";

/** Whether single keys are enabled. */
export const areKeysOn = () => load(STORAGE_KEY) !== false;

export const keyboardHelp = () => html`
  <details class="keys">
    <summary>${TEXTS.keys.title}</summary>
    <p class="switch"><label><input type="checkbox" .checked=${areKeysOn()} @change=${(/** @type {Event} */ event) => save(STORAGE_KEY, /** @type {HTMLInputElement} */ (event.target).checked)}> ${TEXTS.keys.on}</label></p>
    <dl>${TEXTS.keys.list.map(([key, action]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${action}</dd></div>`)}</dl>
  </details>`;
