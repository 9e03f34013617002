// @ts-check
/** The places of the page, by address: `#/`, `#/table/…`, `#/history`, `#/lab/…`, `#/learn/…`, `#/staff`, `#/join/…`. */

import "./lobby/lobby.js";
import "./lobby/history.js";
import "./table/page.js";
import { html, keyed } from "./html.js";
import "./people.js";

/** @typedef {{name: string, key: string, more: string}} Where */
/** @typedef {import("./app.js").AppState} AppState */
/** @typedef {import("./app.js").AppActs} AppActs */

/** What few people see first is fetched when somebody goes there. @type {Record<string, () => Promise<unknown>>} */
const LATER = {
  lab: () => import("./lab/lab.js"),
  learn: () => import("./learn/learn.js"),
  staff: () => import("./staff/staff.js"),
};

/** @type {Record<string, (state: AppState, act: AppActs) => unknown>} */
export const PLACES = {
  lobby: ({ me, where }, act) => html`<pb-lobby .state=${{ me, act, lost: where.key }}></pb-lobby>`,
  table: ({ me, where, four }, act) => html`${keyed(where.key, html`<pb-table .state=${{ me, table: where.key, act, four }}></pb-table>`)}`,
  history: ({ me }, act) => html`<pb-history .state=${{ me, act }}></pb-history>`,
  lab: ({ where, me }, act) => html`<pb-lab .state=${{ game: where.key, me, act }}></pb-lab>`,
  learn: ({ where }) => html`<pb-learn .state=${{ game: where.key, more: where.more }}></pb-learn>`,
  staff: ({ me }) => html`<pb-staff .state=${{ me }}></pb-staff>`,
  join: ({ where }, act) => html`<pb-join .state=${{ token: where.key, act }}></pb-join>`,
};

/** Where an address leads. @param {string} hash @returns {Where} */
export function route(hash) {
  const [name = "", key = "", more = ""] = hash.replace(/^#\/?/, "").split("/");
  // Without a line there is nothing to show there; the next visit tries again.
  if (Object.hasOwn(LATER, name)) LATER[name]().catch(() => null);
  return Object.hasOwn(PLACES, name) ? { name, key: decoded(key), more } : { name: "lobby", key: name ? decoded(hash) : "", more: "" };
}

/** An address may be anything. @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
