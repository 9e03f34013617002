// @ts-check
/** The chips dialog: your chips at the table, your account balance, and buying chips. */

import { formatDollars, formatDollarsAndCents } from "../format.js";
import "../elements/dialog.js";
import { html } from "../html.js";
import { TEXTS } from "../texts.js";
import { ownChips } from "./selectors.js";

const SUMS = [50_00, 100_00, 200_00, 500_00];

/** @param {import("./model.js").TableState} state @param {import("./controller.js").TableController} controller */
export function purseDialog(state, controller) {
  const balance = state.me?.cents ?? 0;
  const { chip } = state.card.table;
  const maximum = Math.floor(balance / chip) * chip;
  const buyButton = (/** @type {number} */ cents) => html`
    <button class="quiet" ?disabled=${state.isBusy} @click=${() => controller.buyChips(cents)}>${formatDollars(cents)}</button>`;
  return html`<pb-dialog .state=${{
    title: TEXTS.purse.title,
    close: () => controller.setPurse(false),
    body: html`
      <table class="pays"><tbody>
        <tr><th scope="row">${TEXTS.purse.atTable}</th><td>${formatDollarsAndCents(ownChips(state))}</td></tr>
        <tr><th scope="row">${TEXTS.purse.account}</th><td>${formatDollarsAndCents(balance)}</td></tr>
      </tbody></table>
      ${maximum ? html`
        <p>${TEXTS.purse.buyFor}</p>
        <p class="sums">${[...SUMS.filter((amount) => amount < maximum), maximum].map(buyButton)}</p>`
      : html`<p>${TEXTS.purse.empty}</p><p><button class="primary" ?disabled=${state.isBusy} @click=${() => controller.buyChips()}>${TEXTS.getMoreChips}</button></p>`}
      ${state.note ? html`<p class="note" role="alert">${state.note}</p>` : null}
      <p class="muted">${TEXTS.purse.explanation}</p>`,
  }}></pb-dialog>`;
}
