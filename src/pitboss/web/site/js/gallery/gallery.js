// @ts-check
/** The gallery: every element in every state that it was designed for, one scene at a time. */

import { api } from "../api.js";
import { define } from "../define.js";
import { html, keyed } from "../html.js";
import { ELEMENTS } from "./elements.js";
import { PAGES } from "./pages.js";
import { TABLES } from "./tables.js";

/** @typedef {Record<string, {card: import("../types").Card, leaves: import("../types").Leaf[]}>} Games */
/** @typedef {(games: Games) => unknown} Scene */

/** @type {Record<string, Scene>} */
const SCENES = { ...ELEMENTS, ...TABLES, ...PAGES };

define("pb-gallery", (/** @type {{games: Games, scene: string}} */ { games, scene }) =>
  Object.hasOwn(SCENES, scene) ? html`${keyed(scene, html`${SCENES[scene](games)}`)}` : index());

function index() {
  return html`
    <main class="gallery">
      <h1>The gallery</h1>
      <p class="muted">Every element of the pages in every state, with rounds that nobody played.</p>
      <ul class="scenes">${Object.keys(SCENES).map((name) => html`<li><a href=${`#/${name}`}>${name}</a></li>`)}</ul>
    </main>`;
}

const gallery = /** @type {import("../define.js").Drawing<{games: Games, scene: string}>} */ (document.querySelector("pb-gallery"));
const scene = () => location.hash.replace(/^#\/?/, "");

/** What the games themselves say of a table and of a round: there is no rule in here. */
async function fetched() {
  const keys = Object.keys(await api.games());
  const found = await Promise.all(keys.map(async (key) => {
    const [card, leaves] = await Promise.all([api.gameCard(key), api.intro(key)]);
    return /** @type {const} */ ([key, { card, leaves }]);
  }));
  return Object.fromEntries(found);
}

fetched().then((games) => {
  gallery.state = { games, scene: scene() };
  window.addEventListener("hashchange", () => { gallery.state = { games, scene: scene() }; });
  document.documentElement.dataset.scenes = Object.keys(SCENES).join(" ");
});
