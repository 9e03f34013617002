// @ts-check
/** How to play: one round of a game, leafed through; and the decisions one got wrong, once more. */

import { api } from "../api.js";
import { define } from "../define.js";
import { html, keyed } from "../html.js";
import { TEXTS } from "../texts.js";
import { felt } from "../table/felt.js";
import { practice } from "./practice.js";

/** @typedef {{game: string, more: string}} LearnState */
/** @typedef {{games: Record<string, string> | null, of: string, card: import("../types").Card | null, leaves: import("../types").Leaf[], at: number, trouble: string}} Read */

/** @type {Read} */
let read = { games: null, of: "", card: null, leaves: [], at: 0, trouble: "" };

/** @param {string} game @param {() => void} drawn */
async function fetched(game, drawn) {
  read = { ...read, of: game, card: null, leaves: [], at: 0, trouble: "" };
  try {
    const [games, card, leaves] = await Promise.all([
      read.games ?? api.games(),
      game ? api.gameCard(game) : null,
      game ? api.intro(game) : [],
    ]);
    if (read.of === game) read = { ...read, games, card, leaves };
  } catch (error) {
    read = { ...read, trouble: error instanceof Error ? error.message : String(error) };
  }
  drawn();
}

define("pb-learn", (/** @type {LearnState} */ state, element) => {
  const again = () => { if (element.isConnected) /** @type {any} */ (element).state = { ...state }; };
  if (read.of !== state.game || !read.games) {
    if (read.of !== state.game || !read.trouble) fetched(state.game, again);
    if (!read.games) return html`<main class="page"><p class="plain">${read.trouble || "A moment."}</p></main>`;
  }
  const turn = (/** @type {number} */ by) => {
    read = { ...read, at: Math.min(Math.max(read.at + by, 0), read.leaves.length - 1) };
    again();
  };
  return html`
    <main class="page learn">
      <nav class="games" aria-label="Games">
        ${Object.entries(read.games ?? {}).map(([key, name]) => html`<a href=${`#/learn/${key}`} aria-current=${key === state.game ? "page" : null}>${name}</a>`)}
      </nav>
      ${read.trouble ? html`<p class="note" role="alert">${read.trouble}</p><p><a href="#/learn/">${TEXTS.learn}</a></p>` : null}
      ${!state.game ? html`<h1>${TEXTS.learn}</h1><p class="lead">Choose a game. Its introduction takes two minutes: one round, step by step.</p>` : null}
      ${read.card && state.more === "practice" ? practice(read.card, again) : read.card && read.leaves.length ? leaf(read, turn) : null}
    </main>`;
});

/** @param {Read} now @param {(by: number) => void} turn */
function leaf({ card, leaves, at }, turn) {
  const one = leaves[at];
  const last = at === leaves.length - 1;
  return html`
    <section class="leaf">
      <div class="words">
        <p class="muted">${at + 1} of ${leaves.length}</p>
        <h1>${one.title}</h1>
        <p aria-live="polite">${one.text}</p>
        ${one.decision ? html`<p class="muted">In this round you answer <b>${one.decision}</b>.</p>` : null}
        <div class="turning">
          <button class="quiet" ?disabled=${at === 0} @click=${() => turn(-1)}>Back</button>
          ${last ? html`<a class="button primary" href="#/">Play it</a>` : html`<button class="primary" @click=${() => turn(1)}>Next</button>`}
        </div>
      </div>
      <div class="picture">${keyed(card?.game, felt(standing(/** @type {import("../types").Card} */ (card), one.view, one.own), STILL))}</div>
    </section>`;
}

/** A table that nobody touches. @type {any} */
export const STILL = { put() {}, takeOff() {}, sit() {} };

/** The state of a table page that shows this. @param {import("../types").Card} card @param {import("../types").View} view @param {import("../types").Own} own @returns {any} */
export const standing = (card, view, own) => ({
  card, seen: { view, own, version: 0, clock: null }, me: { name: "You" }, draft: {}, finished: null,
});
