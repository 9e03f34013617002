// @ts-check
/** The fairness panel of a round that is over: its seed, the same round dealt again, and its file. */

import { api } from "../api.js";
import { available } from "../fair/crypto.js";
import { html, keyed } from "../html.js";
import { TEXTS } from "../texts.js";
import { cardItem, hash, mark, namer } from "./fair_parts.js";

/** @typedef {import("./fair.js").FairState} FairState */
/** @typedef {import("../fair/redeal.js").Redealt} Redealt */

/** @param {FairState} state @param {import("../fair/check.js").Proofs} proofs @param {Redealt | null} redealt */
export function afterwards(state, proofs, redealt) {
  const { view, finished, act, table } = state;
  const number = finished?.number ?? proofs.last;
  if (!number) return html``;
  const told = [{ number: proofs.round, seed: proofs.seed }, finished, view?.round];
  const seed = told.find((round) => round?.number === number && round.seed)?.seed ?? "";
  const lost = !seed && (proofs.round === proofs.last || finished?.number === number);
  const again = redealt?.round === number ? redealt : null;
  return html`
    <section class="panel fair">
      <h3>${TEXTS.fair.after(number)}</h3>
      <p>${lost ? TEXTS.fair.lost : TEXTS.fair.afterWhy}</p>
      ${seed ? hash(TEXTS.fair.seed, seed) : null}
      ${lost || !available() ? null : html`<button class="quiet" @click=${() => act.redeal(number)}>${TEXTS.fair.redeal(number)}</button>`}
      ${again ? html`<ol class="redealt">${again.steps.map((step) => html`<li>${mark(step.ok, step.say)}</li>`)}</ol>` : null}
      <p class=${again?.ok === false ? "note" : "verdict"} role="status">${again ? verdict(again) : null}</p>
      ${again?.dealt.length ? dealtAgain(again.dealt, namer(state.card)) : null}
      ${view?.role === "onlooker"
        ? html`<p class="muted">${TEXTS.fair.fileGuest}</p>`
        : html`<p><a href=${api.roundFile(table, number)} download>${TEXTS.fair.file(number)}</a> <span class="muted">${TEXTS.fair.fileWhy}</span></p>`}
    </section>`;
}

/** @param {Redealt} again */
const verdict = ({ ok, trouble }) => trouble || (ok ? TEXTS.fair.redealtWell : TEXTS.fair.redealtBadly);

/** @param {import("../fair/redeal.js").Dealt[]} dealt @param {ReturnType<typeof namer>} name */
const dealtAgain = (dealt, name) => html`
  <details class="again">
    <summary>${TEXTS.fair.redealtCards(dealt.length)}</summary>
    <ul class="proofs">
      ${dealt.map((one, at) => keyed(one.position, cardItem(one.place || one.seat ? name(one) : TEXTS.fair.burnt, one.face, at + 1)))}
    </ul>
  </details>`;
