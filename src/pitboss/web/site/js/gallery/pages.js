// @ts-check
/** Scenes of the other pages: lobby, your rounds, dialogs, staff. */

import { accountDialog, joinPage } from "../accounts.js";
import "../elements/dialog.js";
import { siteHeader } from "../header.js";
import { html } from "../html.js";
import { historyView } from "../lobby/history.js";
import { lobbyView } from "../lobby/lobby.js";
import { adminView, NO_DATA } from "../admin/admin.js";
import { EMPTY, staffView } from "../staff/staff.js";
import { finishedRoundOf, ME, NO_ACTIONS } from "./fixtures.js";

/** @typedef {import("../types").LobbyTable} Listed */

/** @param {Partial<Listed>} changes @returns {Listed} */
const makeListing = (changes) => ({
  table: "one", title: "Criss Cross Poker", game: "criss-cross", game_name: "Criss Cross Poker", minimum: 500, maximum: 50000,
  seats: 6, about: "Five community cards lie face down in a cross.", sides: ["Five Card Bonus", "Bonus Spin"], felt: [[0, 1, 0], [1, 1, 1], [0, 1, 0]], taken: {}, meters: {}, round: 0, phase: "", stopped: "", ...changes,
});

const SIX = { 1: "Al", 2: "Bea", 3: "Cy", 4: "Dee", 5: "Eli", 6: "Fay" };
const ROOM = [
  makeListing({ meters: { meter: 523_456 } }),
  makeListing({ table: "full", taken: SIX, round: 123_456, meters: { meter: 987_654_321 } }),
  makeListing({ table: "mine", taken: { 2: "You" }, round: 12 }),
  makeListing({ table: "still", stopped: "its disk is full", taken: { 1: "Al" }, round: 7 }),
  makeListing({ table: "long", title: "The table by the window with the very long name, for high limits only", minimum: 100_000_00, maximum: 5_000_000_00, taken: { 1: "Al", 2: "Bea" }, round: 3, meters: { meter: 1, other: 123_456_789_00 } }),
];

/** @param {string} name @param {import("../types").Me | null} me @param {unknown} body */
const pageScene = (name, me, body) => html`${siteHeader({ me, route: { name, key: "", subpage: "" }, dialog: "", fourColors: false }, NO_ACTIONS)}${body}`;

/** @param {Partial<import("../types").Proposal>} changes @returns {import("../types").Proposal} */
const proposal = (changes) => ({ number: 1, part: "floorperson", name: "", proposed_by: "Root", proposed_at: "", proposer_invited_by: ["house"], status: "proposed", decided_by: "", decided_at: "", decider_invited_by: [], ...changes });

/** @param {Partial<import("../types").Filing>} changes @returns {import("../types").Filing} */
const filing = (changes) => ({
  number: 7, status: "proposed", rules: "", proposed_by: "Maximiliana Konstantina von und zu Hohen", proposed_at: "", approved_by: "", approved_at: "", rejected_by: "", rejected_at: "",
  superseded_by: null, superseded_at: "", line: 1, submission: { table: { minimum: 2500, maximum: 100000 } }, proposer_invited_by: ["Root", "house"], approver_invited_by: [], after_round: true,
  in_force_at: "", lapsed: "", changes: ["The table minimum changes from $5 to $25.", "Five Card Bonus is no longer offered."], ...changes,
});

/** @type {import("../staff/staff.js").StaffData} */
const STAFF_DATA = {
  ...EMPTY,
  tables: ROOM,
  dealers: [{ name: "Dee", tables: ["one", "mine"], inviters: ["Root", "house"] }, { name: "Bartholomew Featherstonehaugh the Elder", tables: [], inviters: [] }],
  filings: [{ table: "one", title: "Criss Cross Poker", filing: filing({}) }, { table: "long", title: ROOM[4].title, filing: filing({ number: 8, status: "approved", approved_by: "Flo", approver_invited_by: ["house"] }) }],
};
/** @type {import("../admin/admin.js").AdminData} */
const ADMIN_DATA = {
  ...NO_DATA,
  proposals: [proposal({}), proposal({ number: 2, name: "Dee", part: "dealer", proposed_by: "You" }), proposal({ number: 3, status: "approved", decided_by: "Flo", decider_invited_by: ["Ada", "house"] })],
  sessions: [{ id: "5f1c", name: "Root", part: "administrator", guest: false, since: "2026-11-16T19:00:00.000Z", seen: "2026-11-16T20:00:00.000Z", own: true }, { id: "8a2b", name: "Maximiliana Konstantina von und zu Hohen", part: "floorperson", guest: false, since: "2026-11-16T18:00:00.000Z", seen: "2026-11-16T19:58:00.000Z", own: false }],
  delays: [{ name: "Dee", seconds: 31.4 }],
  settings: [{ name: "guests", value: "on", help: "Let guests play without an account.", is_default: true }, { name: "database", value: "set", help: "Store the room in postgresql://… instead.", is_default: false }],
  backups: [{ name: "room-2026-11-16T20-00-00Z.db", bytes: 12_345_678 }],
  health: { status: "degraded", error: "", tables: 12, stopped: { window: "its log cannot be read" }, failures: [{ kind: "row_unreadable", sentence: "a row of the accounts cannot be read", seconds: 75 }] },
  nodes: [{ name: "one", address: "", alive: true, leader: true, tables: ["window"] }],
};
const STAFF_ACCOUNTS = [{ name: "Root", part: /** @type {const} */ ("administrator"), guest: false, closed: "", since: "", invited_by: "house", approved_by: "", inviters: ["house"], tables: [], proposal: null }];
const perform = () => Promise.resolve();

/** @type {Record<string, import("./gallery.js").Scene>} */
export const PAGES = {
  "lobby-empty": () => pageScene("lobby", null, lobbyView([], "", null)),
  "lobby-full": () => pageScene("lobby", ME, lobbyView(ROOM, "", ME)),
  "lobby-offline": () => pageScene("lobby", { ...ME, name: "Maximiliana Konstantina von und zu Hohen", cents: 123_456_789_00 }, lobbyView(ROOM.slice(0, 1), "Can't reach the card room. Check your connection and try again.", null)),
  "history-none": () => pageScene("history", ME, historyView(ME, {}, {}, "")),
  "history-many": (games) => pageScene("history", ME, historyView(ME, Object.fromEntries(Object.entries(games).map(([key, game]) => [key, [finishedRoundOf(game), { ...finishedRoundOf(game), number: 123_456 }, { ...finishedRoundOf(game), number: 3, void: "a misdeal" }]])), Object.fromEntries(Object.entries(games).map(([key, { card }]) => [key, card.name])), "")),
  "sign-in": () => pageScene("lobby", null, [lobbyView(ROOM, "", null), accountDialog("in", NO_ACTIONS)]),
  "sign-up": () => pageScene("lobby", null, [lobbyView(ROOM, "", null), accountDialog("up", NO_ACTIONS)]),
  "keep-account": () => pageScene("lobby", { ...ME, guest: true }, [lobbyView(ROOM, "", ME), accountDialog("keep", NO_ACTIONS, { ...ME, guest: true })]),
  "lobby-guest": () => pageScene("lobby", { ...ME, name: "Guest 4821", guest: true }, lobbyView(ROOM, "", ME)),
  "invitation-used": () => pageScene("join", null, joinPage("", { part: "", errorMessage: "This invitation link has already been used. Ask for a new one" }, NO_ACTIONS)),
  "staff-floor": () => pageScene("staff", { ...ME, part: "floorperson" }, staffView({ ...ME, part: "floorperson" }, STAFF_DATA, perform)),
  admin: () => pageScene("admin", { ...ME, part: "administrator" }, adminView({ ...ME, part: "administrator" }, { ...ADMIN_DATA, people: STAFF_ACCOUNTS, link: "room.example/#/join/3q2-7wAB5yEcS1vZk0_dTRmuVQXo9p4LhGJtY8iN6fg" }, perform)),
  "admin-auditor": () => pageScene("admin", { ...ME, part: "auditor" }, adminView({ ...ME, part: "auditor" }, { ...ADMIN_DATA, people: STAFF_ACCOUNTS }, perform)),
  "admin-floor": () => pageScene("admin", { ...ME, part: "floorperson" }, adminView({ ...ME, part: "floorperson" }, ADMIN_DATA, perform)),
  "staff-offline": () => pageScene("staff", { ...ME, part: "auditor" }, staffView({ ...ME, part: "auditor" }, { ...EMPTY, errorMessage: "Can't reach the card room. Check your connection and try again." }, perform)),
  invitation: () => pageScene("join", null, joinPage("", { part: "dealer", errorMessage: "" }, NO_ACTIONS)),
};
