// @ts-check
/** What the auditor's page shows of a day: it loads one section at a time. */

import { api } from "../api.js";
import { define } from "../define.js";
import { html } from "../html.js";
import { DAY } from "../texts_audit.js";
import { booksView, shiftView, staffView } from "./day_views.js";

/** @typedef {import("../types").Me} Me */
/** @typedef {{me: Me, section: string}} DayState */
/** @typedef {{key: string, pit: import("../types").PitReport | null, staff: import("../types").StaffReport | null, books: import("./day_views.js").Reconciliation | null, errorMessage: string, isRecorded: boolean}} DayData */

/** @type {DayData} */
const NO_DATA = { key: "", pit: null, staff: null, books: null, errorMessage: "", isRecorded: false };
/** Who may put a reconciliation on record. */
const RECORDERS = ["floorperson", "administrator"];
const today = () => new Date().toISOString().slice(0, 10);

let day = today();
let person = "";
let data = NO_DATA;

define("pb-audit-day", (/** @type {DayState} */ { me, section }, element) => {
  const page = /** @type {import("../define.js").StatefulElement<DayState>} */ (element);
  const redraw = () => { if (page.isConnected) page.state = { ...page.state }; };
  const key = `${section} ${day}`;
  const load = async (/** @type {() => Promise<Partial<DayData>>} */ work) => {
    try {
      const loaded = await work();
      if (data.key === key) data = { ...data, ...loaded, errorMessage: "" };
    } catch (error) {
      if (data.key === key) data = { ...data, errorMessage: error instanceof Error ? error.message : String(error) };
    }
    redraw();
  };
  const loadSection = async () => {
    if (section === "staff") return { staff: await api.getStaffReport(day) };
    if (section === "books") return { books: await api.previewReconciliation(day) };
    return { pit: await api.getPitReport(day) };
  };
  if (data.key !== key) {
    data = { ...NO_DATA, key };
    load(loadSection);
  }
  return dayView(day, data, {
    show: (chosen) => { day = chosen || today(); data = NO_DATA; redraw(); },
  }, sectionView());

  function sectionView() {
    if (data.pit) return shiftView(data.pit);
    if (data.staff) return staffView(data.staff, person, (name) => { person = name; redraw(); });
    if (data.books) return booksView(day, data.books, {
      canRecord: RECORDERS.includes(me.part),
      isRecorded: data.isRecorded,
      record: () => { load(async () => ({ books: await api.reconcile(day), isRecorded: true })); },
    });
    return null;
  }
});

/** @param {string} shown @param {{errorMessage: string}} state @param {{show: (day: string) => void}} actions @param {unknown} content */
export function dayView(shown, { errorMessage }, actions, content) {
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    actions.show(String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("day") ?? ""));
  };
  return html`
    <form class="audit-search day" @submit=${submit}>
      <label>${DAY.day} <input type="date" name="day" .value=${shown} required></label>
      <button class="primary">${DAY.show}</button>
    </form>
    <p class="status" role="status">${errorMessage || (content ? "" : DAY.loading)}</p>
    ${content}`;
}
