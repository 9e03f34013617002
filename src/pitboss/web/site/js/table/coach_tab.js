// @ts-check
/** The coach: what each decision is worth before one chooses, and what the session came to. */

import { formatAverage, formatSignedDollars } from "../format.js";
import { html, keyed } from "../html.js";
import { capitalize, describeCard, TEXTS } from "../texts.js";
import { labelOf } from "./selectors.js";

/** @typedef {import("./controller.js").TableController} TableController */

/** @param {import("./model.js").TableState} state @param {TableController} controller */
export function coachTab(state, controller) {
  const { coach, card } = state;
  const street = state.feed.view?.round?.street;
  return html`
    <section class="panel">
      <p class="switch"><label><input type="checkbox" role="switch" .checked=${coach.isOn} @change=${(/** @type {Event} */ event) => controller.setCoach(/** @type {HTMLInputElement} */ (event.target).checked)}> Coach me</label></p>
      ${!coach.isOn ? html`<p class="muted">The coach shows the exact value of every decision before you choose, and what a mistake cost afterwards. It never chooses for you.</p>` : null}
    </section>
    ${coach.isOn && coach.advice ? html`
      <section class="panel">
        <h3>${labelOf(card, street)} · exact value</h3>
        ${valueBars(coach.advice)}
        ${coach.showsPocketCard && coach.advice.card ? html`<p class="pocket" role="status">${describePocketCard(coach.advice.card, card)}</p>` : null}
        <p class="muted">A value is what the whole round is worth on average from here, your bets counted.</p>
      </section>` : null}
    ${coach.isOn && coach.isWaiting ? html`<p class="muted" role="status">The coach works it out.</p>` : null}
    ${coach.isOn ? html`<p class="switch"><label><input type="checkbox" role="switch" .checked=${coach.showsPocketCard} @change=${(/** @type {Event} */ event) => controller.setPocketCard(/** @type {HTMLInputElement} */ (event.target).checked)}> ${TEXTS.pocket.show}</label></p>` : null}
    ${coach.errorMessage ? html`<p class="note">${coach.errorMessage}</p>` : null}
    ${coach.remark ? html`<section class="panel remark"><h3>Worth a thought</h3><p>${coach.remark}</p></section>` : null}
    ${coach.isOn ? summary(state) : null}`;
}

/** @param {import("../types").Advice} advice */
function valueBars({ cents, best }) {
  const values = Object.values(cents);
  const low = Math.min(...values);
  const range = Math.max(...values) - low || 1;
  return html`<table class="worth"><tbody>${Object.entries(cents).map(([decision, value]) => keyed(decision, html`
    <tr class=${decision === best ? "best" : ""}>
      <th scope="row">${capitalize(decision)}</th>
      <td><svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="all" width="100" height="8" rx="4"></rect><rect class="part" width=${String(8 + (92 * (value - low)) / range)} height="8" rx="4"></rect></svg></td>
      <td class="figure">${formatAverage(value)}${decision === best ? html`<span class="aloud"> best</span>` : null}</td>
    </tr>`))}</tbody></table>`;
}

/** What a pocket card says, and where on it. @param {NonNullable<import("../types").Advice["card"]>} cardAdvice @param {import("../types").Card} card */
function describePocketCard(cardAdvice, card) {
  if ("waiting" in cardAdvice) return cardAdvice.waiting ? TEXTS.pocket.making : TEXTS.pocket.none(cardAdvice.why);
  const { decision, street, line, words } = cardAdvice;
  const location = line ? ` ${TEXTS.pocket.line(labelOf(card, street), line)} ${lowerFirst(words)}` : "";
  return html`<b>${TEXTS.pocket.says(capitalize(decision))}${line ? "." : `, ${words}.`}</b>${location}`;
}

/** In the midst of a sentence. @param {string} words */
const lowerFirst = (words) => words.charAt(0).toLowerCase() + words.slice(1);

/** @param {import("./model.js").TableState} state */
function summary({ coach, card }) {
  return [coach.rounds ? sessionTable(coach) : null, coach.mistakes.length ? mistakeList(coach, card) : null];
}

/** @param {import("./coach.js").CoachState} coach */
const sessionTable = (coach) => html`
  <section class="panel">
    <h3>This session</h3>
    <table class="pays"><tbody>
      <tr><th scope="row">Rounds</th><td>${coach.rounds}</td></tr>
      <tr><th scope="row">Won or lost</th><td>${formatSignedDollars(coach.net)}</td></tr>
      <tr><th scope="row">Given up by mistakes</th><td>${coach.cost ? formatAverage(-coach.cost) : "$0.00"}</td></tr>
      ${coach.edgeIsKnown ? html`<tr><th scope="row">The house's edge on your antes</th><td>${formatAverage(coach.edge)}</td></tr>` : null}
      <tr><th scope="row">${coach.edgeIsKnown ? "Luck, side wagers included" : "Luck and the house's edge, side wagers included"}</th><td>${formatAverage(coach.luck)}</td></tr>
    </tbody></table>
  </section>`;

/** @param {import("./coach.js").CoachState} coach @param {import("../types").Card} card */
const mistakeList = (coach, card) => html`
  <section class="panel">
    <h3>To be practised</h3>
    <p><a href=${`#/learn/${card.game}/practice`}>Practise what you got wrong</a></p>
    <ul class="mistakes">${coach.mistakes.slice(0, 5).map((mistake) => html`<li>${mistake.hole.map(describeCard).join(", ")}: ${mistake.best}, not ${mistake.decision} (${formatAverage(-mistake.cost)})</li>`)}</ul>
  </section>`;
