// @ts-check
/** The gallery: every element in every state it was designed for, one scene at a time. */

import { api } from "../api.js";
import { define } from "../define.js";
import { html, keyed } from "../html.js";
import { AUDIT_SCENES } from "./audit.js";
import { DEALERS } from "./dealer.js";
import { ELEMENTS } from "./elements.js";
import { FLOOR_SCENES } from "./floor.js";
import { PAGES } from "./pages.js";
import { SCHOOL_SCENES } from "./school.js";
import { TABLES } from "./tables.js";

/** @typedef {Record<string, {card: import("../types").Card, steps: import("../types").IntroStep[]}>} Games */
/** @typedef {(games: Games) => unknown} Scene */

/** @type {Record<string, Scene>} */
const SCENES = { ...ELEMENTS, ...TABLES, ...PAGES, ...DEALERS, ...FLOOR_SCENES, ...SCHOOL_SCENES, ...AUDIT_SCENES };

define("pb-gallery", (/** @type {{games: Games, scene: string}} */ { games, scene }) =>
  Object.hasOwn(SCENES, scene) ? html`${keyed(scene, html`${SCENES[scene](games)}`)}` : sceneIndex());

function sceneIndex() {
  return html`
    <main class="gallery">
      <h1>Gallery</h1>
      <p class="muted">Every element of the pages in every state, with sample rounds.</p>
      <ul class="scenes">${Object.keys(SCENES).map((name) => html`<li><a href=${`#/${name}`}>${name}</a></li>`)}</ul>
    </main>`;
}

const gallery = /** @type {import("../define.js").StatefulElement<{games: Games, scene: string}>} */ (document.querySelector("pb-gallery"));
const currentScene = () => location.hash.replace(/^#\/?/, "");

/** Load cards and introductions from the games themselves: no rule is written here. */
async function loadGames() {
  const keys = Object.keys(await api.listGames());
  const entries = await Promise.all(keys.map(async (key) => {
    const [card, steps] = await Promise.all([api.getGameCard(key), api.getIntroduction(key)]);
    return /** @type {const} */ ([key, { card, steps }]);
  }));
  return Object.fromEntries(entries);
}

loadGames().then((games) => {
  gallery.state = { games, scene: currentScene() };
  window.addEventListener("hashchange", () => { gallery.state = { games, scene: currentScene() }; });
  document.documentElement.dataset.scenes = Object.keys(SCENES).join(" ");
});
