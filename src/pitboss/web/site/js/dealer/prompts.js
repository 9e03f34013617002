// @ts-check
/** The fields of an action: variants to choose from, questions to answer, cards to enter. */

import { html, keyed } from "../html.js";
import { capitalize, describeCard } from "../texts.js";
import { DEALER } from "../texts_dealer.js";
import { cardSlots, missingSlots } from "./selectors.js";

/** @typedef {import("./model.js").DealModel} DealModel */
/** @typedef {import("./model.js").DealState} DealState */
/** @typedef {import("../types").ConsoleAction} ConsoleAction */

/** Whether an action needs a choice or an answer before it is carried out. @param {ConsoleAction} action */
export const needsInput = (action) => action.variants.length > 1 || action.prompts.length > 0;

/** @param {DealState} state @param {DealModel} model @param {ConsoleAction} action @param {boolean} isStep */
export function actionFields(state, model, action, isStep) {
  const draft = isStep ? state.draft : state.actionDraft;
  const slots = cardSlots(action);
  return [
    action.variants.length > 1 ? keyed("variants", variantChoice(action, draft, (index) => model.change(isStep, { variant: index }))) : null,
    ...action.prompts.filter(({ kind }) => kind !== "card").map((prompt) => keyed(prompt.name, promptField(prompt, draft.answers[prompt.name] ?? prompt.initial, isStep, (text) => model.answer(isStep, prompt.name, text)))),
    slots.length ? keyed("cards", cardEntry(slots, draft, isStep, model)) : null,
    keyed("error", html`<p class="note" role="alert">${draft.errorMessage}</p>`),
  ].filter(Boolean);
}

/** @param {ConsoleAction} action @param {import("./model.js").Draft} draft @param {(index: number) => void} choose */
const variantChoice = ({ label, variants }, draft, choose) => html`
  <div class="variants" role="group" aria-label=${capitalize(label)}>
    ${variants.map((variant, index) => html`
      <button type="button" ?autofocus=${index === 0} class=${draft.variant === index ? "quiet chosen" : "quiet"} aria-pressed=${String(draft.variant === index)} @click=${() => choose(index)}>
        <b>${capitalize(variant.label)}</b>${variant.detail ? html`<span>${variant.detail}</span>` : null}
      </button>`)}
  </div>`;

/** @param {import("../types").Prompt} prompt @param {string} value @param {boolean} isStep @param {(text: string) => void} change */
function promptField({ name, text, kind, maximum }, value, isStep, change) {
  const isShort = kind !== "text";
  return html`
    <label class=${isShort ? "prompt-field short" : "prompt-field"}>
      <span>${text}</span>
      <input name=${name} data-prompt=${isStep ? "step" : "action"} inputmode=${kind === "number" ? "numeric" : kind === "money" ? "decimal" : null}
        maxlength=${kind === "number" ? Math.max(6, String(maximum ?? 0).length) : kind === "money" ? 20 : 300} autocomplete="off" spellcheck="false"
        .value=${value} @input=${(/** @type {Event} */ event) => change(/** @type {HTMLInputElement} */ (event.target).value)}>
    </label>`;
}

const RANKS = [..."23456789TJQKA"];
const SUITS = /** @type {const} */ ([["s", "♠", "spades"], ["h", "♥", "hearts"], ["d", "♦", "diamonds"], ["c", "♣", "clubs"]]);
const rankText = (/** @type {string} */ rank) => (rank === "T" ? "10" : rank);

/** A keypad for cards of a physical deck: a rank, then a suit; or typed or scanned text. @param {import("./selectors.js").CardSlot[]} slots @param {import("./model.js").Draft} draft @param {boolean} isStep @param {DealModel} model */
function cardEntry(slots, draft, isStep, model) {
  const [nextSlot] = missingSlots(slots, draft);
  const submit = (/** @type {HTMLInputElement} */ input) => {
    if (!input.value.trim()) return;
    if (model.enterCards(isStep, input.value)) input.value = "";
  };
  const onKeydown = (/** @type {KeyboardEvent} */ event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (event.key !== "Enter" || !input.value.trim()) return;
    event.preventDefault();
    submit(input);
  };
  return html`
    <fieldset class="card-entry">
      <legend>${DEALER.cards.title}</legend>
      <ol class="slots">${slots.map(({ key, label }) => keyed(key, html`
        <li class=${nextSlot?.key === key ? "next" : ""}>
          ${draft.answers[key] ? html`<button type="button" aria-label=${DEALER.cards.remove(label, describeCard(draft.answers[key]))} @click=${() => model.removeCard(isStep, key)}><pb-card .state=${{ face: draft.answers[key] }}></pb-card></button>` : html`<span class="outline">${nextSlot?.key === key && draft.rank ? rankText(draft.rank) : ""}</span>`}
          <span>${label}</span>
        </li>`))}</ol>
      <p class="visually-hidden" role="status">${nextSlot ? DEALER.cards.next(nextSlot.label) : DEALER.cards.complete}</p>
      <div class="keypad">
        <div class="ranks" role="group" aria-label=${DEALER.cards.rank}>${RANKS.map((rank) => html`<button type="button" class=${draft.rank === rank ? "quiet chosen" : "quiet"} aria-pressed=${String(draft.rank === rank)} ?disabled=${!nextSlot} @click=${() => model.chooseRank(isStep, rank)}>${rankText(rank)}</button>`)}</div>
        <div class="suits" role="group" aria-label=${DEALER.cards.suit}>${SUITS.map(([suit, sign, name]) => html`<button type="button" class=${`quiet suit-${suit}`} aria-label=${name} ?disabled=${!nextSlot || !draft.rank} @click=${() => model.chooseSuit(isStep, suit)}>${sign}</button>`)}
          <button type="button" class="quiet back" aria-label=${DEALER.cards.clear} @click=${() => model.removeCard(isStep)}>⌫</button></div>
        <div class="scan">
          <label>${DEALER.cards.type}<input placeholder=${DEALER.cards.hint} autocomplete="off" autocapitalize="off" spellcheck="false" ?disabled=${!nextSlot} @keydown=${onKeydown}></label>
          <button type="button" class="quiet" ?disabled=${!nextSlot} @click=${(/** @type {Event} */ event) => { const input = /** @type {Element} */ (event.currentTarget).parentElement?.querySelector("input"); if (input) submit(input); }}>${DEALER.cards.enter}</button>
        </div>
      </div>
    </fieldset>`;
}
