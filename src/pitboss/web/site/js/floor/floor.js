// @ts-check
/** The floor: all tables at a glance, those that need somebody first; and one table in detail. */

import { api } from "../api.js";
import { define } from "../define.js";
import { formatDollars, formatDollarsAndCents } from "../format.js";
import { html, keyed } from "../html.js";
import { FLOOR } from "../texts_floor.js";
import { canNotify, notify, toggleNotifications } from "./notifications.js";
import { closeTable, tableDetail, updateTable } from "./table.js";

/** @typedef {import("../types").Me} Me */
/** @typedef {import("../types").Floor} Floor */
/** @typedef {import("../types").FloorTable} FloorTable */
/** @typedef {{me: Me | null, table: string}} FloorState */
/** @typedef {{floor: Floor | null, errorMessage: string, notificationNote: string}} FloorData */

const POLL_INTERVAL = 1500;
const ROLES = ["floorperson", "surveillance", "auditor"];

/** Whether somebody may see the floor. The server has the last word. @param {Me | null} me */
export const seesFloor = (me) => ROLES.includes(me?.part ?? "");

/** @type {FloorData} */
let data = { floor: null, errorMessage: "", notificationNote: "" };

/** @param {import("../define.js").StatefulElement<FloorState>} page */
async function poll(page) {
  const { me, table } = page.state;
  if (seesFloor(me)) {
    try {
      const floor = await api.getFloor();
      notify(floor.alerts);
      data = { ...data, floor };
      if (table) await updateTable(table, me?.part ?? "", () => redraw(page));
      data = { ...data, errorMessage: "" };
    } catch (error) {
      data = { ...data, errorMessage: error instanceof Error ? error.message : String(error) };
    }
  }
  redraw(page);
}

/** @param {import("../define.js").StatefulElement<FloorState>} page */
function redraw(page) {
  if (page.isConnected) page.state = { ...page.state };
}

define("pb-floor", (/** @type {FloorState} */ { me, table }, element) => {
  const page = /** @type {import("../define.js").StatefulElement<FloorState>} */ (element);
  if (element.dataset.shows !== `${me?.name ?? ""}/${table}`) {
    if (element.dataset.shows === undefined) {
      const tick = () => {
        if (!page.isConnected) return;
        poll(page).finally(() => window.setTimeout(tick, document.hidden ? 8 * POLL_INTERVAL : POLL_INTERVAL));
      };
      tick();
    } else poll(page);
    element.dataset.shows = `${me?.name ?? ""}/${table}`;
    closeTable();
  }
  if (!seesFloor(me)) return html`<main class="page narrow"><h1>${FLOOR.title}</h1><p>${FLOOR.none}</p></main>`;
  const glance = data.floor?.tables.find((item) => item.table === table);
  if (table) return tableDetail(table, me?.part ?? "", glance, data.errorMessage, () => poll(page));
  return floorView(data, () => {
    toggleNotifications().then((note) => { data = { ...data, notificationNote: note }; redraw(page); });
  }, me?.part === "floorperson");
});

/** @param {FloorData} floorData @param {() => void} onToggle @param {boolean} [mayOpen] Whether tables can be opened. */
export function floorView({ floor, errorMessage, notificationNote }, onToggle, mayOpen = false) {
  const tables = floor?.tables ?? [];
  const taken = tables.reduce((sum, item) => sum + Object.keys(item.players).length, 0);
  const seats = tables.reduce((sum, item) => sum + item.seats, 0);
  return html`
    <main class="page floor">
      <header class="floor-head">
        <h1>${FLOOR.title}</h1>
        <p class="lead" role="status">${floor ? FLOOR.summary(tables.filter((item) => item.needs_somebody).length, tables.length, taken, seats) : FLOOR.loading}</p>
        ${mayOpen ? html`<p><a class="button-like" href="#/new-table">${FLOOR.newTable.title}</a></p>` : null}
        ${notificationsButton(notificationNote, onToggle)}
      </header>
      ${errorMessage ? html`<p class="note" role="alert">${errorMessage}</p>` : null}
      ${floor?.alerts.length ? alertList(floor.alerts) : null}
      ${floor && !tables.length ? html`<p>${FLOOR.empty}</p>` : null}
      <ul class="glances">${tables.map((item) => keyed(item.table, tile(item)))}</ul>
    </main>`;
}

/** @param {string} note @param {() => void} onToggle */
const notificationsButton = (note, onToggle) => html`
  <p class="notify">
    <button class="quiet" @click=${onToggle}>${canNotify() ? FLOOR.alerts.disable : FLOOR.alerts.enable}</button>
    ${note ? html`<span class="note" role="alert">${note}</span>` : null}
  </p>`;

/** @param {import("../types").FloorAlert[]} alerts */
const alertList = (alerts) => html`
  <section class="panel alerts" aria-label=${FLOOR.alerts.title}>
    <h2>${FLOOR.alerts.title}</h2>
    <ul>${alerts.map(({ table, title, matter }) => keyed(`${table} ${matter.id}`, html`<li><a href=${`#/floor/${encodeURIComponent(table)}`}>${title}</a> <span><b>${FLOOR.kind(matter.kind)}</b> ${matter.text}</span></li>`))}</ul>
  </section>`;

/** @param {FloorTable} item */
function tile(item) {
  const due = item.instruction;
  return html`
    <li class=${item.needs_somebody ? "glance urgent" : "glance"}>
      <a href=${`#/floor/${encodeURIComponent(item.table)}`}>
        <span class="top"><b class="name">${item.title}</b> <span class="badge">${item.needs_somebody ? FLOOR.needsSomebody : item.is_open ? FLOOR.limits(item.minimum, item.maximum) : FLOOR.closed}</span></span>
        <span class="round">${FLOOR.round(item.round, item.phase)}</span>
        ${due ? html`<span class="due">${FLOOR.next(due.who, due.what)} <span class="cite">${due.clause}</span></span>` : null}
        ${item.matters.length ? html`<span class="matters">${item.matters.map((matter) => keyed(matter.id, matterLine(matter)))}</span>` : null}
        <span class="foot">
          <span class="chairs" role="img" aria-label=${FLOOR.taken(Object.keys(item.players).length, item.seats)}>${Array.from({ length: item.seats }, (_, index) => html`<i class=${item.players[index + 1] ? "chair taken" : "chair"}></i>`)}</span>
          ${item.meters.map(({ name, cents }) => html`<span class="meter"><span>${name}</span> <b>${formatDollarsAndCents(cents)}</b></span>`)}
          <span class="tray"><span>${FLOOR.tray}</span> <b>${item.tray === null ? FLOOR.trayToCount : formatDollars(item.tray)}</b></span>
        </span>
      </a>
    </li>`;
}

/** @param {import("../types").FloorMatter} matter */
export const matterLine = (matter) => html`
  <span class=${matter.is_urgent ? "matter urgent" : "matter"}><b>${FLOOR.kind(matter.kind)}</b> <span>${matter.text}${matter.by ? html` <span class="muted">${FLOOR.by(matter.by)}</span>` : null}</span></span>`;
