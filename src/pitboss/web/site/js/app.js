// @ts-check
/** The page: which of its places is shown, and who sits before it. */

import "./elements/card.js";
import "./elements/chip.js";
import "./elements/dialog.js";
import { api } from "./api.js";
import { define } from "./define.js";
import { html } from "./html.js";
import { bar } from "./bar.js";
import { accountDialog } from "./people.js";
import { PLACES, route } from "./places.js";
import { TEXTS } from "./texts.js";
import { keep, kept } from "./kept.js";

/** @typedef {{me: import("./types").Me | null, where: import("./places.js").Where, asks: string, four: boolean}} AppState */

/** @type {AppState} */
let state = { me: null, where: route(location.hash), asks: "", four: kept("four colours") === true };

const app = /** @type {import("./define.js").Drawing<AppState>} */ (document.querySelector("pb-app"));

/** @param {Partial<AppState>} changes */
function set(changes) {
  state = { ...state, ...changes };
  document.documentElement.classList.toggle("four-colours", state.four);
  app.state = state;
}

/** What the window is called, where a place has no better name of its own. */
function name() {
  const names = /** @type {Record<string, string>} */ ({ lobby: TEXTS.lobby, learn: TEXTS.learn, history: TEXTS.history, staff: TEXTS.staff, join: TEXTS.join.asks });
  if (state.where.name in names) document.title = `${names[state.where.name]} · ${TEXTS.title}`;
}

/** Who sits before the page, and how much they have. */
const know = () => api.me().then((me) => set({ me }), () => null);

const act = {
  /** Somebody signed in or out. @param {import("./types").Me | null} me */
  known: (me) => set({ me }),
  /** @param {string} asks */
  ask: (asks) => set({ asks }),
  async signOut() {
    if (state.me?.guest && !window.confirm(TEXTS.guestGoes)) return;
    await api.signOut().catch(() => null);
    set({ me: null });
    location.hash = "#/";
  },
  colours() {
    keep("four colours", !state.four);
    set({ four: !state.four });
  },
};

/** @typedef {typeof act} AppActs */

define("pb-app", (/** @type {AppState} */ now) => {
  const { where } = now;
  return html`
    ${where.name === "table" ? null : bar(now, act)}
    ${PLACES[where.name](now, act)}
    ${now.asks ? accountDialog(now.asks, act) : null}`;
});

window.addEventListener("hashchange", () => {
  set({ where: route(location.hash), asks: "" });
  window.scrollTo(0, 0);
  know();
  setTimeout(name); // after the place that was left has tidied up
  // A new place: who hears or types their way begins at its heading.
  setTimeout(() => {
    const heading = document.querySelector("h1");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
  });
});
set({});
name();
know();
