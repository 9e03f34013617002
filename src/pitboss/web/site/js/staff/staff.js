// @ts-check
/** The staff page: submissions to approve, dealers, and stopped tables. People are on the administrators' page. */

import { api } from "../api.js";
import { define } from "../define.js";
import { formatDollars } from "../format.js";
import { html, keyed } from "../html.js";
import { STAFF } from "../texts_staff.js";

/** @typedef {import("../types").Me} Me */
/** @typedef {import("../types").AccountRole} Part */
/** @typedef {{table: string, title: string, filing: import("../types").Filing}} PendingFiling */
/** @typedef {{dealers: import("../types").Dealer[], tables: import("../types").LobbyTable[], filings: PendingFiling[], note: string, errorMessage: string}} StaffData */
/** @typedef {(task: () => Promise<unknown>) => Promise<void>} Perform */

/** @type {StaffData} */
export const EMPTY = { dealers: [], tables: [], filings: [], note: "", errorMessage: "" };

const POLL_INTERVAL = 5000;

/** @type {StaffData} */
let data = EMPTY;
/** Whether a request is under way: a second click does not repeat it. */
let busy = false;

/** Whether somebody has one of these roles. The server has the last word. @param {Me} me @param {...Part} options */
const hasRole = (me, ...options) => options.includes(me.part);

/** @param {Me} me @returns {Promise<Partial<StaffData>>} */
async function loadData(me) {
  const noItems = /** @type {never[]} */ ([]);
  const [dealers, tables] = await Promise.all([
    hasRole(me, "administrator", "floorperson") ? api.listDealers() : noItems,
    api.listTables(),
  ]);
  const pendingFilings = await Promise.all(tables.map(async ({ table, title }) =>
    (await api.listFilings(table)).filter(({ status }) => status === "proposed" || status === "approved").map((filing) => ({ table, title, filing }))));
  return { dealers, tables, filings: pendingFilings.flat() };
}

define("pb-staff", (/** @type {{me: Me | null}} */ { me }, element) => {
  const page = /** @type {import("../define.js").StatefulElement<{me: Me | null}>} */ (element);
  const redraw = () => { if (page.isConnected) page.state = { ...page.state }; };
  const refresh = async () => {
    try {
      if (page.state.me && page.state.me.part !== "player") {
        const loadedData = await loadData(page.state.me);
        data = { ...data, ...loadedData, errorMessage: "" };
      }
    } catch (error) {
      data = { ...data, errorMessage: error instanceof Error ? error.message : String(error) };
    }
    redraw();
  };
  /** @type {Perform} */
  const perform = async (task) => {
    if (busy) return;
    busy = true;
    data = { ...data, note: "" };
    try {
      await task();
      data = { ...data, note: STAFF.done };
    } catch (error) {
      data = { ...data, note: error instanceof Error ? error.message : String(error) };
    }
    busy = false;
    await refresh();
  };
  if (element.dataset.loadedFor !== (me?.name ?? "")) {
    element.dataset.loadedFor = me?.name ?? "";
    data = EMPTY;
    refresh();
  }
  if (!element.dataset.polling) {
    element.dataset.polling = "yes";
    const tick = () => { if (page.isConnected) { if (!document.hidden) refresh(); window.setTimeout(tick, POLL_INTERVAL); } };
    window.setTimeout(tick, POLL_INTERVAL);
  }
  return staffView(me, data, perform);
});

/** @param {Me | null} me @param {StaffData} data @param {Perform} perform */
export function staffView(me, data, perform) {
  if (!me || me.part === "player") return html`<main class="page narrow"><h1>${STAFF.title}</h1><p>${STAFF.none}</p></main>`;
  return html`
    <main class="page staff">
      <h1>${STAFF.title}</h1>
      <p class="lead">${STAFF.lead}</p>
      ${data.errorMessage ? html`<p class="note" role="alert">${data.errorMessage}</p>` : null}
      <p class="status" role="status">${data.note}</p>
      ${stoppedTablesPanel(me, data, perform)}
      ${filingsPanel(me, data, perform)}
      ${hasRole(me, "administrator", "floorperson") ? dealersPanel(data, perform) : null}
      ${hasRole(me, "administrator", "floorperson") ? html`<p><a class="button-like" href="#/new-table">${STAFF.tables.openTable}</a></p>` : null}
    </main>`;
}

/** @param {Me} me @param {StaffData} data @param {Perform} perform */
function stoppedTablesPanel(me, { tables }, perform) {
  const stoppedTables = tables.filter((listing) => listing.stopped);
  return html`
    <section class="panel">
      <h2>${STAFF.tables.title}</h2>
      ${stoppedTables.length ? null : html`<p class="muted">${STAFF.tables.allRunning}</p>`}
      <ul class="matters">${stoppedTables.map((listing) => keyed(listing.table, html`<li>
        <p><b>${listing.title}</b>: ${STAFF.tables.stopped(listing.stopped)}</p>
        ${hasRole(me, "floorperson") ? html`<p class="muted">${STAFF.tables.how}</p>
        <p class="choices"><button class="primary" @click=${() => perform(() => api.restartTable(listing.table, listing.stopped))}>${STAFF.tables.restart}</button></p>` : null}
      </li>`))}</ul>
    </section>`;
}

/** @param {Me} me @param {StaffData} data @param {Perform} perform */
function filingsPanel(me, { filings, tables }, perform) {
  return html`
    <section class="panel">
      <h2>${STAFF.filings.title}</h2>
      ${filings.length ? null : html`<p class="muted">${STAFF.nothing}</p>`}
      <ul class="matters">${filings.map((entry) => keyed(`${entry.table} ${entry.filing.number}`, filingItem(me, entry, perform)))}</ul>
      ${hasRole(me, "dealer", "floorperson") ? html`
        <details><summary>${STAFF.filings.send}</summary>
          <form class="account" @submit=${(/** @type {SubmitEvent} */ event) => submitFiling(event, perform)}>
            <label>${STAFF.filings.table}<select name="table">${tables.map((listing) => html`<option value=${listing.table}>${listing.title}</option>`)}</select></label>
            <label>${STAFF.filings.file}<textarea name="submission" rows="6" required spellcheck="false"></textarea></label>
            <label class="tick"><input type="checkbox" name="after" checked> ${STAFF.filings.after}</label>
            <p class="choices"><button class="primary">${STAFF.filings.propose}</button></p>
          </form>
        </details>` : null}
    </section>`;
}

/** @param {Me} me @param {PendingFiling} entry @param {Perform} perform */
function filingItem(me, { table, title, filing }, perform) {
  const isApproved = filing.status === "approved";
  const limits = filing.submission.table ?? {};
  const decide = (/** @type {"approve" | "reject"} */ verdict) => () => perform(() => api.decideFiling(table, filing.number, verdict));
  return html`<li>
    <p><b>${STAFF.filings.of(title, filing.number)}</b> ${STAFF.filings.limits(formatDollars(limits.minimum ?? 0), formatDollars(limits.maximum ?? 0))}</p>
    <ul class="changes">${filing.changes.map((change) => html`<li>${change}</li>`)}</ul>
    <p>${STAFF.by(filing.proposed_by, filing.proposer_invited_by)} ${isApproved ? STAFF.approvedBy(filing.approved_by, filing.approver_invited_by) : null}</p>
    <p class="muted">${isApproved ? STAFF.filings.approved : filing.after_round ? STAFF.filings.anyTime : STAFF.filings.blocksRounds}</p>
    <p><a class="paper" href=${api.filingPaperUrl(table, filing.number)} download aria-label=${`${STAFF.filings.print}: ${STAFF.filings.of(title, filing.number)}`}>${STAFF.filings.print}</a></p>
    <p class="choices">
      ${!isApproved && hasRole(me, "floorperson") ? approveButton(me, filing.proposed_by, decide("approve")) : null}
      ${hasRole(me, "dealer", "floorperson") ? html`<button class="quiet" @click=${decide("reject")}>${isApproved ? STAFF.withdraw : STAFF.reject}</button>` : null}
    </p>
  </li>`;
}

/** @param {Me} me @param {string} proposer @param {() => void} approve */
export const approveButton = (me, proposer, approve) => (me.name === proposer
  ? html`<span class="muted">${STAFF.ownProposal}</span>`
  : html`<button class="primary" @click=${approve}>${STAFF.approve}</button>`);

/** @param {SubmitEvent} event @param {Perform} perform */
function submitFiling(event, perform) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.currentTarget);
  const fields = new FormData(form);
  perform(async () => {
    /** @type {unknown} */
    let submission;
    try {
      submission = JSON.parse(String(fields.get("submission")));
    } catch {
      throw new Error(STAFF.filings.unreadable);
    }
    await api.fileSubmission(String(fields.get("table")), submission, fields.has("after"));
    form.reset();
  });
}

/** @param {StaffData} data @param {Perform} perform */
function dealersPanel({ dealers, tables }, perform) {
  const assign = (/** @type {string} */ name) => (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const chosenTables = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).getAll("table").map(String);
    perform(() => api.assignDealer(name, chosenTables));
  };
  return html`
    <section class="panel">
      <h2>${STAFF.dealers.title}</h2>
      ${dealers.length ? null : html`<p class="muted">${STAFF.dealers.none}</p>`}
      ${dealers.map((dealer) => keyed(dealer.name, html`
        <form class="dealer" @submit=${assign(dealer.name)}>
          <fieldset>
            <legend>${STAFF.person(dealer.name, dealer.inviters)}</legend>
            ${tables.map(({ table, title }) => html`<label class="tick"><input type="checkbox" name="table" value=${table} ?checked=${dealer.tables.includes(table)}> ${title}</label>`)}
          </fieldset>
          <button class="quiet" aria-label=${STAFF.dealers.assignTo(dealer.name)}>${STAFF.dealers.save}</button>
        </form>`))}
    </section>`;
}
