// @ts-check
/** The page: which of its places is shown, and who sits before it. */

import { accountDialog } from "./accounts.js";
import "./elements/card.js";
import "./elements/chip.js";
import "./elements/dialog.js";
import { api } from "./api.js";
import { define } from "./define.js";
import { siteHeader } from "./header.js";
import { html } from "./html.js";
import { PAGES, parseRoute } from "./router.js";
import { load, save } from "./storage.js";
import { TEXTS } from "./texts.js";

/** @typedef {{me: import("./types").Me | null, route: import("./router.js").Route, dialog: string, fourColors: boolean}} AppState */

/** @type {AppState} */
let state = { me: null, route: parseRoute(location.hash), dialog: "", fourColors: load("four colours") === true };

const app = /** @type {import("./define.js").StatefulElement<AppState>} */ (document.querySelector("pb-app"));

/** @param {Partial<AppState>} changes */
function set(changes) {
  state = { ...state, ...changes };
  document.documentElement.classList.toggle("four-colours", state.fourColors);
  app.state = state;
}

/** What the window is called, where a place has no better name of its own. */
function updateTitle() {
  const titles = /** @type {Record<string, string>} */ ({ lobby: TEXTS.lobby, learn: TEXTS.learn, history: TEXTS.history, staff: TEXTS.staff, join: TEXTS.join.heading });
  if (state.route.name in titles) document.title = `${titles[state.route.name]} · ${TEXTS.title}`;
}

/** Who sits before the page, and how much they have. */
const loadMe = () => api.getMe().then((me) => set({ me }), () => null);

const actions = {
  /** Somebody signed in or out. @param {import("./types").Me | null} me */
  setMe: (me) => set({ me }),
  /** @param {string} dialog */
  openDialog: (dialog) => set({ dialog }),
  async signOut() {
    if (state.me?.guest && !window.confirm(TEXTS.confirmGuestSignOut)) return;
    await api.signOut().catch(() => null);
    set({ me: null });
    location.hash = "#/";
  },
  toggleFourColors() {
    save("four colours", !state.fourColors);
    set({ fourColors: !state.fourColors });
  },
};

/** @typedef {typeof actions} AppActions */

define("pb-app", (/** @type {AppState} */ appState) => {
  const { route } = appState;
  return html`
    ${route.name === "table" ? null : siteHeader(appState, actions)}
    ${PAGES[route.name](appState, actions)}
    ${appState.dialog ? accountDialog(appState.dialog, actions) : null}`;
});

window.addEventListener("hashchange", () => {
  set({ route: parseRoute(location.hash), dialog: "" });
  window.scrollTo(0, 0);
  loadMe();
  setTimeout(updateTitle); // after the place that was left has tidied up
  // A new place: who hears or types their way begins at its heading.
  setTimeout(() => {
    const heading = document.querySelector("h1");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
  });
});
set({});
updateTitle();
loadMe();
