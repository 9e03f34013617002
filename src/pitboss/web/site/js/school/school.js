// @ts-check
/** The school: it follows the address, sends what the trainee does, and shows the answer. */

import { api, Refusal } from "../api.js";
import "../elements/card.js";
import "../elements/chip.js";
import { define } from "../define.js";
import { schoolView } from "./views.js";

/** @typedef {import("./views.js").SchoolData} SchoolData */
/** @typedef {{me: import("../types").Me | null, game: string, lesson: string, table: string, actions: import("../app.js").AppActions}} SchoolState */

/** @type {SchoolData} */
export const EMPTY = {
  overview: null, members: null, tables: [], table: "", game: "", lesson: "", card: null, pages: [], index: 0, session: null,
  inputs: [], field: 0, move: "", chosen: null, certificate: null, note: "", errorMessage: "",
};
const BASE = 100;

/** @type {SchoolData} */
let data = EMPTY;
let loadedFor = "";
/** Whether a request is under way: a second click does not repeat it. */
let busy = false;

/** @param {unknown} error */
const sentenceOf = (error) => (error instanceof Error ? error.message : String(error));

/** Load what an address shows. @param {string} game @param {string} lesson @param {string} table @returns {Promise<Partial<SchoolData>>} */
async function loadPlace(game, lesson, table) {
  const [overview, members, tables] = await Promise.all([api.getSchool(), game === "class" ? api.getClass() : null, game && !lesson ? api.listTables() : []]);
  const progress = overview.games.find((entry) => entry.game === game);
  if (!progress || !lesson) return { overview, members, tables };
  const hasOpenSession = progress.session && progress.session_lesson === lesson;
  const openSession = hasOpenSession ? await api.getSchoolSession(progress.session).catch(() => null) : null;
  // A lesson by other rules is another lesson: it starts again.
  const session = openSession?.table === table ? openSession : null;
  const card = await (table ? api.getCard(table) : api.getGameCard(game));
  if (session) return { overview, card, session, ...blankInputs(session) };
  const { pages } = lesson === "review" ? { pages: [] } : await api.getLesson(game, lesson, table);
  if (pages.length) return { overview, card, pages };
  const started = await api.startLesson(game, lesson, table);
  return { overview, card, session: started, ...blankInputs(started) };
}

/** @param {import("../types").SessionState} session */
const blankInputs = ({ page }) => ({ inputs: page.fields.map(() => ""), field: 0, move: "", chosen: null });

define("pb-school", (/** @type {SchoolState} */ { me, game, lesson, table, actions: appActions }, element) => {
  const page = /** @type {import("../define.js").StatefulElement<SchoolState>} */ (element);
  const redraw = () => { if (page.isConnected) page.state = { ...page.state }; };
  const set = (/** @type {Partial<SchoolData>} */ changes) => { data = { ...data, ...changes }; redraw(); };
  const focusHeading = () => window.setTimeout(() => /** @type {HTMLElement | null} */ (page.querySelector("h1[tabindex]"))?.focus(), 30);
  const place = `${me?.name ?? ""} ${game} ${lesson} ${table}`;
  if (loadedFor !== place) {
    loadedFor = place;
    data = { ...EMPTY, game, lesson, table, overview: data.overview };
    if (me) loadPlace(game, lesson, table).then((changes) => { if (loadedFor === place) { set({ errorMessage: "", ...changes }); if (lesson) focusHeading(); } }, (error) => { if (loadedFor === place) set({ errorMessage: sentenceOf(error) }); });
  }
  /** Do one thing at a time. @param {() => Promise<Partial<SchoolData>>} task */
  const perform = async (task) => {
    if (busy) return;
    busy = true;
    try {
      const changes = await task();
      if (loadedFor === place) set({ note: "", errorMessage: "", ...changes });
    } catch (error) {
      if (loadedFor === place) set({ note: sentenceOf(error), move: "" });
      if (error instanceof Refusal && error.status === 404) loadedFor = "";
    }
    busy = false;
  };
  /** @param {import("../types").SchoolAction} action @param {Partial<SchoolData>} [changes] */
  const act = (action, changes = {}) => perform(async () => {
    const before = /** @type {import("../types").SessionState} */ (data.session);
    const session = await api.actInLesson(before.session, before.number, action);
    const isNew = session.page.wants !== "continue";
    if (isNew) focusHeading(); else window.setTimeout(() => /** @type {HTMLElement | null} */ (page.querySelector("[data-enter]"))?.focus(), 30);
    const overview = session.page.wants === "nothing" ? await api.getSchool() : data.overview;
    return { session, overview, ...(isNew ? blankInputs(session) : {}), ...changes };
  });
  /** @type {import("./views.js").SchoolActions} */
  const actions = {
    turnPage: (offset) => { set({ index: Math.min(Math.max(data.index + offset, 0), data.pages.length - 1), note: "" }); focusHeading(); },
    start: () => perform(async () => { const session = await api.startLesson(game, lesson, table); focusHeading(); return { session, ...blankInputs(session) }; }),
    answer: (option) => { act({ type: "answer", answer: option }, { chosen: option }); },
    type: (field, text) => set({ field, inputs: data.inputs.map((input, index) => (index === field ? text : input)), note: "" }),
    select: (field) => { if (field !== data.field) set({ field }); },
    addChip: (cents) => {
      const before = Math.round(Number.parseFloat(data.inputs[data.field]) * BASE) || 0;
      actions.type(data.field, String((before + cents) / BASE));
    },
    submit: () => {
      if (data.session?.page.wants !== "answer") return;
      const empty = data.inputs.findIndex((input) => !input.trim());
      if (empty < 0) { act({ type: "answer", answer: data.inputs.map((input) => input.trim()) }); return; }
      set({ field: empty });
      page.querySelectorAll("input")[empty]?.focus();
    },
    chooseMove: (key) => {
      const move = data.session?.page.moves.find((entry) => entry.key === key);
      if (move && !move.needs_seat) act({ type: "move", move: key, seat: null });
      else set({ move: key });
    },
    chooseSeat: (seat) => { act({ type: "move", move: data.move, seat }); },
    goOn: () => { act({ type: "continue" }); },
    certify: (key) => { perform(async () => ({ certificate: await api.createCertificate(key) })); },
    enterAsGuest: async () => { try { appActions.setMe(await api.signInAsGuest()); } catch (error) { set({ errorMessage: sentenceOf(error) }); } },
  };
  listenToKeys(page, actions);
  return schoolView(data, me, actions);
});

/** @type {import("./views.js").SchoolActions | null} */
let keyActions = null;

/** Number keys choose answers, letters make moves, and Enter goes on. @param {HTMLElement} page @param {import("./views.js").SchoolActions} actions */
function listenToKeys(page, actions) {
  keyActions = actions;
  if (page.dataset.keys) return;
  page.dataset.keys = "yes";
  const listen = (/** @type {KeyboardEvent} */ event) => {
    if (!page.isConnected) { document.removeEventListener("keydown", listen); delete page.dataset.keys; return; }
    const target = /** @type {HTMLElement} */ (event.target);
    if (!keyActions || event.ctrlKey || event.metaKey || event.altKey || event.repeat || target.closest("summary, dialog")) return;
    // A graded figure is still focused for a moment: Enter then goes on.
    if (target.closest("input") && !(event.key === "Enter" && data.session?.page.wants === "continue")) return;
    if (event.key === "Enter") {
      if (target.closest("a, button")) return;
      const button = /** @type {HTMLButtonElement | null} */ (page.querySelector("[data-enter]"));
      if (button) { event.preventDefault(); button.click(); }
      return;
    }
    const current = data.session?.page;
    const digit = Number(event.key);
    if (!current || event.key.length !== 1) return;
    if (current.wants === "answer" && digit >= 1 && digit <= current.options.length) keyActions.answer(digit - 1);
    else if (current.wants === "move" && data.move && current.seats.includes(digit)) keyActions.chooseSeat(digit);
    else if (current.wants === "move" && current.moves.some(({ key }) => key === event.key.toLowerCase())) keyActions.chooseMove(event.key.toLowerCase());
  };
  document.addEventListener("keydown", listen);
}
