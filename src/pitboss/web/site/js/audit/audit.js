// @ts-check
/** The auditor's page: find closed rounds and replay them; the shift sheets, staff activity and daily book. */

import { api } from "../api.js";
import { define } from "../define.js";
import { formatDollars } from "../format.js";
import { html } from "../html.js";
import { AUDIT } from "../texts_audit.js";
import "./day.js";
import { replayView } from "./replay.js";
import { verifyInPage } from "./verify.js";

/** @typedef {import("../types").Me} Me */
/** @typedef {{me: Me | null, table: string, round: number}} AuditState */
/** @typedef {{tables: import("../types").LobbyTable[], rounds: import("../types").RoundSummary[], next: string, notIndexed: string[], isBusy: boolean, hasSearched: boolean, errorMessage: string}} SearchData */

/** @type {SearchData} */
export const EMPTY = { tables: [], rounds: [], next: "", notIndexed: [], isBusy: false, hasSearched: false, errorMessage: "" };
const READERS = ["floorperson", "surveillance", "auditor", "administrator"];

/** The sections besides the rounds, by address. */
const SECTIONS = ["shift", "staff", "books"];

/** @type {SearchData} */
let data = EMPTY;
/** @type {import("./replay.js").ReplayState | null} */
let replay = null;
let opened = "";
let query = "";

const sentence = (/** @type {unknown} */ error) => (error instanceof Error ? error.message : String(error));

define("pb-audit", (/** @type {AuditState} */ { me, table, round }, element) => {
  const page = /** @type {import("../define.js").StatefulElement<AuditState>} */ (element);
  const redraw = () => { if (page.isConnected) page.state = { ...page.state }; };
  const search = async (/** @type {boolean} */ isNew) => {
    if (data.isBusy) return;
    data = { ...data, isBusy: true, errorMessage: "", ...(isNew ? { rounds: [], next: "" } : {}) };
    redraw();
    try {
      // A page may be empty although there is more to search.
      do {
        const result = await api.findRounds(`${query}${data.next ? `&after=${encodeURIComponent(data.next)}` : ""}`);
        data = { ...data, rounds: [...data.rounds, ...result.rounds], next: result.next, notIndexed: result.not_indexed };
        if (result.rounds.length) break;
      } while (data.next);
    } catch (error) {
      data = { ...data, errorMessage: sentence(error) };
    }
    data = { ...data, isBusy: false, hasSearched: true };
    redraw();
  };
  const actions = {
    go: (/** @type {number} */ index) => {
      if (replay) replay = { ...replay, index: Math.min(Math.max(index, 0), replay.replay.steps.length - 1) };
      redraw();
      // After the page has drawn the step, in the same frame.
      queueMicrotask(() => page.querySelector(".replay-log .current")?.scrollIntoView({ block: "nearest" }));
    },
    verify: async () => {
      if (!replay) return;
      replay = { ...replay, isChecking: true };
      redraw();
      try {
        const [check, pageCheck] = await Promise.all([api.checkRound(table, round), verifyInPage(replay.replay)]);
        if (replay) replay = { ...replay, check, pageCheck, errorMessage: "" };
      } catch (error) {
        if (replay) replay = { ...replay, errorMessage: sentence(error) };
      }
      if (replay) replay = { ...replay, isChecking: false };
      redraw();
    },
  };
  if (!element.dataset.isListening) {
    element.dataset.isListening = "yes";
    const onKey = (/** @type {KeyboardEvent} */ event) => {
      if (!page.isConnected) return document.removeEventListener("keydown", onKey);
      if (!replay || event.ctrlKey || event.metaKey || event.altKey || (event.target instanceof HTMLInputElement)) return undefined;
      const last = replay.replay.steps.length - 1;
      const to = { ArrowLeft: replay.index - 1, ArrowRight: replay.index + 1, Home: 0, End: last }[event.key];
      if (to !== undefined) {
        event.preventDefault();
        actions.go(to);
      }
      return undefined;
    };
    document.addEventListener("keydown", onKey);
    api.listTables().then((tables) => { data = { ...data, tables }; redraw(); }).catch(() => null);
  }
  const wanted = table && round ? `${table}/${round}` : "";
  if (wanted !== opened) {
    opened = wanted;
    replay = null;
    if (wanted) {
      api.getReplay(table, round)
        .then((result) => { if (opened === wanted) replay = { replay: result, index: 0, check: null, pageCheck: null, isChecking: false, errorMessage: "" }; })
        .catch((error) => { data = { ...data, errorMessage: sentence(error) }; })
        .finally(redraw);
    }
  }
  if (!me || !READERS.includes(me.part)) return html`<main class="page narrow"><h1>${AUDIT.title}</h1><p>${AUDIT.none}</p></main>`;
  if (SECTIONS.includes(table) && !round) return html`<main class="page audit">${sectionTabs(table)}<pb-audit-day .state=${{ me, section: table }}></pb-audit-day></main>`;
  if (replay) return replayView(replay, actions);
  if (wanted && !data.errorMessage) return html`<main class="page audit"><p class="muted">${AUDIT.loading}</p></main>`;
  return searchView(data, {
    find: (form) => { query = form; search(true); },
    more: () => { search(false); },
  });
});

/** The links to the sections. @param {string} section */
export const sectionTabs = (section) => html`
  <nav class="sections" aria-label=${AUDIT.sections}>${Object.entries(AUDIT.tabs).map(([key, label]) => html`
    <a href=${key ? `#/audit/${key}` : "#/audit"} aria-current=${key === section ? "page" : null}>${label}</a>`)}</nav>`;

/** Return the query of a form. @param {HTMLFormElement} form */
function queryOf(form) {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    const text = String(value).trim();
    if (text) query.append(name, name === "minimum" ? String(Math.round(Number(text) * 100)) : value === "on" ? "true" : text);
  }
  return query.toString();
}

/** @param {SearchData} state @param {{find: (query: string) => void, more: () => void}} actions */
export function searchView({ tables, rounds, next, notIndexed, isBusy, hasSearched, errorMessage }, actions) {
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    actions.find(queryOf(/** @type {HTMLFormElement} */ (event.target)));
  };
  return html`
    <main class="page audit">
      ${sectionTabs("")}
      <h1>${AUDIT.title}</h1>
      <form class="audit-search" @submit=${submit}>
        <label>${AUDIT.table} <select name="table"><option value="">${AUDIT.allTables}</option>${tables.map(({ table, title }) => html`<option value=${table}>${title}</option>`)}</select></label>
        <label>${AUDIT.from} <input type="datetime-local" name="from"></label>
        <label>${AUDIT.to} <input type="datetime-local" name="to"></label>
        <label>${AUDIT.player} <input name="player" maxlength="40" autocomplete="off"></label>
        <label>${AUDIT.staff} <input name="staff" maxlength="40" autocomplete="off"></label>
        <label>${AUDIT.minimum} <input name="minimum" type="number" min="0" step="0.01"></label>
        <div class="ticks">
          <label class="tick"><input type="checkbox" name="incident"> ${AUDIT.incident}</label>
          <label class="tick"><input type="checkbox" name="jackpot"> ${AUDIT.jackpot}</label>
          <label class="tick"><input type="checkbox" name="correction"> ${AUDIT.correction}</label>
          <label class="tick"><input type="checkbox" name="void"> ${AUDIT.void}</label>
        </div>
        <button class="primary" ?disabled=${isBusy}>${AUDIT.find}</button>
      </form>
      <p class="status" role="status">${errorMessage || (isBusy ? AUDIT.searching : hasSearched && !rounds.length ? AUDIT.noMatch : "")}</p>
      ${notIndexed.length ? html`<p class="muted">${AUDIT.notIndexed(notIndexed)}</p>` : null}
      ${rounds.length ? html`
        <div class="wide" tabindex="0"><table class="found-rounds">
          <thead><tr>${AUDIT.columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
          <tbody>${rounds.map(roundRow)}</tbody>
        </table></div>` : null}
      ${next ? html`<button type="button" class="quiet" ?disabled=${isBusy} @click=${actions.more}>${AUDIT.earlier}</button>` : null}
    </main>`;
}

/** @param {import("../types").RoundSummary} round */
function roundRow(round) {
  const notes = [round.void && AUDIT.void, round.incidents && AUDIT.incident, round.jackpots && AUDIT.jackpot, round.at !== round.closed_at && AUDIT.correction];
  return html`
    <tr>
      <td>${round.closed_at.slice(0, 19).replace("T", " ")}</td>
      <td>${round.table}</td>
      <td><a href=${`#/audit/${encodeURIComponent(round.table)}/${round.round}`}>${AUDIT.round(round.round)}</a></td>
      <td class="figure">${formatDollars(round.staked)}</td>
      <td class="figure">${formatDollars(round.credited)}</td>
      <td class="figure">${formatDollars(round.largest_credit)}</td>
      <td>${round.players.join(", ")}</td>
      <td>${round.staff.join(", ")}</td>
      <td>${notes.filter(Boolean).join(", ")}</td>
    </tr>`;
}
