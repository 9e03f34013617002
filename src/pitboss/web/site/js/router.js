// @ts-check
/** Pages by address: `#/`, `#/table/…`, `#/history`, `#/lab/…`, `#/learn/…`, `#/staff`, `#/deal/…`, `#/floor/…`, `#/new-table`, `#/admin`, `#/audit/…`, `#/school/…`, `#/join/…`. */

import "./accounts.js";
import "./lobby/lobby.js";
import "./lobby/history.js";
import "./table/page.js";
import { html, keyed } from "./html.js";

/** @typedef {{name: string, key: string, subpage: string, table?: string}} Route `table` is the table that an address names with `?table=`. */
/** @typedef {import("./app.js").AppState} AppState */
/** @typedef {import("./app.js").AppActions} AppActions */

/** Pages that few people open first are loaded on demand. @type {Record<string, () => Promise<unknown>>} */
const LAZY_PAGES = {
  lab: () => import("./lab/lab.js"),
  learn: () => import("./learn/learn.js"),
  staff: () => import("./staff/staff.js"),
  school: () => import("./school/school.js"),
  floor: () => import("./floor/floor.js"),
  "new-table": () => import("./floor/new_table.js"),
  admin: () => import("./admin/admin.js"),
  audit: () => import("./audit/audit.js"),
  deal: () => import("./dealer/page.js"),
};

/** @type {Record<string, (state: AppState, actions: AppActions) => unknown>} */
export const PAGES = {
  lobby: ({ me, route }, actions) => html`<pb-lobby .state=${{ me, actions, unknownAddress: route.key }}></pb-lobby>`,
  table: ({ me, route, fourColors }, actions) => html`${keyed(route.key, html`<pb-table .state=${{ me, table: route.key, actions, fourColors }}></pb-table>`)}`,
  history: ({ me }, actions) => html`<pb-history .state=${{ me, actions }}></pb-history>`,
  lab: ({ route, me }, actions) => html`<pb-lab .state=${{ game: route.key, me, actions }}></pb-lab>`,
  learn: ({ route }) => html`<pb-learn .state=${{ game: route.key, subpage: route.subpage }}></pb-learn>`,
  staff: ({ me }) => html`<pb-staff .state=${{ me }}></pb-staff>`,
  school: ({ me, route }, actions) => html`<pb-school .state=${{ me, game: route.key, lesson: route.subpage, table: route.table ?? "", actions }}></pb-school>`,
  floor: ({ me, route }) => html`<pb-floor .state=${{ me, table: route.key }}></pb-floor>`,
  "new-table": ({ me }) => html`<pb-new-table .state=${{ me }}></pb-new-table>`,
  admin: ({ me }) => html`<pb-admin .state=${{ me }}></pb-admin>`,
  audit: ({ route, me }) => html`<pb-audit .state=${{ me, table: route.key, round: Number(route.subpage) || 0 }}></pb-audit>`,
  deal: ({ me, route, fourColors }, actions) => html`${keyed(route.key, html`<pb-deal .state=${{ me, table: route.key, actions, fourColors }}></pb-deal>`)}`,
  join: ({ route }, actions) => html`<pb-join .state=${{ token: route.key, actions }}></pb-join>`,
};

/** Parse an address into a page and its parameters. @param {string} hash @returns {Route} */
export function parseRoute(hash) {
  const [path, query] = hash.replace(/^#\/?/, "").split("?");
  const [name = "", key = "", subpage = ""] = path.split("/");
  const table = new URLSearchParams(query).get("table") ?? "";
  // Offline, the page stays blank; the next visit tries again.
  if (Object.hasOwn(LAZY_PAGES, name)) LAZY_PAGES[name]().catch(() => null);
  return Object.hasOwn(PAGES, name) ? { name, key: decode(key), subpage, table } : { name: "lobby", key: name ? decode(hash) : "", subpage: "" };
}

/** Decode a part of the address, which may be malformed. @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
