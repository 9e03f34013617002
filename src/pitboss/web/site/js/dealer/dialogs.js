// @ts-check
/** The lists of the dealer's page, and what an action will cause before it is sent. */

import { html, keyed } from "../html.js";
import { capitalize } from "../texts.js";
import { DEALER } from "../texts_dealer.js";
import { actionFields } from "./prompts.js";
import { isReady, orderActions } from "./selectors.js";

/** @typedef {import("./model.js").DealModel} DealModel */
/** @typedef {import("./model.js").DealState} DealState */
/** @typedef {import("./model.js").Group} Group */
/** @typedef {import("../types").ConsoleAction} ConsoleAction */

/** @param {DealState} state @param {DealModel} model */
export function sheetDialog(state, model) {
  const { sheet, console, actionId } = state;
  if (!sheet || !console) return null;
  const action = model.openAction;
  const isReport = sheet === "incidents";
  const body = sheet === "log" ? logList(console.log)
    : actionId ? (action ? actionForm(state, model, action, isReport) : html`<p role="alert">${DEALER.gone}</p><p class="choices">${backButton(model, sheet)}</p>`)
    : actionList(orderActions(console[sheet]), model, DEALER.groups[sheet].empty);
  const title = sheet === "log" ? DEALER.log.title : action ? capitalize(action.label) : DEALER.groups[sheet].title;
  return html`${keyed(`${sheet} ${actionId}`, html`<pb-dialog class="deal-dialog" .state=${{ title, close: () => model.openSheet(""), body: html`<div class="deal-sheet">${body}</div>` }}></pb-dialog>`)}`;
}

/** @param {ConsoleAction[]} actions @param {DealModel} model @param {string} empty */
const actionList = (actions, model, empty) => (actions.length ? html`
  <ul class="action-list">${actions.map((action, index) => keyed(action.id, html`
    <li><button ?autofocus=${index === 0} class=${action.refusal ? "quiet refused" : action.is_urgent ? "quiet urgent" : "quiet"} @click=${() => model.chooseAction(action.id)}>
      <b>${capitalize(action.label)}</b> <span class="cite">${action.clause}</span>
      <span class="muted">${action.refusal ? DEALER.notNow(action.refusal) : action.detail}</span>
    </button></li>`))}</ul>` : html`<p class="muted">${empty}</p>`);

/** @param {DealState} state @param {DealModel} model @param {ConsoleAction} action @param {boolean} isReport */
function actionForm(state, model, action, isReport) {
  const { variants } = action;
  const variant = variants[variants.length === 1 ? 0 : state.actionDraft.variant ?? -1];
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    model.confirmAction();
  };
  return html`
    <form class="action-form" @submit=${submit}>
      ${action.detail ? html`<p class="consequence"><span class="whose">${DEALER.what}</span> ${action.detail}${DEALER.cite(action.clause)}</p>` : action.clause ? html`<p class="cite">${action.clause}</p>` : null}
      ${action.refusal ? html`<p class="note" role="alert">${DEALER.notNow(action.refusal)}</p>` : actionFields(state, model, action, false)}
      ${variant?.confirmation ? html`<p class="warning">${variant.confirmation}</p>` : null}
      <p class="choices">
        ${backButton(model, /** @type {Group} */ (state.sheet))}
        ${action.refusal ? null : html`<button class="primary" ?autofocus=${!variant?.confirmation && !action.prompts.length && variants.length === 1} aria-disabled=${String(!isReady(state) || !variant)}>${isReport ? DEALER.report : capitalize(variant?.label ?? DEALER.confirm)}</button>`}
      </p>
    </form>`;
}

/** @param {DealModel} model @param {Group} group */
const backButton = (model, group) => html`<button type="button" class="quiet" @click=${() => model.openSheet(group)}>${DEALER.backToList}</button>`;

/** @param {import("../types").LogSentence[]} log */
const logList = (log) => (log.length ? html`
  <ol class="log">${log.toReversed().map((entry) => keyed(entry.version + entry.text, html`<li><time>${entry.at}</time> <span>${entry.text}</span> <span class="muted">${entry.by}</span></li>`))}</ol>` : html`<p class="muted">${DEALER.log.empty}</p>`);

/** The buttons that open the lists. @param {DealState} state @param {DealModel} model */
export function listButtons({ console }, model) {
  const groups = /** @type {Group[]} */ (["incidents", "people", "deck", "proposals", "floor"]).filter((group) => group !== "floor" || console?.role === "floorperson");
  const isUrgent = (/** @type {Group} */ group) => console?.[group].some((action) => action.is_urgent && !action.refusal) ?? false;
  return html`
    <nav class="deal-lists" aria-label=${DEALER.title}>
      ${groups.map((group) => keyed(group, html`<button class=${`quiet ${group}${isUrgent(group) ? " urgent" : ""}`} ?disabled=${!console} @click=${() => model.openSheet(group)}>${DEALER.groups[group].button}</button>`))}
      <button class="quiet" ?disabled=${!console} @click=${() => model.openSheet("log")}>${DEALER.log.button}</button>
    </nav>`;
}
