// @ts-check
/** Texts of the administrators' page. */

import { plural } from "./wording.js";

export const ADMIN = {
  title: "Administration",
  lead: "People and their roles, sessions, backups and the health of the room.",
  health: {
    title: "Health",
    status: { ok: "All is well.", degraded: "Something does not work.", failing: "Nothing can be saved." },
    tables: (/** @type {number} */ count) => `${count} ${plural(count, "table", "tables")}.`,
    since: (/** @type {number} */ seconds) => `for ${Math.round(seconds)} s`,
    node: (/** @type {string} */ name, /** @type {boolean} */ isAlive, /** @type {boolean} */ isLeader, /** @type {number} */ tables) => `Node ${name}: ${isAlive ? "running" : "not responding"}${isLeader ? ", leads the room" : ""}, ${tables} ${plural(tables, "table", "tables")}`,
  },
  delays: {
    title: "Sign-in delays",
    none: "Nobody has to wait to sign in.",
    waits: (/** @type {number} */ seconds) => `has to wait up to ${Math.ceil(seconds)} s after wrong passwords.`,
    lift: "Lift the delay",
  },
  sessions: {
    title: "Sessions",
    columns: ["Name", "Role", "Since (UTC)", "Last used (UTC)", "Action"],
    guest: "guest",
    own: "this session",
    end: "End session",
    time: (/** @type {string} */ text) => text.slice(0, 16).replace("T", " "),
  },
  backups: {
    title: "Backups",
    how: "A backup is a file beside the room's data. The key that opens sealed seeds is not in it.",
    make: "Make a backup",
    none: "There are no backups yet.",
    size: (/** @type {number} */ bytes) => `${(bytes / 1_048_576).toFixed(1)} MB`,
  },
  settings: {
    title: "Settings in force",
    how: "Settings are changed where the room is started. Those that may hold a secret are hidden.",
    standard: "default",
  },
};
