// @ts-check
/** Dealing by keyboard: Enter or Space for the step that is due, a letter for each list, and cards as a scanner types them. */

import { isComplete } from "./selectors.js";

/** @typedef {import("./model.js").DealModel} DealModel */

/** @type {Record<string, import("./model.js").DealState["sheet"]>} */
const SHEET_KEYS = { i: "incidents", p: "people", d: "deck", o: "proposals", f: "floor", l: "log" };

/** Listen for keys until the returned function is called. @param {() => DealModel | null} getModel */
export function listenForKeys(getModel) {
  const onKeydown = (/** @type {KeyboardEvent} */ event) => {
    const model = getModel();
    if (!model || event.ctrlKey || event.metaKey || event.altKey) return;
    const isConfirmation = event.key === "Enter" || event.key === " ";
    // A key that is held down confirms one step, not all that follow.
    if (event.repeat && isConfirmation) return event.preventDefault();
    const target = /** @type {Element} */ (event.target);
    if (target.closest("input, textarea, select, dialog, a, summary")) return;
    if (isConfirmation && target.closest("button")) return;
    if (handleKey(model, event.key)) event.preventDefault();
  };
  document.addEventListener("keydown", onKeydown);
  return () => document.removeEventListener("keydown", onKeydown);
}

/** Handle a key; return whether it meant something. @param {DealModel} model @param {string} key */
function handleKey(model, key) {
  const slots = model.slots(true);
  if (slots.length && enterCardKey(model, key, isComplete(slots, model.state.draft))) return true;
  if (key === "Enter" || key === " ") {
    const inputs = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll(".step input[data-prompt]")]);
    const firstEmpty = inputs.find(({ value }) => !value);
    if (firstEmpty) firstEmpty.focus();
    else model.confirmStep();
    return true;
  }
  const sheet = SHEET_KEYS[key.toLowerCase()];
  if (!sheet || (sheet === "floor" && !model.state.console?.floor.length)) return false;
  model.openSheet(sheet);
  return true;
}

/** Handle a key while cards are due. @param {DealModel} model @param {string} key @param {boolean} isDone */
function enterCardKey(model, key, isDone) {
  if (key === "Backspace") model.removeCard(true);
  else if (isDone) return false;
  else if (/^[2-9tjqka1]$/i.test(key)) model.chooseRank(true, key === "1" ? "T" : key.toUpperCase());
  else if (/^[cdhs]$/i.test(key)) model.chooseSuit(true, key.toLowerCase());
  else return key === " " || key === "0" || key === ",";
  return true;
}
