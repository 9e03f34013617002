// @ts-check
/** The coach tab: the value of each decision before you choose, and a summary of the session. */

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
      ${!coach.isOn ? html`<p class="muted">The coach shows the exact value of every decision before you choose, and what a mistake cost afterward. It never chooses for you.</p>` : null}
    </section>
    ${coach.isOn && coach.advice ? html`
      <section class="panel">
        <h3>${labelOf(card, street)} · exact value</h3>
        ${valueBars(coach.advice)}
        ${coach.showsPocketCard && coach.advice.card ? html`<p class="pocket" role="status">${describePocketCard(coach.advice.card, card)}</p>` : null}
        <p class="muted">The value is the average net result of the whole round from here, including your bets.</p>
      </section>` : null}
    ${coach.isOn && coach.isWaiting ? html`<p class="muted" role="status">Calculating…</p>` : null}
    ${coach.isOn ? html`<p class="switch"><label><input type="checkbox" role="switch" .checked=${coach.showsPocketCard} @change=${(/** @type {Event} */ event) => controller.setPocketCard(/** @type {HTMLInputElement} */ (event.target).checked)}> ${TEXTS.pocket.show}</label></p>` : null}
    ${coach.errorMessage ? html`<p class="note">${coach.errorMessage}</p>` : null}
    ${coach.remark ? html`<section class="panel remark"><h3>Mistake</h3><p>${coach.remark}</p></section>` : null}
    ${coach.isOn ? summary(state) : null}`;
}

/** @param {import("../types").Advice} advice */
function valueBars({ cents, best }) {
  const values = Object.values(cents);
  const low = Math.min(...values);
  const range = Math.max(...values) - low || 1;
  return html`<table class="decision-values"><tbody>${Object.entries(cents).map(([decision, value]) => keyed(decision, html`
    <tr class=${decision === best ? "best" : ""}>
      <th scope="row">${capitalize(decision)}</th>
      <td><svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="all" width="100" height="8" rx="4"></rect><rect class="part" width=${String(8 + (92 * (value - low)) / range)} height="8" rx="4"></rect></svg></td>
      <td class="figure">${formatAverage(value)}${decision === best ? html`<span class="visually-hidden"> best</span>` : null}</td>
    </tr>`))}</tbody></table>`;
}

/** Describe what the pocket card says, and on which line. @param {NonNullable<import("../types").Advice["card"]>} cardAdvice @param {import("../types").Card} card */
function describePocketCard(cardAdvice, card) {
  if ("waiting" in cardAdvice) return cardAdvice.waiting ? TEXTS.pocket.making : TEXTS.pocket.none(cardAdvice.why);
  const { decision, street, line, words } = cardAdvice;
  const location = line ? ` ${TEXTS.pocket.line(labelOf(card, street), line)} ${lowerFirst(words)}` : "";
  return html`<b>${TEXTS.pocket.says(capitalize(decision))}${line ? "." : `, ${words}.`}</b>${location}`;
}

/** Start with a lowercase letter, for the middle of a sentence. @param {string} text */
const lowerFirst = (text) => text.charAt(0).toLowerCase() + text.slice(1);

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
      <tr><th scope="row">Net win</th><td>${formatSignedDollars(coach.net)}</td></tr>
      <tr><th scope="row">Cost of mistakes</th><td>${coach.cost ? formatAverage(-coach.cost) : "$0.00"}</td></tr>
      ${coach.isEdgeKnown ? html`<tr><th scope="row">House edge on your antes</th><td>${formatAverage(coach.edge)}</td></tr>` : null}
      <tr><th scope="row">${coach.isEdgeKnown ? "Luck, including side wagers" : "Luck and house edge, including side wagers"}</th><td>${formatAverage(coach.luck)}</td></tr>
    </tbody></table>
  </section>`;

/** @param {import("./coach.js").CoachState} coach @param {import("../types").Card} card */
const mistakeList = (coach, card) => html`
  <section class="panel">
    <h3>Practice</h3>
    <p><a href=${`#/learn/${card.game}/practice`}>Practice your mistakes</a></p>
    <ul class="mistakes">${coach.mistakes.slice(0, 5).map((mistake) => html`<li>${mistake.hole.map(describeCard).join(", ")}: ${mistake.best}, not ${mistake.decision} (${formatAverage(-mistake.cost)})</li>`)}</ul>
  </section>`;
