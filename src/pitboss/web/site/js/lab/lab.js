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
import { Experiment } from "./experiment.js";
import { gameView } from "./game_page.js";

const T = TEXTS.lab;

/** @typedef {{game: string, me: import("../types").Me | null, actions: import("../app.js").AppActions}} LabInputs */
/** @typedef {{inputs: LabInputs, games: Record<string, string> | null, isReady: boolean, experiment: Experiment | null, note: string, state: unknown, enterAsGuest: () => void}} LabViewState */

/** Experiments stay while the page is open. @type {Map<string, Experiment>} */
const experiments = new Map();
let owner = "";

class LabPage extends HTMLElement {
  /** @type {LabInputs | null} */
  #inputs = null;
  /** @type {Experiment | null} */
  #experiment = null;
  /** @type {Record<string, string> | null} */
  #games = null;
  #isReady = false;
  #note = "";

  /** @param {LabInputs} inputs */
  set state(inputs) {
    const isFirst = this.#inputs === null;
    this.#inputs = inputs;
    if (isFirst) this.#open();
    this.#openGame();
  }

  async #open() {
    try {
      // Find out first who is signed in, so that nobody is asked to sign in twice.
      const [games, me] = await Promise.all([api.listGames(), this.#inputs?.me ?? api.getMe()]);
      this.#games = games;
      this.#isReady = true;
      if (me && !this.#inputs?.me) this.#inputs?.actions.setMe(me);
    } catch (error) {
      this.#note = error instanceof Error ? error.message : String(error);
    }
    this.#draw();
  }

  /** Switch to the game in the address. */
  #openGame() {
    const { game = "", me = null, actions } = this.#inputs ?? {};
    if (me && me.name !== owner) experiments.clear();
    owner = me?.name ?? owner;
    const experiment = me && game ? experiments.get(game) ?? new Experiment(game, () => null, () => actions?.setMe(null)) : null;
    if (experiment !== this.#experiment) this.#experiment?.leave();
    this.#experiment = experiment;
    if (experiment) {
      experiments.set(game, experiment);
      experiment.onChange = () => this.#draw();
    }
    this.#draw();
  }

  connectedCallback() {
    // An element created before this module was loaded has an own `state` property, which would hide the setter.
    if (Object.hasOwn(this, "state")) {
      const inputs = /** @type {LabInputs} */ (/** @type {any} */ (this).state);
      Reflect.deleteProperty(this, "state");
      this.state = inputs;
    }
    this.#draw();
  }

  disconnectedCallback() {
    this.#experiment?.leave();
    document.title = TEXTS.title;
  }

  async #enterAsGuest() {
    try {
      this.#inputs?.actions.setMe(await api.signInAsGuest());
    } catch (error) {
      this.#note = error instanceof Error ? error.message : String(error);
      this.#draw();
    }
  }

  #draw() {
    if (!this.isConnected) return;
    document.title = `${this.#games?.[this.#inputs?.game ?? ""] ?? T.heading} · ${TEXTS.title}`;
    const view = /** @type {any} */ (this.querySelector("pb-lab-view") ?? this.appendChild(document.createElement("pb-lab-view")));
    view.state = {
      inputs: this.#inputs, games: this.#games, isReady: this.#isReady, experiment: this.#experiment, note: this.#note,
      state: this.#experiment?.state, enterAsGuest: () => this.#enterAsGuest(),
    };
  }
}
customElements.define("pb-lab", LabPage);

define("pb-lab-view", (/** @type {LabViewState} */ { inputs, games, isReady, experiment, note, enterAsGuest }) => html`
  <main class="page lab">
    <nav class="games" aria-label=${T.games}>
      ${Object.entries(games ?? {}).map(([key, name]) => html`<a href=${`#/lab/${key}`} aria-current=${key === inputs.game ? "page" : null}>${name}</a>`)}
    </nav>
    ${note ? html`<p class="note" role="alert">${note}</p>` : null}
    ${experiment ? keyed(inputs.game, gameView(experiment)) : html`
      <h1>${games?.[inputs.game] ?? T.heading}</h1>
      ${inputs.game ? null : html`<p class="lead">${T.lead}</p>`}
      ${!inputs.me && isReady ? signInPrompt(inputs, enterAsGuest) : inputs.me || note ? null : html`<p class="muted">${T.wait}</p>`}`}
    <p class="visually-hidden" id="lab-status" role="status"></p>
  </main>`);

/** @param {LabInputs} inputs @param {() => void} enterAsGuest */
const signInPrompt = ({ actions }, enterAsGuest) => html`
  <section class="panel sign-in-prompt">
    <p>${T.signInFirst}</p>
    <div class="controls">
      <button class="primary" @click=${enterAsGuest}>${T.guest}</button>
      <button class="quiet" @click=${() => actions.openDialog("in")}>${TEXTS.signIn}</button>
    </div>
  </section>`;
