// @ts-check
/** Beside the table: what to pay, what blocks the next deal, timers, the tray and the log. */

import { formatDollars } from "../format.js";
import { html, keyed } from "../html.js";
import { capitalize } from "../texts.js";
import { DEALER } from "../texts_dealer.js";
import { endSentence } from "../wording.js";
import { seatToPay } from "./selectors.js";

/** @typedef {import("./model.js").DealState} DealState */
/** @typedef {import("../types").SeatPayment} SeatPayment */

const CLOCK = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });

/** @param {DealState} state */
export const sidePanel = (state) => html`
  <aside class="deal-side" tabindex="0" aria-label=${DEALER.timers.title}>
    ${paymentsPanel(state)}
    ${aheadPanel(state)}
    ${timersPanel(state)}
  </aside>`;

/** @param {DealState} state */
function paymentsPanel(state) {
  const payments = state.console?.payments;
  if (!payments) return null;
  const current = seatToPay(state);
  return html`
    <section class="panel payments">
      <h2 class="visually-hidden">${DEALER.payments.title}</h2>
      ${current ? keyed(`${payments.round} ${current.seat}`, html`<div class="pay-now">${payNow(current)}</div>`) : null}
      <ul class="pay-seats">${payments.seats.filter((seat) => seat !== current).map((seat) => keyed(seat.seat, html`
        <li><span>${DEALER.payments.seat(seat.seat, seat.player)}</span>
          <b>${describeStatus(seat)}</b></li>`))}</ul>
    </section>`;
}

/** What a seat that is not paid now gets, or when its turn comes; side wagers may be settled before the hands. @param {SeatPayment} seat */
function describeStatus(seat) {
  if (seat.status === "settled") return settledSum(seat);
  const sum = seat.pays.cents || seat.takes ? settledSum(seat) : "";
  return [sum, DEALER.payments.status[seat.status]].filter(Boolean).join(" · ");
}

/** @param {SeatPayment} seat */
const settledSum = ({ pays, takes }) => [pays.cents ? `+${formatDollars(pays.cents)}` : "", takes ? formatDollars(-takes) : ""].filter(Boolean).join(" ") || formatDollars(0);

/** What the dealer pays and takes at a seat, as chips. @param {SeatPayment} seat */
export function payNow({ seat, wagers, gifts, pays, takes }) {
  const title = pays.cents ? DEALER.payments.pay(seat) : takes ? DEALER.payments.take(seat) : DEALER.payments.nothing(seat);
  return html`
    <h3>${title}</h3>
    ${pays.cents ? html`<p class="pay-sum">${formatDollars(pays.cents)}</p>` : null}
    ${pays.chips.length ? html`<ul class="pay-chips">${pays.chips.map(({ cents, color, count }) => html`<li><pb-chip .state=${{ cents }}></pb-chip><b>× ${count}</b> <span>${color}</span></li>`)}</ul>` : null}
    ${pays.odd_cents ? html`<p>${DEALER.payments.odd(formatDollars(pays.odd_cents))}</p>` : null}
    ${takes ? html`<p class="take-sum">${DEALER.payments.takes(formatDollars(takes))}</p>` : null}
    <table class="wagers"><tbody>
      ${wagers.map((wager) => html`<tr class=${wager.outcome}>
        <th scope="row">${wager.label}${wager.hand ? html`<small>${wager.hand}</small>` : null}${wager.merchandise ? html`<small>${wager.merchandise}</small>` : null}</th>
        <td>${DEALER.payments.outcome[wager.outcome]}</td>
        <td>${wager.pays ? `+${formatDollars(wager.pays)}` : wager.takes ? formatDollars(-wager.takes) : wager.is_collected ? html`<small>${DEALER.payments.collected}</small>` : ""}</td></tr>`)}
      ${gifts.map((gift) => html`<tr class="win"><th scope="row">${gift.label}</th><td></td><td>+${formatDollars(gift.pays)}</td></tr>`)}
    </tbody></table>`;
}

/** What blocks the next deal, and when. @param {DealState} state */
function aheadPanel({ console, now }) {
  if (!console) return null;
  const ahead = console.instruction.ahead ?? [];
  return html`
    <section class="panel ahead">
      <h3>${DEALER.ahead.title}</h3>
      ${ahead.length ? html`<ul>${ahead.map((blocker) => html`<li class=${isBlocking(blocker, now) ? "blocks" : ""}>
        ${endSentence(capitalize(blocker.why))} <b>${capitalize(endSentence(blockedWhen(blocker, now)))}</b> <span class="cite">${blocker.clause}</span></li>`)}</ul>`
      : html`<p class="muted">${DEALER.ahead.clear}</p>`}
    </section>`;
}

/** @param {import("../types").Blocker} blocker @param {number} now */
const isBlocking = ({ at, rounds }, now) => (at === null && rounds === null) || (at !== null && at * 1000 <= now);

/** @param {import("../types").Blocker} blocker @param {number} now */
function blockedWhen(blocker, now) {
  const { at, rounds } = blocker;
  if (isBlocking(blocker, now)) return DEALER.ahead.now;
  if (at !== null) return DEALER.ahead.at(CLOCK.format(at * 1000), at - now / 1000);
  return DEALER.ahead.rounds(rounds ?? 0);
}

/** @param {DealState} state */
function timersPanel({ console, now }) {
  if (!console) return null;
  const { decks, stub } = console.timers;
  return html`
    <section class="panel timers">
      <h3>${DEALER.timers.title}</h3>
      <dl>
        ${decks.map((deck) => html`<div><dt>${DEALER.timers.deck(deck.id || String(deck.number), deck.color)}${deck.is_in_turn && decks.length > 1 ? html` <small>${DEALER.timers.inTurn}</small>` : null}</dt><dd>${DEALER.timers.left(deck.expires_at - now / 1000)}</dd></div>`)}
        ${stub ? html`<div><dt>${DEALER.timers.stub}</dt><dd>${DEALER.timers.stubDue(stub.rounds)}</dd></div>` : null}
        <div><dt>${DEALER.timers.tray}</dt><dd>${console.tray === null ? DEALER.timers.uncounted : formatDollars(console.tray)}</dd></div>
      </dl>
    </section>`;
}
