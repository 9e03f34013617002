// @ts-check
/** The rail beside the felt; on a phone, a sheet that comes up. */

import { html, keyed } from "../html.js";
import { TEXTS } from "../texts.js";
import { coachTab } from "./coach.js";
import { keysHelp } from "./keys_help.js";
import { rulesTab } from "./rules.js";
import { roundLine } from "./rounds.js";
import { ownSeat } from "./read.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./watch.js").TableState} TableState */

/** @type {Record<string, (state: TableState, desk: Desk) => unknown>} */
const TABS = {
  coach: coachTab,
  fair: (state, desk) => html`<pb-fair .state=${{ table: state.table, view: state.seen.view, own: state.seen.own, finished: state.finished, card: state.card, fair: state.fair, act: { redeal: (/** @type {number} */ number) => desk.redeal(number) } }}></pb-fair>`,
  rules: rulesTab,
  history: historyTab,
};

/** @param {TableState} state @param {Desk} desk @param {import("../app.js").AppActs} act @param {boolean} four */
export function rail(state, desk, act, four) {
  const { tab, sheet } = state;
  const names = /** @type {Record<string, string>} */ (TEXTS.tabs);
  return html`
    <aside class=${sheet ? "rail up" : "rail"} aria-label="Beside the table">
      <div class="tabs">
        <div class="names" role="tablist" aria-label="Beside the table">
        ${Object.keys(TABS).map((name) => html`
          <button role="tab" id=${`tab-${name}`} aria-selected=${String(name === tab)} aria-controls="rail-panel" tabindex=${name === tab ? "0" : "-1"}
            @click=${() => desk.show(name)} @keydown=${(/** @type {KeyboardEvent} */ event) => along(event, desk, name)}>${names[name]}</button>`)}
        </div>
        <button class="down" aria-label=${TEXTS.close} @click=${() => desk.hide()}>✕</button>
      </div>
      <div class="panel-body" id="rail-panel" role="tabpanel" tabindex="0" aria-labelledby=${`tab-${tab}`}>
        ${state.told.length ? told(state) : null}
        ${keyed(tab, html`${TABS[tab](state, desk)}`)}
        <p class="switch"><label><input type="checkbox" .checked=${four} @change=${() => act.colours()}> ${TEXTS.fourColours}</label></p>
        ${keysHelp()}
      </div>
    </aside>`;
}

/** @param {KeyboardEvent} event @param {Desk} desk @param {string} name */
function along(event, desk, name) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const names = Object.keys(TABS);
  const next = names[(names.indexOf(name) + step + names.length) % names.length];
  desk.show(next);
  document.getElementById(`tab-${next}`)?.focus();
}

/** Why each wager ended as it did. @param {TableState} state */
export function told(state) {
  return html`
    <section class="panel told">
      <h3>What happened</h3>
      ${state.told.map((one) => html`<p>${one.text} ${one.clause ? html`<details class="clause"><summary>${TEXTS.clause}</summary>${one.clause}</details>` : null}</p>`)}
    </section>`;
}

/** @param {TableState} state */
function historyTab(state) {
  const rounds = [...state.rounds].reverse();
  const name = ownSeat(state) === null ? undefined : state.me?.name;
  return html`
    <section class="panel">
      <h3>Last rounds</h3>
      ${rounds.length ? html`<ol class="rounds">${rounds.map((round) => keyed(round.number, roundLine(round, name)))}</ol>` : html`<p class="muted">No round was played at this table yet.</p>`}
    </section>`;
}
