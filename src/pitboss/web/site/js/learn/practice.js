// @ts-check
/** Practice: situations that you got wrong, until you get them right. */

import { api } from "../api.js";
import { formatAverage, formatDollars, fractionToNumber } from "../format.js";
import { html } from "../html.js";
import { load, save } from "../storage.js";
import { feltView } from "../table/felt.js";
import { labelOf } from "../table/selectors.js";
import { capitalize } from "../texts.js";
import { joinNames } from "../wording.js";
import { feltState, NO_ACTIONS } from "./learn.js";

/** @typedef {import("../table/coach.js").Mistake} Mistake */

/** @type {{game: string, remaining: Mistake[], answer: null | {choice: string, best: string, cents: Record<string, number>}, solvedCount: number}} */
let session = { game: "", remaining: [], answer: null, solvedCount: 0 };

const UNIT = 500;

/** Load every mistake made at tables of this game. @param {string} game @returns {Mistake[]} */
function loadMistakes(game) {
  return load(`mistakes ${game}`) ?? [];
}

/** @param {import("../types").Card} card @param {() => void} redraw */
export function practice(card, redraw) {
  if (session.game !== card.game) session = { game: card.game, remaining: loadMistakes(card.game), answer: null, solvedCount: 0 };
  const mistake = session.remaining[0];
  if (!mistake) {
    return html`<h1>Practice</h1>
      <p class="lead">${session.solvedCount ? session.solvedCount === 1 ? "You got it right." : `You got all ${session.solvedCount} right.` : "Nothing to practice yet. Play with the coach on, and your mistakes will be collected here."}</p>
      <p><a href=${`#/learn/${card.game}`}>Introduction</a> · <a href="#/">Card room</a></p>`;
  }
  return html`
    <section class="lesson">
      <div class="words">
        <p class="muted">${session.remaining.length} left</p>
        <h1>${labelOf(card, mistake.street)}</h1>
        <p>${mistake.decisions.length ? `So far, you chose ${joinNames(mistake.decisions)}.` : "This is your first decision."} What do you do?</p>
        ${session.answer ? answerView(card, mistake, redraw) : html`<div class="lesson-actions">${mistake.offered.map((decision) => html`<button class="quiet" @click=${() => chooseDecision(card, mistake, decision, redraw)}>${capitalize(decision)}</button>`)}</div>`}
      </div>
      <div class="picture">${feltView(sceneState(card, mistake), NO_ACTIONS)}</div>
    </section>`;
}

/** @param {import("../types").Card} card @param {Mistake} mistake @param {string} choice @param {() => void} redraw */
async function chooseDecision(card, mistake, choice, redraw) {
  const advice = await api.requestLab("POST", "advice", { game: card.game, cards: mistake.seen, decisions: mistake.decisions }).catch(() => null);
  const cents = Object.fromEntries(Object.entries(advice?.decisions ?? {}).map(([decision, value]) => [decision, fractionToNumber(String(value)) * UNIT]));
  session = { ...session, answer: { choice, best: advice?.best ?? mistake.best, cents } };
  redraw();
}

/** @param {import("../types").Card} card @param {Mistake} mistake @param {() => void} redraw */
function answerView(card, mistake, redraw) {
  const { choice, best, cents } = /** @type {NonNullable<typeof session.answer>} */ (session.answer);
  const values = Object.entries(cents);
  const isRight = choice === best;
  const showNext = () => {
    const rest = session.remaining.slice(1);
    const remaining = isRight ? rest : [...rest, mistake];
    if (isRight) save(`mistakes ${card.game}`, loadMistakes(card.game).filter((other) => JSON.stringify(other) !== JSON.stringify(mistake)));
    session = { ...session, remaining, answer: null, solvedCount: session.solvedCount + (isRight ? 1 : 0) };
    redraw();
  };
  return html`
    <p role="status">${isRight ? html`<b>Correct.</b> ` : html`<b>${capitalize(best)}</b> is better. `}${values.length ? `Average result with ${formatDollars(UNIT)} wagers:` : null}</p>
    ${values.length ? html`<table class="pays"><tbody>${values.map(([decision, value]) => html`<tr><th scope="row">${capitalize(decision)}</th><td>${formatAverage(value)}</td></tr>`)}</tbody></table>` : null}
    <div class="lesson-actions"><button class="primary" @click=${showNext}>Next</button></div>`;
}

/** @param {import("../types").Card} card @param {Mistake} mistake */
function sceneState(card, mistake) {
  const wagers = Object.fromEntries(card.together.map((key) => [key, UNIT]));
  const seat = { player: "You", wagers, cards: mistake.hole, decisions: mistake.decisions };
  const round = { number: 1, phase: "cards and decisions", cards: mistake.cards, seats: { 3: seat }, turn: 3, street: mistake.street };
  const choices = mistake.offered.map((decision) => ({ decision, stake: 0, folds: false }));
  return feltState(card, /** @type {any} */ ({ players: { 3: "You" }, round }), /** @type {any} */ ({ cards: { 3: mistake.hole }, choices }));
}
