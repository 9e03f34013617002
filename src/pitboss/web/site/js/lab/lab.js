// @ts-check
/** The lab: the exact figures of a game, and what would change them. */

import "./chart.js";
import "./compare.js";
import "./figures.js";
import "./plot.js";
import "./returns.js";
import { api } from "../api.js";
import { define } from "../define.js";
import { html, keyed } from "../html.js";
import { TEXTS } from "../texts.js";
import { Bench } from "./bench.js";
import { shown } from "./work.js";

const T = TEXTS.lab;

/** @typedef {{game: string, me: import("../types").Me | null, act: import("../app.js").AppActs}} LabGiven */
/** @typedef {{given: LabGiven, games: Record<string, string> | null, asked: boolean, bench: Bench | null, note: string, state: unknown, come: () => void}} LabShown */

/** What somebody tried stays while the page is open. @type {Map<string, Bench>} */
const benches = new Map();
let whose = "";

class LabPage extends HTMLElement {
  /** @type {LabGiven | null} */
  #given = null;
  /** @type {Bench | null} */
  #bench = null;
  /** @type {Record<string, string> | null} */
  #games = null;
  #asked = false;
  #note = "";

  /** @param {LabGiven} given */
  set state(given) {
    const first = this.#given === null;
    this.#given = given;
    if (first) this.#open();
    this.#turn();
  }

  async #open() {
    try {
      // Who sits here may not be known yet: nobody is asked to come in twice.
      const [games, me] = await Promise.all([api.games(), this.#given?.me ?? api.me()]);
      this.#games = games;
      this.#asked = true;
      if (me && !this.#given?.me) this.#given?.act.known(me);
    } catch (error) {
      this.#note = error instanceof Error ? error.message : String(error);
    }
    this.#draw();
  }

  /** To the game of the address. */
  #turn() {
    const { game = "", me = null, act } = this.#given ?? {};
    if (me && me.name !== whose) benches.clear();
    whose = me?.name ?? whose;
    const bench = me && game ? benches.get(game) ?? new Bench(game, () => null, () => act?.known(null)) : null;
    if (bench !== this.#bench) this.#bench?.leave();
    this.#bench = bench;
    if (bench) {
      benches.set(game, bench);
      bench.changed = () => this.#draw();
    }
    this.#draw();
  }

  connectedCallback() {
    // The page may be there before this module: then it has a state of its own, which would hide ours.
    if (Object.hasOwn(this, "state")) {
      const given = /** @type {LabGiven} */ (/** @type {any} */ (this).state);
      Reflect.deleteProperty(this, "state");
      this.state = given;
    }
    this.#draw();
  }

  disconnectedCallback() {
    this.#bench?.leave();
    document.title = TEXTS.title;
  }

  async #come() {
    try {
      this.#given?.act.known(await api.comeAsGuest());
    } catch (error) {
      this.#note = error instanceof Error ? error.message : String(error);
      this.#draw();
    }
  }

  #draw() {
    if (!this.isConnected) return;
    document.title = `${this.#games?.[this.#given?.game ?? ""] ?? T.heading} · ${TEXTS.title}`;
    const inside = /** @type {any} */ (this.querySelector("pb-lab-view") ?? this.appendChild(document.createElement("pb-lab-view")));
    inside.state = {
      given: this.#given, games: this.#games, asked: this.#asked, bench: this.#bench, note: this.#note,
      state: this.#bench?.state, come: () => this.#come(),
    };
  }
}
customElements.define("pb-lab", LabPage);

define("pb-lab-view", (/** @type {LabShown} */ { given, games, asked, bench, note, come }) => html`
  <main class="page lab">
    <nav class="games" aria-label=${T.games}>
      ${Object.entries(games ?? {}).map(([key, name]) => html`<a href=${`#/lab/${key}`} aria-current=${key === given.game ? "page" : null}>${name}</a>`)}
    </nav>
    ${note ? html`<p class="note" role="alert">${note}</p>` : null}
    ${bench ? keyed(given.game, shown(bench)) : html`
      <h1>${games?.[given.game] ?? T.heading}</h1>
      ${given.game ? null : html`<p class="lead">${T.lead}</p>`}
      ${!given.me && asked ? door(given, come) : given.me || note ? null : html`<p class="muted">${T.wait}</p>`}`}
    <p class="aloud" id="lab-said" role="status"></p>
  </main>`);

/** @param {LabGiven} given @param {() => void} come */
const door = ({ act }, come) => html`
  <section class="panel door">
    <p>${T.nobody}</p>
    <div class="doing">
      <button class="primary" @click=${come}>${T.guest}</button>
      <button class="quiet" @click=${() => act.ask("in")}>${TEXTS.signIn}</button>
    </div>
  </section>`;
