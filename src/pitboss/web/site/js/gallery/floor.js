// @ts-check
/** Scenes of the floor: all tables at a glance, and one table with decisions. */

import { decisionDialog } from "../floor/decisions.js";
import { filingView, NO_FORM } from "../floor/filing.js";
import { floorView } from "../floor/floor.js";
import { newTableView, NO_NEW_TABLE } from "../floor/new_table.js";
import { NO_TABLE, tableView } from "../floor/table.js";
import { siteHeader } from "../header.js";
import { html } from "../html.js";
import { ME, NO_ACTIONS } from "./fixtures.js";

/** @typedef {import("../types").FloorTable} FloorTable */
/** @typedef {import("../types").ConsoleAction} Action */

const FLO = { ...ME, name: "Flo", guest: false, part: /** @type {const} */ ("floorperson"), cents: 0 };
const LONG = "Maximiliana Konstantina von und zu Hohen";
/** @type {import("../types").Instruction} */
const DUE = { who: "dealer", what: "turn over, announce and settle seat 1's hand", clause: "CCP 11.I" };

/** @param {Partial<FloorTable>} changes @returns {FloorTable} */
const glance = (changes) => ({
  table: "one", title: "Criss Cross Poker", game: "criss-cross", game_name: "Criss Cross Poker", version: 37, is_open: true, phase: "cards and decisions", round: 812,
  minimum: 500, maximum: 50000, seats: 6, players: { 1: "Al", 3: "Bea" }, meters: [{ name: "meter", cents: 523_456 }], tray: 9_998_100, instruction: DUE, matters: [], needs_somebody: false, ...changes,
});

/** @param {Partial<import("../types").FloorMatter>} changes @returns {import("../types").FloorMatter} */
const matter = (changes) => ({ id: "ruling-1", kind: "ruling", text: "Rule on an incident: a player, the dealer or the community area has the wrong number of cards", clause: "CCP 13.E", is_urgent: true, is_alert: false, by: "Dee", at: null, ...changes });

const JACKPOT = matter({ id: "jackpot-812-3", kind: "jackpot", text: `Validate the progressive win of seat 3, ${LONG}`, is_alert: true, by: "Dee" });
const TABLES = [
  glance({ table: "jackpot", title: "The table by the window with the very long name, for high limits only", matters: [JACKPOT, matter({})], needs_somebody: true, meters: [{ name: "meter", cents: 123_456_789_00 }, { name: "minor", cents: 1 }] }),
  glance({ table: "approval", matters: [matter({ id: "approval-3", kind: "approval", text: "Approve a count of the tray", by: "Dee" })], needs_somebody: true, is_open: false, tray: null, phase: "", round: 0, players: {} }),
  glance({}),
  glance({ table: "deck", matters: [matter({ id: "deck-2", kind: "deck", text: "Deck D2 must be changed soon", is_urgent: false, by: "" })], meters: [] }),
];

/** @param {Partial<Action>} changes @returns {Action} */
const action = (changes) => ({ id: "rule-by-the-book", role: "floorperson", label: "Incident 1, by the book: the rulebook's remedy applies", detail: "The round is void and every wager is returned.", clause: "CCP 13.E", variants: [{ label: "by the book", command: { type: "Rule" }, detail: "", confirmation: "" }], prompts: [], refusal: "", is_urgent: true, ...changes });

const VALIDATE = action({ id: "validate-3", label: "Validate the progressive win of seat 3", detail: "", clause: "CCP 12.D", variants: [{ label: "validate", command: { type: "ValidateJackpot" }, detail: "", confirmation: "" }] });
const OWN = action({ id: "approve-3", label: "Approve proposal 3 by Flo: void round 812: a fire alarm", detail: "", clause: "SEC-3", refusal: "'Flo' proposed it, so somebody else must approve it" });
const FILL = action({ id: "fill-tray", label: "Propose a fill: chips from the cage to the tray", detail: "A second person counts and approves it.", clause: "LEDG-7", is_urgent: false, variants: [{ label: "fill", command: { type: "Propose" }, detail: "", confirmation: "" }], prompts: [{ name: "cents", text: "How much comes from the cage, in dollars?", kind: "money", path: ["matter", "cents"], initial: "", minimum: 1, maximum: null }, { name: "slip", text: "What is the number of the slip?", kind: "text", path: ["matter", "slip"], initial: "", minimum: null, maximum: null }] });
/** @type {import("../types").Consequences} */
const PAYS = { version: 37, seats: [{ seat: 3, player: LONG, cents: 523_456_00 }, { seat: 1, player: "Al", cents: -12_500 }], meters: [{ meter: "meter", before: 523_456_00, after: 500_000, paid: 523_456_00 }], tray: -523_331_00, fill: 423_331_00, depends_on_hidden_cards: true, moves_nothing: false };
const NOTHING = { ...PAYS, seats: [], meters: [], tray: 0, fill: 0, depends_on_hidden_cards: false, moves_nothing: true };

/** @type {import("../types").TableConsole} */
const CONSOLE = {
  role: "floorperson", name: "Flo", table: "jackpot", game: "criss-cross", version: 37, instruction: { ...DUE, ahead: [{ why: "the stub must be counted", clause: "CCP 8.E", at: null, rounds: 4 }] },
  primary: null, incidents: [action({ id: "report", label: "A card is face up in the shoe or deck", is_urgent: false })], floor: [VALIDATE, action({}), OWN], people: [], deck: [], proposals: [FILL], payments: null, timers: { decks: [], stub: null, countdown: null }, tray: 9_998_100,
  log: [{ version: 36, at: "2026-11-16T20:00:00.000Z", by: "Dee", text: "Seat 3 has hit the meter." }],
};

/** @type {import("../floor/decisions.js").DecisionHandlers} */
const HANDLERS = { choose: () => undefined, answer: () => undefined, confirm: () => undefined, showFiling: () => undefined, restart: () => undefined, close: () => undefined };
/** @type {import("../floor/filing.js").FilingHandlers} */
const FILING_HANDLERS = { edit: () => undefined, propose: () => undefined, reset: () => undefined, print: () => undefined };

/** @type {import("../types").FilingForm} */
const FORM = { submission: { table: { minimum: 500 } }, fields: [
  { path: ["table", "minimum"], group: "Table", label: "Minimum", kind: "money", choices: [], clause: "CCP 10.A", value: 500 },
  { path: ["table", "dealing"], group: "Table", label: "Dealing", kind: "choice", choices: ["hand", "manual shoe"], clause: "CCP 9.A(1)", value: "manual shoe" },
  { path: ["wagers", "bonus_spin", "offered"], group: "Bonus Spin", label: "Offered", kind: "boolean", choices: [], clause: null, value: true },
  { path: ["approvals", "filing", "date"], group: "Approvals", label: "Date", kind: "date", choices: [], clause: "CCP 2.A", value: "2026-01-01" },
] };

/** @param {import("./gallery.js").Games} games */
const lookOf = (games) => ({ card: games["criss-cross"].card, look: /** @type {import("../types").Look} */ (games["criss-cross"].steps.at(-1)?.view) });
/** @param {unknown} body */
const scene = (body) => html`${siteHeader({ me: FLO, route: { name: "floor", key: "", subpage: "" }, dialog: "", fourColors: false }, NO_ACTIONS)}${body}`;
const alerts = [{ table: "jackpot", title: TABLES[0].title, matter: JACKPOT }];

/** @type {import("../floor/new_table.js").NewTableHandlers} */
const NEW_TABLE_HANDLERS = { change: () => undefined, open: () => undefined, source: null };
/** @type {import("../floor/new_table.js").NewTableData} */
const NEW_TABLE = { ...NO_NEW_TABLE, games: { "criss-cross": "Criss Cross Poker", "stud-235": "235 Stud Poker" }, dealers: [{ name: "Dee", tables: [], inviters: ["Root", "house"] }, { name: LONG, tables: [], inviters: [] }], draft: { ...NO_NEW_TABLE.draft, game: "criss-cross", title: "Table by the window", key: "table-by-the-window", dealers: ["Dee"], steps: ["tray", "decks", "shuffle", "stub", "mark"] } };

/** @type {Record<string, import("./gallery.js").Scene>} */
export const FLOOR_SCENES = {
  floor: () => scene(floorView({ floor: { tables: TABLES, alerts }, errorMessage: "", notificationNote: "" }, () => undefined, true)),
  "floor-empty": () => scene(floorView({ floor: { tables: [], alerts: [] }, errorMessage: "Can't reach the card room. Check your connection and try again.", notificationNote: "Notifications are blocked. Allow them for this site in your browser's settings." }, () => undefined)),
  "floor-table": (games) => scene(tableView("jackpot", "floorperson", TABLES[0], { ...NO_TABLE, ...lookOf(games), table: "jackpot", console: CONSOLE, previews: { "validate-3 0": PAYS, "rule-by-the-book 0": NOTHING } }, "", HANDLERS)),
  "floor-table-watching": () => scene(tableView("approval", "auditor", TABLES[1], { ...NO_TABLE, table: "approval", console: { ...CONSOLE, floor: [], proposals: [], incidents: [], log: [] } }, "", HANDLERS)),
  "floor-table-stopped": () => scene(tableView("approval", "floorperson", { ...TABLES[1], matters: [matter({ id: "stopped", kind: "stopped", text: "The log of this table cannot be read: line 812 is damaged", is_alert: true, by: "" })] }, { ...NO_TABLE, table: "approval" }, "", HANDLERS)),
  "floor-decision": () => scene(html`<main class="page floor">${decisionDialog({ action: FILL, variant: FILL.variants[0], answers: { cents: "5000" }, consequences: { ...NOTHING, tray: 500_000, moves_nothing: false }, errorMessage: "Enter some text.", isBusy: false }, HANDLERS)}</main>`),
  "new-table": () => scene(newTableView(FLO, NEW_TABLE, NEW_TABLE_HANDLERS)),
  "new-table-house": () => scene(newTableView({ ...FLO, part: "administrator" }, { ...NEW_TABLE, draft: { ...NEW_TABLE.draft, isHouseDealing: true }, note: "Table by the window is open.", errorMessage: "The table 'table-by-the-window' already exists." }, NEW_TABLE_HANDLERS)),
  "floor-filing": () => scene(html`<main class="page floor"><h1>Criss Cross Poker</h1>${filingView({ ...NO_FORM, form: FORM, values: { "table.minimum": "five" }, faults: [{ path: "table.minimum", sentence: "is 'five' but must be a whole number of cents", clause: "CCP 10.A" }, { path: "wagers.other", sentence: "is unknown", clause: null }] }, FILING_HANDLERS)}</main>`),
  "floor-filing-changed": () => scene(html`<main class="page floor"><h1>Criss Cross Poker</h1>${filingView({ ...NO_FORM, form: FORM, values: { "table.minimum": "10" }, changes: ["The table minimum changes from $5 to $10."] }, FILING_HANDLERS)}</main>`),
};
