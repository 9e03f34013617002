// @ts-check
/** The coach: what each decision is worth before one chooses, and what the session came to. */

import { html, keyed } from "../html.js";
import { average, gained } from "../money.js";
import { capital, cardWords, TEXTS } from "../texts.js";
import { labelOf } from "./read.js";

/** @typedef {import("./desk.js").Desk} Desk */

/** @param {import("./watch.js").TableState} state @param {Desk} desk */
export function coachTab(state, desk) {
  const { coach, card } = state;
  const street = state.seen.view?.round?.street;
  return html`
    <section class="panel">
      <p class="switch"><label><input type="checkbox" role="switch" .checked=${coach.on} @change=${(/** @type {Event} */ event) => desk.coachOn(/** @type {HTMLInputElement} */ (event.target).checked)}> Coach me</label></p>
      ${!coach.on ? html`<p class="muted">The coach shows the exact value of every decision before you choose, and what a mistake cost afterwards. It never chooses for you.</p>` : null}
    </section>
    ${coach.on && coach.advice ? html`
      <section class="panel">
        <h3>${labelOf(card, street)} · exact value</h3>
        ${bars(coach.advice)}
        ${coach.pocket && coach.advice.card ? html`<p class="pocket" role="status">${pocketWords(coach.advice.card, card)}</p>` : null}
        <p class="muted">A value is what the whole round is worth on average from here, your bets counted.</p>
      </section>` : null}
    ${coach.on && coach.waiting ? html`<p class="muted" role="status">The coach works it out.</p>` : null}
    ${coach.on ? html`<p class="switch"><label><input type="checkbox" role="switch" .checked=${coach.pocket} @change=${(/** @type {Event} */ event) => desk.pocketOn(/** @type {HTMLInputElement} */ (event.target).checked)}> ${TEXTS.pocket.show}</label></p>` : null}
    ${coach.trouble ? html`<p class="note">${coach.trouble}</p>` : null}
    ${coach.remark ? html`<section class="panel remark"><h3>Worth a thought</h3><p>${coach.remark}</p></section>` : null}
    ${coach.on ? summary(state) : null}`;
}

/** @param {import("../types").Advice} advice */
function bars({ cents, best }) {
  const values = Object.values(cents);
  const low = Math.min(...values);
  const range = Math.max(...values) - low || 1;
  return html`<table class="worth"><tbody>${Object.entries(cents).map(([decision, worth]) => keyed(decision, html`
    <tr class=${decision === best ? "best" : ""}>
      <th scope="row">${capital(decision)}</th>
      <td><svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="all" width="100" height="8" rx="4"></rect><rect class="part" width=${String(8 + (92 * (worth - low)) / range)} height="8" rx="4"></rect></svg></td>
      <td class="figure">${average(worth)}${decision === best ? html`<span class="aloud"> best</span>` : null}</td>
    </tr>`))}</tbody></table>`;
}

/** What a pocket card says, and where on it. @param {NonNullable<import("../types").Advice["card"]>} said @param {import("../types").Card} card */
function pocketWords(said, card) {
  if ("waiting" in said) return said.waiting ? TEXTS.pocket.making : TEXTS.pocket.none(said.why);
  const { decision, street, line, words } = said;
  const where = line ? ` ${TEXTS.pocket.line(labelOf(card, street), line)} ${small(words)}` : "";
  return html`<b>${TEXTS.pocket.says(capital(decision))}${line ? "." : `, ${words}.`}</b>${where}`;
}

/** In the midst of a sentence. @param {string} words */
const small = (words) => words.charAt(0).toLowerCase() + words.slice(1);

/** @param {import("./watch.js").TableState} state */
function summary({ coach, card }) {
  return [coach.rounds ? books(coach) : null, coach.mistakes.length ? mistaken(coach, card) : null];
}

/** @param {import("./coach_books.js").CoachState} coach */
const books = (coach) => html`
  <section class="panel">
    <h3>This session</h3>
    <table class="pays"><tbody>
      <tr><th scope="row">Rounds</th><td>${coach.rounds}</td></tr>
      <tr><th scope="row">Won or lost</th><td>${gained(coach.net)}</td></tr>
      <tr><th scope="row">Given up by mistakes</th><td>${coach.cost ? average(-coach.cost) : "$0.00"}</td></tr>
      ${coach.edgeIsKnown ? html`<tr><th scope="row">The house's edge on your antes</th><td>${average(coach.edge)}</td></tr>` : null}
      <tr><th scope="row">${coach.edgeIsKnown ? "Luck, side wagers included" : "Luck and the house's edge, side wagers included"}</th><td>${average(coach.luck)}</td></tr>
    </tbody></table>
  </section>`;

/** @param {import("./coach_books.js").CoachState} coach @param {import("../types").Card} card */
const mistaken = (coach, card) => html`
  <section class="panel">
    <h3>To be practised</h3>
    <p><a href=${`#/learn/${card.game}/practice`}>Practise what you got wrong</a></p>
    <ul class="mistakes">${coach.mistakes.slice(0, 5).map((one) => html`<li>${one.hole.map(cardWords).join(", ")}: ${one.best}, not ${one.decision} (${average(-one.cost)})</li>`)}</ul>
  </section>`;
