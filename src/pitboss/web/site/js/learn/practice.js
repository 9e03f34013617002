// @ts-check
/** The situations that one got wrong, dealt again until they are right. */

import { api } from "../api.js";
import { html } from "../html.js";
import { keep, kept } from "../kept.js";
import { average, dollars } from "../money.js";
import { fraction } from "../fractions.js";
import { felt } from "../table/felt.js";
import { labelOf } from "../table/read.js";
import { capital } from "../texts.js";
import { standing, STILL } from "./learn.js";

/** @typedef {import("../table/coach_books.js").Mistake} Mistake */

/** @type {{of: string, left: Mistake[], told: null | {chosen: string, best: string, cents: Record<string, number>}, right: number}} */
let now = { of: "", left: [], told: null, right: 0 };

const UNIT = 500;

/** Every mistake at tables of this game. @param {string} game @returns {Mistake[]} */
function mistakes(game) {
  return kept(`mistakes ${game}`) ?? [];
}

/** @param {import("../types").Card} card @param {() => void} again */
export function practice(card, again) {
  if (now.of !== card.game) now = { of: card.game, left: mistakes(card.game), told: null, right: 0 };
  const one = now.left[0];
  if (!one) {
    return html`<h1>Practice</h1>
      <p class="lead">${now.right ? now.right === 1 ? "You have got it right." : `You have got all ${now.right} right.` : "There is nothing to practise: play with the coach on, and what you get wrong is kept here."}</p>
      <p><a href=${`#/learn/${card.game}`}>The introduction</a> · <a href="#/">The card room</a></p>`;
  }
  return html`
    <section class="leaf">
      <div class="words">
        <p class="muted">${now.left.length} left</p>
        <h1>${labelOf(card, one.street)}</h1>
        <p>${one.decisions.length ? `So far you chose ${one.decisions.join(", ")}.` : "This is your first decision."} What now?</p>
        ${now.told ? answered(card, one, again) : html`<div class="turning">${one.offered.map((word) => html`<button class="quiet" @click=${() => choose(card, one, word, again)}>${capital(word)}</button>`)}</div>`}
      </div>
      <div class="picture">${felt(scene(card, one), STILL)}</div>
    </section>`;
}

/** @param {import("../types").Card} card @param {Mistake} one @param {string} chosen @param {() => void} again */
async function choose(card, one, chosen, again) {
  const advice = await api.lab("POST", "advice", { game: card.game, cards: one.seen, decisions: one.decisions }).catch(() => null);
  const cents = Object.fromEntries(Object.entries(advice?.decisions ?? {}).map(([word, worth]) => [word, fraction(String(worth)) * UNIT]));
  now = { ...now, told: { chosen, best: advice?.best ?? one.best, cents } };
  again();
}

/** @param {import("../types").Card} card @param {Mistake} one @param {() => void} again */
function answered(card, one, again) {
  const { chosen, best, cents } = /** @type {NonNullable<typeof now.told>} */ (now.told);
  const right = chosen === best;
  const on = () => {
    const rest = now.left.slice(1);
    const left = right ? rest : [...rest, one];
    if (right) keep(`mistakes ${card.game}`, mistakes(card.game).filter((other) => JSON.stringify(other) !== JSON.stringify(one)));
    now = { ...now, left, told: null, right: now.right + (right ? 1 : 0) };
    again();
  };
  return html`
    <p role="status">${right ? html`<b>Right.</b> ` : html`<b>${capital(best)}</b> is better. `}On average, for a wager of ${dollars(UNIT)}:</p>
    <table class="pays"><tbody>${Object.entries(cents).map(([word, worth]) => html`<tr><th scope="row">${capital(word)}</th><td>${average(worth)}</td></tr>`)}</tbody></table>
    <div class="turning"><button class="primary" @click=${on}>Next</button></div>`;
}

/** @param {import("../types").Card} card @param {Mistake} one */
function scene(card, one) {
  const wagers = Object.fromEntries(card.together.map((key) => [key, UNIT]));
  const seat = { player: "You", wagers, cards: one.hole, decisions: one.decisions };
  const round = { number: 1, phase: "cards and decisions", cards: one.cards, seats: { 3: seat }, turn: 3, street: one.street };
  const choices = one.offered.map((decision) => ({ decision, stake: 0, folds: false }));
  return standing(card, /** @type {any} */ ({ players: { 3: "You" }, round }), /** @type {any} */ ({ cards: { 3: one.hole }, choices }));
}
