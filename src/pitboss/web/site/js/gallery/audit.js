// @ts-check
/** Scenes of the auditor's page: rounds, shift sheets, staff, books. */

import { sectionTabs, searchView } from "../audit/audit.js";
import { dayView } from "../audit/day.js";
import { booksView, shiftView, staffView } from "../audit/day_views.js";
import { siteHeader } from "../header.js";
import { html } from "../html.js";
import { ME, NO_ACTIONS } from "./fixtures.js";

/** @typedef {import("../types").PitReport} PitReport */
/** @typedef {PitReport["sheets"][number]} Sheet */

const AUDITOR = { ...ME, guest: false, cents: 0, part: /** @type {const} */ ("auditor") };
const DAY = "2026-11-16";
const AT = "2026-11-16T21:14:07.000Z";
const nothing = () => undefined;

/** @param {number} win @param {number} theoretical @param {number} deviation @returns {NonNullable<PitReport["bands"]>} */
const bands = (win, theoretical, deviation) => ({
  standard_deviation: deviation, z: Math.round((100 * (win - theoretical)) / deviation) / 100,
  low_95: Math.floor(theoretical - 1.96 * deviation), high_95: Math.ceil(theoretical + 1.96 * deviation),
  low_99: Math.floor(theoretical - 2.576 * deviation), high_99: Math.ceil(theoretical + 2.576 * deviation),
  is_outside: Math.abs(win - theoretical) > 2.576 * deviation,
});

/** @type {Sheet} */
const SHEET = {
  table: "stud-235", title: "2-3-5 Stud Poker", game: "stud-235", start: `${DAY}T00:00:00Z`, end: "2026-11-17T00:00:00Z", rounds: 412, hands: 1_640, drop: 4_850_000, buy_ins: 31, cash_outs: 3_912_500,
  fills: 500_000, bank: 10_000_000, counted_over: 0, handle: 2_310_500, payouts: 2_198_000, gifts: 0, corrected: 500, win: 112_000, hold_of_drop: "112/4850", hold_of_handle: "1120/23105", theoretical: "81340",
  bands: bands(112_000, 81_340, 264_100), not_known: [], jackpots_paid: 0, meter_difference: "0", tray: 10_612_000, wagers: [], merchandise: [], rulings: [], voids: [], example: false,
  meters: [{ meter: "meter", opened: 1_000_000, seeded: 0, fed: "41250/3", corrected: 0, paid: 0, shows: "3041250/3", difference: 0 }],
  jackpots: [],
  incidents: [{ at: AT, number: 1, round: 87, seat: 3, what: "a card was exposed before its time: the first card of seat 3", reported_by: "Dee", ruling: "play on", reason: "nobody acted on it", ruled_by: "Flo", line: 4_201, invitations: "" }],
  corrections: [{ at: AT, what: "payout", round: 87, seat: 3, player: "Maximiliana Konstantina von und zu Hohen", key: "two_card", cents: 500, reason: "the dealer misread the hand", proposed_by: "Dee", approved_by: "Flo", line: 4_290, invitations: "" }],
  counts: [{ at: `${DAY}T18:00:00.000Z`, what: "opening", counted: 10_000_000, over: 0, counted_by: "Dee", confirmed_by: "Flo", line: 7, invitations: "" }],
  transfers: [{ at: AT, what: "fill", cents: 500_000, slip: "F-118", proposed_by: "Dee", approved_by: "Flo", line: 3_113, invitations: "" }],
};
const OUTSIDE = { ...SHEET, table: "window", title: "The table by the window with the very long name, for high limits only", win: -1_204_500, hold_of_drop: "-12045/48500", hold_of_handle: "-2409/4621", bands: bands(-1_204_500, 81_340, 264_100), jackpots: [{ at: AT, round: 391, seat: 2, player: "Bea", wager: "progressive", meter: "meter", paid: 1_013_750, reseeded: 1_000_000, validated_by: "Flo", line: 9_871, verified_by: "Dee", invitations: "" }] };
const UNKNOWN = { ...SHEET, table: "own", title: "A game of the house", theoretical: null, bands: null, incidents: [], corrections: [], counts: [], transfers: [], meters: [] };

/** @param {Sheet[]} sheets @returns {PitReport} */
const pitOf = (sheets) => ({
  start: SHEET.start, end: SHEET.end, tables: sheets.length, rounds: 824, hands: 3_280, drop: 9_700_000, cash_outs: 7_825_000, fills: 1_000_000, handle: 4_621_000, payouts: 4_396_000, gifts: 0, corrected: 1_000,
  win: -1_092_500, hold_of_drop: "-10925/97000", hold_of_handle: "-2185/9242", theoretical: "162680", bands: bands(-1_092_500, 162_680, 373_500), not_known: [], outside: ["window"], jackpots_paid: 1_013_750,
  meter_difference: "0", incidents: 2, voids: 0, corrections: 2, sheets,
});

const PERSON = { name: "Dee", roles: ["dealer"], tables: ["stud-235", "window"], first: `${DAY}T18:00:00.000Z`, last: `${DAY}T23:58:41.000Z`, rounds: 824, incidents: 2, rulings: 0, proposals: 5, approvals: 0, rejections: 0, corrections: 2, voids: 0, counts: 2, transfers: 2, jackpots: 1, sign_ins: 1 };
/** @type {import("../types").StaffReport} */
const STAFF = {
  start: SHEET.start, end: SHEET.end,
  people: [PERSON, { ...PERSON, name: "Bartholomew Featherstonehaugh the Elder", roles: ["floorperson"], rounds: 0, rulings: 2, proposals: 0, approvals: 5 }],
  acts: [
    { at: AT, name: "Dee", role: "dealer", kind: "incident", table: "stud-235", round: 87, text: "Incident 1: a card was exposed before its time.", line: 4_201 },
    { at: AT, name: "Bartholomew Featherstonehaugh the Elder", role: "floorperson", kind: "ruling", table: "stud-235", round: 87, text: "Bartholomew Featherstonehaugh the Elder rules on incident 1: play goes on.", line: 4_203 },
    { at: AT, name: "Dee", role: "dealer", kind: "sign-in", table: "", round: 0, text: "Signed in.", line: 12 },
  ],
};
/** @type {import("../audit/day_views.js").Reconciliation} */
const BOOKS = {
  day: DAY, total: 0, difference: 0, closes: true, breaks: [], players: [],
  streams: [{ stream: "office", title: "Back office", rounds: 0, lines: 41, accounts: [], meters: [] }, { stream: "stud-235", title: "2-3-5 Stud Poker", rounds: 412, lines: 18_240, accounts: [], meters: SHEET.meters }],
};

/** @param {string} section @param {unknown} content @param {string} [errorMessage] */
const daySection = (section, content, errorMessage = "") => html`
  ${siteHeader({ me: AUDITOR, route: { name: "audit", key: section, subpage: "" }, dialog: "", fourColors: false }, NO_ACTIONS)}
  <main class="page audit">${sectionTabs(section)}${dayView(DAY, { errorMessage }, { show: nothing }, content)}</main>`;
const round = { at: AT, table: "stud-235", round: 87, opened_at: AT, closed_at: AT, staked: 4_500, credited: 12_000, largest_credit: 9_000, incidents: 1, jackpots: 0, void: false, players: ["al", "maximilianakonstantinavonundzuhohen"], staff: ["dee", "flo"], first_line: 4_100, last_line: 4_199 };

/** @type {Record<string, import("./gallery.js").Scene>} */
export const AUDIT_SCENES = {
  "audit-rounds": () => html`
    ${siteHeader({ me: AUDITOR, route: { name: "audit", key: "", subpage: "" }, dialog: "", fourColors: false }, NO_ACTIONS)}
    ${searchView({ tables: [], rounds: [round, { ...round, round: 86, void: true }], next: "more", notIndexed: ["window"], isBusy: false, hasSearched: true, errorMessage: "" }, { find: nothing, more: nothing })}`,
  "audit-shift": () => daySection("shift", shiftView(pitOf([SHEET, OUTSIDE, UNKNOWN]))),
  "audit-shift-error": () => daySection("shift", null, "Can't reach the card room. Check your connection and try again."),
  "audit-staff": () => daySection("staff", staffView(STAFF, "", nothing)),
  "audit-staff-nobody": () => daySection("staff", staffView({ ...STAFF, people: [], acts: [] }, "", nothing)),
  "audit-books": () => daySection("books", booksView(DAY, BOOKS, { canRecord: false, isRecorded: false, record: nothing })),
  "audit-books-broken": () => daySection("books", booksView(DAY, { ...BOOKS, closes: false, breaks: [{ stream: "stud-235", sentence: "the house won 500 cents on the wagers of round 12, but the tray gained 400", line: 812 }] }, { canRecord: true, isRecorded: false, record: nothing })),
};
