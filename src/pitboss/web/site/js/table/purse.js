// @ts-check
/** One's chips at the table and one's money beside it; and how the one becomes the other. */

import "../elements/dialog.js";
import { html } from "../html.js";
import { dollars, exactly } from "../money.js";
import { TEXTS } from "../texts.js";
import { ownChips } from "./read.js";

const SUMS = [50_00, 100_00, 200_00, 500_00];

/** @param {import("./watch.js").TableState} state @param {import("./desk.js").Desk} desk */
export function purse(state, desk) {
  const money = state.me?.cents ?? 0;
  const { chip } = state.card.table;
  const all = Math.floor(money / chip) * chip;
  const buy = (/** @type {number} */ cents) => html`
    <button class="quiet" ?disabled=${state.busy} @click=${() => desk.buy(cents)}>${dollars(cents)}</button>`;
  return html`<pb-dialog .state=${{
    title: TEXTS.purse.title,
    close: () => desk.count(false),
    body: html`
      <table class="pays"><tbody>
        <tr><th scope="row">${TEXTS.purse.here}</th><td>${exactly(ownChips(state))}</td></tr>
        <tr><th scope="row">${TEXTS.purse.beside}</th><td>${exactly(money)}</td></tr>
      </tbody></table>
      ${all ? html`
        <p>${TEXTS.purse.more}</p>
        <p class="sums">${[...SUMS.filter((one) => one < all), all].map(buy)}</p>`
      : html`<p>${TEXTS.purse.empty}</p><p><button class="primary" ?disabled=${state.busy} @click=${() => desk.buy()}>${TEXTS.more}</button></p>`}
      ${state.note ? html`<p class="note" role="alert">${state.note}</p>` : null}
      <p class="muted">${TEXTS.purse.why}</p>`,
  }}></pb-dialog>`;
}
