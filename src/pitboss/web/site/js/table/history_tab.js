// @ts-check
/** Finished rounds, one per line. */

import { formatSignedDollars } from "../format.js";
import { html, keyed } from "../html.js";
import { net, ownSeat } from "./selectors.js";

/** @param {import("../types").RoundView} round @param {string} [name] */
export function roundLine(round, name) {
  const hands = Object.values(round.seats ?? {}).filter((seat) => !name || seat.player === name);
  const cards = Object.values(round.cards ?? {}).flat();
  return html`
    <li>
      <span class="number">${round.number}</span>
      <span class="faces">${hands.slice(0, 1).flatMap((hand) => hand.cards ?? []).map((face, index) => keyed(`own ${index}`, html`<pb-card .state=${{ face }}></pb-card>`))}</span>
      <span class="faces quiet">${cards.map((face, index) => keyed(index, html`<pb-card .state=${{ face }}></pb-card>`))}</span>
      <b>${describeResult(round, hands)}</b>
    </li>`;
}

/** Describe a result; a wager may be settled although the round is void. @param {import("../types").RoundView} round @param {import("../types").SeatView[]} hands */
function describeResult(round, hands) {
  const sum = hands.reduce((total, hand) => total + net(hand), 0);
  if (round.void) return sum ? `void ${formatSignedDollars(sum)}` : "void";
  return hands.every((hand) => hand.sat_out) ? "sat out" : formatSignedDollars(sum);
}

/** @param {import("./model.js").TableState} state */
export function historyTab(state) {
  const rounds = [...state.rounds].reverse();
  const name = ownSeat(state) === null ? undefined : state.me?.name;
  return html`
    <section class="panel">
      <h3>Recent rounds</h3>
      ${rounds.length ? html`<ol class="rounds">${rounds.map((round) => keyed(round.number, roundLine(round, name)))}</ol>` : html`<p class="muted">No rounds have been played at this table yet.</p>`}
    </section>`;
}
