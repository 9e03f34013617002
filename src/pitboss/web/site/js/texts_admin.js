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
  people: {
    staff: "Staff",
    invitedBy: (/** @type {string[]} */ inviters) => (inviters.length ? `invited by ${inviters.join(", who was invited by ")}` : ""),
    closed: (/** @type {string} */ part, /** @type {string} */ reason) => `${part}, account closed: ${reason}`,
    close: "Close the account",
    reason: "Why?",
    confirmClosing: "Close the account now",
    reopen: "Propose to reopen",
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
    how: "A backup is a file beside the room's data. It contains every account and balance, but not the key that opens sealed seeds. Each download is logged.",
    make: "Make a backup",
    download: "Download",
    none: "There are no backups yet.",
    size: (/** @type {number} */ bytes) => `${(bytes / 1_048_576).toFixed(1)} MB`,
  },
  settings: {
    title: "Settings in force",
    how: "Settings are changed where the room is started. Those that may hold a secret are hidden.",
    standard: "default",
  },
};
