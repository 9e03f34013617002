// @ts-check
/** The application: which page is shown, and who is signed in. */

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
  document.documentElement.classList.toggle("four-colors", state.fourColors);
  app.state = state;
}

/** Set the window title, unless the page sets a better one itself. */
function updateTitle() {
  const titles = /** @type {Record<string, string>} */ ({ lobby: TEXTS.lobby, learn: TEXTS.learn, school: TEXTS.school, history: TEXTS.history, staff: TEXTS.staff, deal: TEXTS.deal, floor: TEXTS.floor, "new-table": TEXTS.newTable, admin: TEXTS.admin, join: TEXTS.join.heading });
  if (state.route.name in titles) document.title = `${titles[state.route.name]} · ${TEXTS.title}`;
}

/** Load the signed-in account and its balance. */
const loadMe = () => api.getMe().then((me) => set({ me }), () => null);

const actions = {
  /** Note that somebody signed in or out. @param {import("./types").Me | null} me */
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
    ${route.name === "table" || (route.name === "deal" && route.key) ? null : siteHeader(appState, actions)}
    ${PAGES[route.name](appState, actions)}
    ${appState.dialog ? accountDialog(appState.dialog, actions, appState.me) : null}`;
});

window.addEventListener("hashchange", () => {
  set({ route: parseRoute(location.hash), dialog: "" });
  window.scrollTo(0, 0);
  loadMe();
  setTimeout(updateTitle); // after the page that was left has cleaned up
  // On a new page, screen readers and keyboards start at its heading.
  setTimeout(() => {
    const heading = document.querySelector("h1");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
  });
});
set({});
updateTitle();
loadMe();
