// @ts-check
/** Scenes of the school: games, lessons, pages, questions, moves, the end, and the class. */

import { siteHeader } from "../header.js";
import { html } from "../html.js";
import { EMPTY } from "../school/school.js";
import { schoolView } from "../school/views.js";
import { ME, NO_ACTIONS, stepOf } from "./fixtures.js";

/** @typedef {import("../school/views.js").SchoolData} SchoolData */
/** @typedef {import("../types").SchoolPage} SchoolPage */
/** @typedef {import("./gallery.js").Games} Games */

const KEY = "criss-cross";
const CLAUSES = { "CCP 11.B": "The first decision, on Across, is made before any card of the cross is seen, starting at seat 1.", "CCP 12.A(8)": "Two pair: 2 to 1." };

/** @type {import("../types").LessonSummary[]} */
const LESSONS = [
  { key: "first-round", title: "Your first round", about: "See one round from the dealer's side, step by step.", minutes: 10, questions: 6, rounds: 0, day: "2026-11-16", right: 5, asked: 6 },
  { key: "payments", title: "What you pay", about: "Every wager, whole seats, folded hands and limits.", minutes: 15, questions: 12, rounds: 0, day: "", right: 0, asked: 0 },
  { key: "dealing", title: "Deal three rounds", about: "You are the dealer.", minutes: 20, questions: 0, rounds: 3, day: "", right: 0, asked: 0 },
];

/** @param {Partial<import("../types").GameProgress>} changes @returns {import("../types").GameProgress} */
const progress = (changes) => ({
  game: KEY, game_name: "Criss Cross Poker", lessons: LESSONS, due: 12, known: 31, seen: 47, weak: ["what each wager pays", "what to do when something goes wrong"],
  last_day: "2026-11-16", session: "", session_lesson: "", certificate: "", ...changes,
});

const OVERVIEW = { games: [progress({}), progress({ game: "three-card", game_name: "Three Card Poker", due: 0, known: 0, seen: 0, weak: [], lessons: LESSONS.map((lesson) => ({ ...lesson, day: "" })) })], day_streak: 12 };

/** @type {SchoolPage} */
const QUESTION = {
  wants: "answer", about: "the next step, and what to announce", is_repeat: false, prompt: "Just done: open betting. What is the next step?",
  options: ["Take bets, then close betting", "Deal a card to each player: seats 1, 2 and 3; then take the stub out of the shoe and put it in the discard rack", "Turn over the Left and Right cards", "Pick up the cards"],
  fields: [], hint: "", moves: [], irregularity: "", seats: [], seat: null, round: 0, view: null, grade: null, answers: 4, right: 3, left: 6, streak: 3, report: null,
};
/** @type {SchoolPage} */
const FIGURES = { ...QUESTION, options: [], prompt: "Seat 3: what do you pay on each wager?", is_repeat: true, hint: "Enter what you pay, push, or lose.", fields: ["Ante Across, $25", "Ante Down, $25", "Five Card Bonus, $1"].map((label) => ({ label, kind: "paid" })) };
/** @type {import("../types").PageGrade} */
const WRONG = { is_right: false, parts: [true, false, false], feedback: "Not quite: Ante Across, $25: $25; Ante Down, $25: push; Five Card Bonus, $1: lose. Tell the player: Your Across hand: two pair, jacks and threes.", clauses: CLAUSES, answers: ["$25", "push", "lose"], right_option: null, comes_back_after: 3 };
/** @type {import("../types").PageGrade} */
const RIGHT = { ...WRONG, is_right: true, parts: [true], feedback: "Correct. The dealer does it. You say: “No more bets.”", answers: [], right_option: 0, comes_back_after: 0 };
/** @type {SchoolPage} */
const MOVES = {
  ...QUESTION, wants: "move", about: "rounds at the table, move by move", options: [], seats: [1, 2, 3], round: 2, prompt: "Just done: open betting. What do you do?",
  moves: [["o", "open betting"], ["n", "no more bets"], ["d", "deal to the players"], ["a", "ask a seat"], ["s", "settle a seat"], ["f", "call the floorperson"], ["i", "report a problem"]].map(([key, label]) => ({ key, label, needs_seat: key === "a" || key === "s" })),
};
/** @type {SchoolPage} */
const OVER = {
  ...QUESTION, wants: "nothing",
  report: {
    game: KEY, asked: 8, right: 7, finished: true,
    subjects: [{ subject: "order", about: "the next step, and what to announce", asked: 5, right: 5 }, { subject: "paying", about: "what each wager pays", asked: 3, right: 2 }],
    missed: [{ kind: "pays: across", times: 1, mended: true, prompt: "Seat 3: what do you pay on Ante Across?", clauses: CLAUSES }],
  },
};

/** @param {SchoolPage} page @param {Games} games @param {Partial<SchoolData>} [changes] */
function lessonScene(page, games, changes = {}) {
  const game = games[KEY];
  const view = page.wants === "nothing" ? null : stepOf(game, -1).view;
  const session = { session: "s", game: KEY, table: "", lesson: "first-round", title: "Your first round", number: 4, page: { ...page, view, seat: page.fields.length ? 3 : null }, returns: { "2026-11-17": 4, "2026-11-18": 2 } };
  return scene({ overview: OVERVIEW, game: KEY, lesson: "first-round", card: game.card, session, inputs: ["25", "", "push"], ...changes });
}

/** @param {Partial<SchoolData>} data @param {import("../types").Me | null} [me] */
const scene = (data, me = { ...ME, part: "floorperson", guest: false }) => html`${siteHeader({ me, route: { name: "school", key: "", subpage: "" }, dialog: "", fourColors: false }, NO_ACTIONS)}${schoolView({ ...EMPTY, ...data }, me, NO_ACTIONS)}`;

/** @type {import("../types").Certificate} */
const CERTIFICATE = { id: "3q2-7wAB5yEcS1vZk0_dTRmuVQXo9p4LhGJtY8iN6fg", name: "Maximiliana Konstantina von und zu Hohen", game: KEY, game_name: "Criss Cross Poker", edition: "", day: "2026-11-16", lessons: [] };

/** @type {Record<string, import("./gallery.js").Scene>} */
export const SCHOOL_SCENES = {
  "school-visitor": () => scene({}, null),
  "school-offline": () => scene({ errorMessage: "Can't reach the card room. Check your connection and try again." }),
  "school-games": () => scene({ overview: OVERVIEW }),
  "school-lessons": () => scene({ overview: OVERVIEW, game: KEY, certificate: CERTIFICATE }),
  "school-step": (games) => scene({ overview: OVERVIEW, game: KEY, lesson: "first-round", card: games[KEY].card, index: 1, pages: [{ title: "Criss Cross Poker", rows: [], who: "", say: "", counts: false, clauses: {}, view: null }, { title: "Announce and settle seat 3's hand.", rows: [{ head: "Ante Across, $5", text: "Push", clause: "" }, { head: "Across, $5", text: "$10", clause: "" }], who: "dealer", say: "Seat 3, your Across hand: …", counts: false, clauses: CLAUSES, view: stepOf(games[KEY], -1).view }] }),
  "school-reading": (games) => scene({ overview: OVERVIEW, game: KEY, lesson: "payments", card: games[KEY].card, pages: [{ title: "How wagers are paid", rows: [{ head: "Ante Across", text: "Wins 1 to 1 if your Across hand wins.", clause: "CCP 12.A" }, { head: "Across", text: "Paid by the paytable.", clause: "CCP 12.A" }], who: "", say: "", counts: false, clauses: {}, view: null }] }),
  "school-question": (games) => lessonScene(QUESTION, games),
  "school-right": (games) => lessonScene({ ...QUESTION, wants: "continue", grade: RIGHT }, games, { chosen: 0 }),
  "school-figures": (games) => lessonScene(FIGURES, games, { field: 1 }),
  "school-wrong": (games) => lessonScene({ ...FIGURES, wants: "continue", grade: WRONG }, games),
  "school-moves": (games) => lessonScene(MOVES, games, { note: "The school is busy: wait a moment, then try again." }),
  "school-seat": (games) => lessonScene({ ...MOVES, grade: { ...WRONG, feedback: "Not quite: take bets, then close betting (N). You say: “No more bets.”", comes_back_after: 0 } }, games, { move: "s" }),
  "school-irregularity": (games) => lessonScene({ ...MOVES, irregularity: "A card is face up in the shoe." }, games),
  "school-over": (games) => lessonScene(OVER, games, { certificate: CERTIFICATE }),
  "school-class": () => scene({ overview: OVERVIEW, game: "class", members: [
    { name: "Dee", role: "dealer", last_day: "2026-11-16", games: [progress({}), progress({ game_name: "Three Card Poker", weak: [], due: 0 })] },
    { name: "Bartholomew Featherstonehaugh the Elder", role: "dealer", last_day: "", games: [] },
  ] }),
};
