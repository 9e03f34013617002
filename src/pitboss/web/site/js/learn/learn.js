// @ts-check
/** How to play: one round of a game, step by step; and practice. */

import { api } from "../api.js";
import { define } from "../define.js";
import { html, keyed } from "../html.js";
import { feltView } from "../table/felt.js";
import { TEXTS } from "../texts.js";
import { practice } from "./practice.js";

/** @typedef {{game: string, subpage: string}} LearnState */
/** @typedef {{games: Record<string, string> | null, game: string, card: import("../types").Card | null, steps: import("../types").IntroStep[], index: number, errorMessage: string}} LessonState */

/** @type {LessonState} */
let lesson = { games: null, game: "", card: null, steps: [], index: 0, errorMessage: "" };

/** @param {string} game @param {() => void} redraw */
async function loadLesson(game, redraw) {
  lesson = { ...lesson, game, card: null, steps: [], index: 0, errorMessage: "" };
  try {
    const [games, card, steps] = await Promise.all([
      lesson.games ?? api.listGames(),
      game ? api.getGameCard(game) : null,
      game ? api.getIntroduction(game) : [],
    ]);
    if (lesson.game === game) lesson = { ...lesson, games, card, steps };
  } catch (error) {
    lesson = { ...lesson, errorMessage: error instanceof Error ? error.message : String(error) };
  }
  redraw();
}

define("pb-learn", (/** @type {LearnState} */ state, element) => {
  const redraw = () => { if (element.isConnected) /** @type {any} */ (element).state = { ...state }; };
  if (lesson.game !== state.game || !lesson.games) {
    if (lesson.game !== state.game || !lesson.errorMessage) loadLesson(state.game, redraw);
    if (!lesson.games) return html`<main class="page"><p class="plain">${lesson.errorMessage || "Loading…"}</p></main>`;
  }
  const turnBy = (/** @type {number} */ offset) => {
    lesson = { ...lesson, index: Math.min(Math.max(lesson.index + offset, 0), lesson.steps.length - 1) };
    redraw();
  };
  return html`
    <main class="page learn">
      <nav class="games" aria-label="Games">
        ${Object.entries(lesson.games ?? {}).map(([key, name]) => html`<a href=${`#/learn/${key}`} aria-current=${key === state.game ? "page" : null}>${name}</a>`)}
      </nav>
      ${lesson.errorMessage ? html`<p class="note" role="alert">${lesson.errorMessage}</p><p><a href="#/learn/">${TEXTS.learn}</a></p>` : null}
      ${!state.game ? html`<h1>${TEXTS.learn}</h1><p class="lead">Choose a game. Each introduction takes two minutes and walks you through one round.</p>` : null}
      ${lesson.card && state.subpage === "practice" ? practice(lesson.card, redraw) : lesson.card && lesson.steps.length ? stepView(lesson, turnBy) : null}
    </main>`;
});

/** @param {LessonState} lesson @param {(offset: number) => void} turnBy */
function stepView({ card, steps, index }, turnBy) {
  const step = steps[index];
  const isLast = index === steps.length - 1;
  return html`
    <section class="lesson">
      <div class="words">
        <p class="muted">${index + 1} of ${steps.length}</p>
        <h1>${step.title}</h1>
        <p aria-live="polite">${step.text}</p>
        ${step.decision ? html`<p class="muted">In this round, you choose <b>${step.decision}</b>.</p>` : null}
        <div class="lesson-actions">
          <button class="quiet" ?disabled=${index === 0} @click=${() => turnBy(-1)}>Back</button>
          ${isLast ? html`<a class="button primary" href="#/">Play now</a>` : html`<button class="primary" @click=${() => turnBy(1)}>Next</button>`}
        </div>
      </div>
      <div class="picture">${keyed(card?.game, feltView(feltState(/** @type {import("../types").Card} */ (card), step.view, step.own), NO_ACTIONS))}</div>
    </section>`;
}

/** Actions for a felt that nobody can touch. @type {any} */
export const NO_ACTIONS = { placeChip() {}, clearSpot() {}, sit() {} };

/** Return the state of a table page that shows this. @param {import("../types").Card} card @param {import("../types").View} view @param {import("../types").OwnView} own @returns {any} */
export const feltState = (card, view, own) => ({
  card, feed: { view, own, version: 0, clock: null }, me: { name: "You" }, draft: {}, finishedRound: null,
});
