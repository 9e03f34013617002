// @ts-check
/** Alerts as notifications of the browser, for those who turned them on. */

import { load, save } from "../storage.js";
import { FLOOR } from "../texts_floor.js";

const SETTING = "floor notifications";

/** The alerts that were shown; they are announced again only after they are over. @type {Set<string>} */
let announced = new Set();

/** Whether alerts are shown as notifications. */
export const canNotify = () => load(SETTING) === true && "Notification" in window && Notification.permission === "granted";

/** Turn notifications on or off; return why they cannot be shown, if so. */
export async function toggleNotifications() {
  if (canNotify()) {
    save(SETTING, false);
    return "";
  }
  const permission = "Notification" in window ? await Notification.requestPermission() : "denied";
  save(SETTING, permission === "granted");
  return permission === "granted" ? "" : FLOOR.alerts.denied;
}

/** Show each alert once. @param {import("../types").FloorAlert[]} alerts */
export function notify(alerts) {
  const current = new Set(alerts.map(({ table, matter }) => `${table} ${matter.id}`));
  if (canNotify()) {
    for (const { table, title, matter } of alerts) {
      const tag = `${table} ${matter.id}`;
      if (!announced.has(tag)) new Notification(title, { body: `${FLOOR.kind(matter.kind)}: ${matter.text}`, tag });
    }
    announced = current;
  }
}
