// @ts-check
/** Actions of a table's console: decisions with what they move, in money, and a dialog to confirm them. */

import "../elements/dialog.js";
import { html, keyed } from "../html.js";
import { FLOOR } from "../texts_floor.js";
import { endSentence } from "../wording.js";

/** @typedef {import("../types").ConsoleAction} Action */
/** @typedef {import("../types").Variant} Variant */
/** @typedef {import("../types").Consequences} Consequences */
/** @typedef {{action: Action, variant: Variant, answers: Record<string, string>, consequences: Consequences | null, errorMessage: string, isBusy: boolean}} OpenDecision */
/** @typedef {{choose: (action: Action, variant: Variant) => void, answer: (name: string, text: string) => void, confirm: () => void, showFiling: (isOpen: boolean) => void, restart: () => void, close: () => void}} DecisionHandlers */
/** @typedef {Record<string, Consequences | string>} Previews */

/** Return the key of a variant's preview. @param {Action} action @param {number} index */
export const previewKey = (action, index) => `${action.id} ${index}`;

/** What waits for a decision, each way out with its consequences. @param {Action[]} actions @param {Previews} previews @param {DecisionHandlers} handlers */
export const decisionList = (actions, previews, handlers) => html`
  <ul class="decisions">${actions.map((action) => keyed(action.id, html`
    <li>
      <p><b>${action.label}</b> <span class="cite">${action.clause}</span></p>
      ${action.detail ? html`<p class="muted">${action.detail}</p>` : null}
      ${action.refusal ? html`<p class="refusal">${FLOOR.detail.notNow(action.refusal)}</p>` : html`<div class="ways">${action.variants.map((variant, index) => html`
        <div class="way">
          ${variant.detail ? html`<p class="muted">${variant.detail}</p>` : null}
          ${moneyView(previews[previewKey(action, index)])}
          <button class="quiet" aria-label=${`${variant.label}: ${action.label}`} @click=${() => handlers.choose(action, variant)}>${variant.label}</button>
        </div>`)}</div>`}
    </li>`))}</ul>`;

/** Other actions, closed at first. @param {string} title @param {Action[]} actions @param {DecisionHandlers} handlers */
export function actionGroup(title, actions, handlers) {
  if (!actions.length) return null;
  return html`
    <details class="panel actions-group">
      <summary>${title}</summary>
      <ul>${actions.map((action) => keyed(action.id, html`
        <li>
          <p><b>${action.label}</b> <span class="cite">${action.clause}</span></p>
          ${action.detail ? html`<p class="muted">${action.detail}</p>` : null}
          ${action.refusal ? html`<p class="refusal">${FLOOR.detail.notNow(action.refusal)}</p>` : html`<p class="choices">${action.variants.map((variant) => html`<button class="quiet" aria-label=${action.variants.length > 1 ? `${variant.label}: ${action.label}` : action.label} @click=${() => handlers.choose(action, variant)}>${variant.label}</button>`)}</p>`}
        </li>`))}</ul>
    </details>`;
}

/** What a decision moves. @param {Consequences | string | undefined | null} result A sentence if it cannot be computed. */
export function moneyView(result) {
  if (result === undefined || result === null) return null;
  if (typeof result === "string") return html`<p class="money refusal">${endSentence(result)}</p>`;
  const { money, detail } = FLOOR;
  const lines = [
    ...result.seats.map(({ seat, player, cents }) => money.gets(detail.seat(seat, player), cents)),
    ...result.meters.map(({ meter, before, after, paid }) => (paid ? money.meterPays(meter, paid, after) : money.meterChanges(meter, before, after))),
    ...(result.fill ? [money.fill(result.fill)] : []),
    ...(result.tray ? [money.tray(result.tray)] : []),
    ...(result.depends_on_hidden_cards ? [money.hidden] : []),
    ...(result.moves_nothing ? [money.nothing] : []),
  ];
  return html`<ul class="money" aria-label=${money.title}>${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
}

/** @param {OpenDecision} decision @param {DecisionHandlers} handlers */
export function decisionDialog({ action, variant, answers, consequences, errorMessage, isBusy }, handlers) {
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    handlers.confirm();
  };
  return html`<pb-dialog .state=${{
    title: action.label,
    close: handlers.close,
    body: html`
      <form class="account decision-form" @submit=${submit}>
        <p>${variant.label === action.label ? null : html`<b>${variant.label}</b> `}<span class="cite">${action.clause}</span></p>
        ${variant.detail || action.detail ? html`<p>${variant.detail || action.detail}</p>` : null}
        ${variant.confirmation ? html`<p><b>${variant.confirmation}</b></p>` : null}
        ${action.prompts.map((prompt) => keyed(prompt.name, html`
          <label>${prompt.text}<input name=${prompt.name} inputmode=${prompt.kind === "number" ? "numeric" : prompt.kind === "money" ? "decimal" : "text"} autocomplete="off" .value=${answers[prompt.name] ?? prompt.initial} @input=${(/** @type {InputEvent} */ event) => handlers.answer(prompt.name, /** @type {HTMLInputElement} */ (event.target).value)}></label>`))}
        <div aria-live="polite">${moneyView(consequences)}</div>
        <p class="note" role="alert">${errorMessage}</p>
        <p class="choices"><button class="primary" ?disabled=${isBusy}>${FLOOR.detail.confirm}</button> <button type="button" class="quiet" @click=${handlers.close}>${FLOOR.detail.cancel}</button></p>
      </form>`,
  }}></pb-dialog>`;
}
