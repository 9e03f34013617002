// @ts-check
/** A round that is over, on one line. */

import { html, keyed } from "../html.js";
import { gained } from "../money.js";
import { net } from "./read.js";

/** @param {import("../types").RoundView} round @param {string} [name] */
export function roundLine(round, name) {
  const hands = Object.values(round.seats ?? {}).filter((seat) => !name || seat.player === name);
  const cards = Object.values(round.cards ?? {}).flat();
  return html`
    <li>
      <span class="number">${round.number}</span>
      <span class="faces">${hands.slice(0, 1).flatMap((hand) => hand.cards ?? []).map((face, at) => keyed(`own ${at}`, html`<pb-card .state=${{ face }}></pb-card>`))}</span>
      <span class="faces quiet">${cards.map((face, at) => keyed(at, html`<pb-card .state=${{ face }}></pb-card>`))}</span>
      <b>${cameTo(round, hands)}</b>
    </li>`;
}

/** What it came to; a wager may be settled although the round is void. @param {import("../types").RoundView} round @param {import("../types").SeatView[]} hands */
function cameTo(round, hands) {
  const sum = hands.reduce((all, hand) => all + net(hand), 0);
  if (round.void) return sum ? `void ${gained(sum)}` : "void";
  return hands.every((hand) => hand.sat_out) ? "sat out" : gained(sum);
}
