// @ts-check
/** The rail beside the felt; on a phone, a sheet that slides up. */

import { html, keyed } from "../html.js";
import { TEXTS } from "../texts.js";
import { coachTab } from "./coach_tab.js";
import { historyTab } from "./history_tab.js";
import { keyboardHelp } from "./keyboard.js";
import { rulesTab } from "./rules_tab.js";

/** @typedef {import("./controller.js").TableController} TableController */
/** @typedef {import("./model.js").TableState} TableState */

/** @type {Record<string, (state: TableState, controller: TableController) => unknown>} */
const TABS = {
  coach: coachTab,
  fair: (state, controller) => html`<pb-fair .state=${{ table: state.table, view: state.feed.view, own: state.feed.own, finishedRound: state.finishedRound, card: state.card, fairness: state.fairness, actions: { redeal: (/** @type {number} */ number) => controller.redeal(number) } }}></pb-fair>`,
  rules: rulesTab,
  history: historyTab,
};

/** @param {TableState} state @param {TableController} controller @param {import("../app.js").AppActions} actions @param {boolean} fourColors */
export function rail(state, controller, actions, fourColors) {
  const { tab, isSheetOpen } = state;
  const names = /** @type {Record<string, string>} */ (TEXTS.tabs);
  return html`
    <aside class=${isSheetOpen ? "rail up" : "rail"} aria-label="Table information">
      <div class="tabs">
        <div class="names" role="tablist" aria-label="Table information">
        ${Object.keys(TABS).map((name) => html`
          <button role="tab" id=${`tab-${name}`} aria-selected=${String(name === tab)} aria-controls="rail-panel" tabindex=${name === tab ? "0" : "-1"}
            @click=${() => controller.showTab(name)} @keydown=${(/** @type {KeyboardEvent} */ event) => moveTab(event, controller, name)}>${names[name]}</button>`)}
        </div>
        <button class="down" aria-label=${TEXTS.close} @click=${() => controller.hideSheet()}>✕</button>
      </div>
      <div class="panel-body" id="rail-panel" role="tabpanel" tabindex="0" aria-labelledby=${`tab-${tab}`}>
        ${state.explanations.length ? explanationPanel(state) : null}
        ${keyed(tab, html`${TABS[tab](state, controller)}`)}
        <p class="switch"><label><input type="checkbox" .checked=${fourColors} @change=${() => actions.toggleFourColors()}> ${TEXTS.fourColors}</label></p>
        ${keyboardHelp()}
      </div>
    </aside>`;
}

/** @param {KeyboardEvent} event @param {TableController} controller @param {string} name */
function moveTab(event, controller, name) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const names = Object.keys(TABS);
  const next = names[(names.indexOf(name) + step + names.length) % names.length];
  controller.showTab(next);
  document.getElementById(`tab-${next}`)?.focus();
}

/** Why each wager ended as it did. @param {TableState} state */
export function explanationPanel(state) {
  return html`
    <section class="panel explanations">
      <h3>${TEXTS.whatHappened}</h3>
      ${state.explanations.map((explanation) => html`<p>${explanation.text} ${explanation.clause ? html`<details class="clause"><summary>${TEXTS.clause}</summary>${explanation.clause}</details>` : null}</p>`)}
    </section>`;
}
