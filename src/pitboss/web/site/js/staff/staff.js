// @ts-check
/** The page of those who look after the room: what takes two people, dealers, stopped tables. */

import { api } from "../api.js";
import { define } from "../define.js";
import { html, keyed } from "../html.js";
import { dollars } from "../money.js";
import { STAFF } from "../texts_staff.js";

/** @typedef {import("../types").Me} Me */
/** @typedef {import("../types").Part} Part */
/** @typedef {{table: string, title: string, filing: import("../types").Filing}} Waiting */
/** @typedef {{proposals: import("../types").Proposal[], people: import("../types").Somebody[], dealers: import("../types").Dealer[], tables: import("../types").Listed[], filings: Waiting[], games: Record<string, string>, link: string, note: string, trouble: string}} Office */
/** @typedef {(work: () => Promise<unknown>) => Promise<void>} Act */

/** @type {Office} */
export const EMPTY = { proposals: [], people: [], dealers: [], tables: [], filings: [], games: {}, link: "", note: "", trouble: "" };

/** @type {Part[]} */
const PARTS = ["dealer", "floorperson", "surveillance", "auditor", "administrator"];
const EVERY = 5000;

/** @type {Office} */
let office = EMPTY;
/** Whether something is being done: a second click in a row does not do it again. */
let busy = false;

/** Who may do what here, as the server has it; it decides. @param {Me} me @param {...Part} parts */
const is = (me, ...parts) => parts.includes(me.part);

/** @param {Me} me @returns {Promise<Partial<Office>>} */
async function fetched(me) {
  const none = /** @type {never[]} */ ([]);
  const [proposals, people, dealers, tables, games] = await Promise.all([
    api.proposals(),
    is(me, "administrator", "auditor") ? api.people() : none,
    is(me, "administrator", "floorperson") ? api.dealers() : none,
    api.tables(),
    api.games(),
  ]);
  const filed = await Promise.all(tables.map(async ({ table, title }) =>
    (await api.filings(table)).filter(({ status }) => status === "proposed" || status === "approved").map((filing) => ({ table, title, filing }))));
  return { proposals, people, dealers, tables, games, filings: filed.flat() };
}

define("pb-staff", (/** @type {{me: Me | null}} */ { me }, element) => {
  const drawn = /** @type {import("../define.js").Drawing<{me: Me | null}>} */ (element);
  const again = () => { if (drawn.isConnected) drawn.state = { ...drawn.state }; };
  const look = async () => {
    try {
      if (drawn.state.me && drawn.state.me.part !== "player") office = { ...office, ...(await fetched(drawn.state.me)), trouble: "" };
    } catch (error) {
      office = { ...office, trouble: error instanceof Error ? error.message : String(error) };
    }
    again();
  };
  /** @type {Act} */
  const act = async (work) => {
    if (busy) return;
    busy = true;
    office = { ...office, note: "", link: "" };
    try {
      await work();
      office = { ...office, note: STAFF.done };
    } catch (error) {
      office = { ...office, note: error instanceof Error ? error.message : String(error) };
    }
    busy = false;
    await look();
  };
  if (element.dataset.of !== (me?.name ?? "")) {
    element.dataset.of = me?.name ?? "";
    office = EMPTY;
    look();
  }
  if (!element.dataset.looks) {
    element.dataset.looks = "yes";
    const tick = () => { if (drawn.isConnected) { if (!document.hidden) look(); window.setTimeout(tick, EVERY); } };
    window.setTimeout(tick, EVERY);
  }
  return staffView(me, office, act);
});

/** @param {Me | null} me @param {Office} office @param {Act} act */
export function staffView(me, office, act) {
  if (!me || me.part === "player") return html`<main class="page narrow"><h1>${STAFF.title}</h1><p>${STAFF.none}</p></main>`;
  return html`
    <main class="page staff">
      <h1>${STAFF.title}</h1>
      <p class="lead">${STAFF.lead}</p>
      ${office.trouble ? html`<p class="note" role="alert">${office.trouble}</p>` : null}
      <p class="told" role="status">${office.note}</p>
      ${stopped(me, office, act)}
      ${filings(me, office, act)}
      ${people(me, office, act)}
      ${is(me, "administrator", "floorperson") ? dealers(office, act) : null}
      ${is(me, "administrator", "floorperson") ? newTable(office, act) : null}
    </main>`;
}

/** @param {Me} me @param {Office} office @param {Act} act */
function stopped(me, { tables }, act) {
  const still = tables.filter((one) => one.stopped);
  return html`
    <section class="panel">
      <h2>${STAFF.tables.title}</h2>
      ${still.length ? null : html`<p class="muted">${STAFF.tables.fine}</p>`}
      <ul class="matters">${still.map((one) => keyed(one.table, html`<li>
        <p><b>${one.title}</b>: ${one.stopped}.</p>
        ${is(me, "floorperson") ? html`<p class="muted">${STAFF.tables.how}</p>
        <p class="choices"><button class="primary" @click=${() => act(() => api.restart(one.table, one.stopped))}>${STAFF.tables.restart}</button></p>` : null}
      </li>`))}</ul>
    </section>`;
}

/** @param {Me} me @param {Office} office @param {Act} act */
function filings(me, { filings, tables }, act) {
  return html`
    <section class="panel">
      <h2>${STAFF.filings.title}</h2>
      ${filings.length ? null : html`<p class="muted">${STAFF.nothing}</p>`}
      <ul class="matters">${filings.map((one) => keyed(`${one.table} ${one.filing.number}`, filing(me, one, act)))}</ul>
      ${is(me, "dealer", "floorperson") ? html`
        <details><summary>${STAFF.filings.send}</summary>
          <form class="account" @submit=${(/** @type {SubmitEvent} */ event) => file(event, act)}>
            <label>${STAFF.filings.table}<select name="table">${tables.map((one) => html`<option value=${one.table}>${one.title}</option>`)}</select></label>
            <label>${STAFF.filings.file}<textarea name="submission" rows="6" required spellcheck="false"></textarea></label>
            <label class="tick"><input type="checkbox" name="after" checked> ${STAFF.filings.after}</label>
            <p class="choices"><button class="primary">${STAFF.filings.put}</button></p>
          </form>
        </details>` : null}
    </section>`;
}

/** @param {Me} me @param {Waiting} one @param {Act} act */
function filing(me, { table, title, filing }, act) {
  const coming = filing.status === "approved";
  const limits = filing.submission.table ?? {};
  const decide = (/** @type {"approve" | "reject"} */ word) => () => act(() => api.decideFiling(table, filing.number, word));
  return html`<li>
    <p><b>${STAFF.filings.of(title, filing.number)}</b> ${STAFF.filings.limits(dollars(limits.minimum ?? 0), dollars(limits.maximum ?? 0))}</p>
    <ul class="changes">${filing.changes.map((one) => html`<li>${one}</li>`)}</ul>
    <p>${STAFF.by(filing.proposed_by, filing.proposer_invited_by)} ${coming ? STAFF.approvedBy(filing.approved_by, filing.approver_invited_by) : null}</p>
    <p class="muted">${coming ? STAFF.filings.coming : filing.after_round ? STAFF.filings.later : STAFF.filings.now}</p>
    <p class="choices">
      ${!coming && is(me, "floorperson") ? approveButton(me, filing.proposed_by, decide("approve")) : null}
      ${is(me, "dealer", "floorperson") ? html`<button class="quiet" @click=${decide("reject")}>${coming ? STAFF.withdraw : STAFF.reject}</button>` : null}
    </p>
  </li>`;
}

/** @param {Me} me @param {string} by @param {() => void} approve */
const approveButton = (me, by, approve) => (me.name === by
  ? html`<span class="muted">${STAFF.own}</span>`
  : html`<button class="primary" @click=${approve}>${STAFF.approve}</button>`);

/** @param {SubmitEvent} event @param {Act} act */
function file(event, act) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.currentTarget);
  const given = new FormData(form);
  act(async () => {
    /** @type {unknown} */
    let submission;
    try {
      submission = JSON.parse(String(given.get("submission")));
    } catch {
      throw new Error(STAFF.filings.unreadable);
    }
    await api.file(String(given.get("table")), submission, given.has("after"));
    form.reset();
  });
}

/** @param {import("../types").Proposal} one */
const wanted = (one) => (one.name ? STAFF.people.change(one.name, one.part) : STAFF.people.invite(one.part));

/** @param {Me} me @param {Office} office @param {Act} act */
function people(me, office, act) {
  const waiting = office.proposals.filter((one) => one.status === "proposed");
  const decided = office.proposals.filter((one) => one.status !== "proposed").slice(-10).reverse();
  return html`
    <section class="panel">
      <h2>${STAFF.people.title}</h2>
      ${waiting.length ? null : html`<p class="muted">${STAFF.nothing}</p>`}
      <ul class="matters">${waiting.map((one) => keyed(one.number, html`<li>
        <p><b>${wanted(one)}</b></p>
        <p>${STAFF.by(one.proposed_by, one.proposer_invited_by)}</p>
        <p class="choices">
          ${approveButton(me, one.proposed_by, () => act(() => api.decide(one.number, "approve")))}
          <button class="quiet" @click=${() => act(() => api.decide(one.number, "reject"))}>${me.name === one.proposed_by ? STAFF.withdraw : STAFF.reject}</button>
        </p>
      </li>`))}</ul>
      ${office.link ? html`<p>${STAFF.people.link}<br><code class="link">${office.link}</code></p><p class="muted">${STAFF.people.waits}</p>` : null}
      ${is(me, "administrator") ? forms(office, act) : null}
      ${decided.length ? html`<details><summary>${STAFF.people.decided}</summary>
        <ul class="changes">${decided.map((one) => html`<li>${STAFF.people.was(wanted(one), one.status, one.decided_by, one.decider_invited_by)}. ${STAFF.by(one.proposed_by, one.proposer_invited_by)}</li>`)}</ul>
      </details>` : null}
      ${office.people.length ? html`<ul class="changes">${office.people.filter((one) => one.part !== "player").map((one) => html`<li>${STAFF.person(one.name, one.inviters)}: ${one.part}</li>`)}</ul>` : null}
    </section>`;
}

/** @param {Office} office @param {Act} act */
function forms({ people }, act) {
  const parts = PARTS.map((part) => html`<option value=${part}>${part}</option>`);
  const given = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    return new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
  };
  const invite = (/** @type {SubmitEvent} */ event) => {
    const part = String(given(event).get("part"));
    act(async () => {
      const { token } = await api.invite(part);
      office = { ...office, link: `${location.origin}/#/join/${token}` };
    });
  };
  const change = (/** @type {SubmitEvent} */ event) => {
    const form = given(event);
    act(() => api.changePart(String(form.get("name")), String(form.get("part"))));
  };
  return html`
    <form class="account inline" @submit=${invite}>
      <label>${STAFF.people.newOne}<select name="part">${parts}</select></label>
      <button class="quiet">${STAFF.people.send}</button>
    </form>
    <form class="account inline" @submit=${change}>
      <label>${STAFF.people.changeOne}<select name="name">${people.filter((one) => one.part !== "player").map((one) => html`<option value=${one.name}>${one.name}</option>`)}</select></label>
      <label>${STAFF.people.role}<select name="part">${parts}</select></label>
      <button class="quiet">${STAFF.people.propose}</button>
    </form>`;
}

/** @param {Office} office @param {Act} act */
function dealers({ dealers, tables }, act) {
  const assign = (/** @type {string} */ name) => (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const chosen = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).getAll("table").map(String);
    act(() => api.assign(name, chosen));
  };
  return html`
    <section class="panel">
      <h2>${STAFF.dealers.title}</h2>
      ${dealers.length ? null : html`<p class="muted">${STAFF.dealers.none}</p>`}
      ${dealers.map((one) => keyed(one.name, html`
        <form class="dealer" @submit=${assign(one.name)}>
          <fieldset>
            <legend>${STAFF.person(one.name, one.inviters)}</legend>
            ${tables.map(({ table, title }) => html`<label class="tick"><input type="checkbox" name="table" value=${table} ?checked=${one.tables.includes(table)}> ${title}</label>`)}
          </fieldset>
          <button class="quiet" aria-label=${STAFF.dealers.at(one.name)}>${STAFF.dealers.save}</button>
        </form>`))}
    </section>`;
}

/** @param {Office} office @param {Act} act */
function newTable({ games }, act) {
  const open = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const given = new FormData(form);
    const word = (/** @type {string} */ name) => String(given.get(name));
    act(async () => {
      await api.found({ table: word("table"), title: word("title"), game: word("game") });
      form.reset();
    });
  };
  return html`
    <section class="panel">
      <details><summary>${STAFF.tables.found}</summary>
        <form class="account" @submit=${open}>
          <label>${STAFF.tables.game}<select name="game">${Object.entries(games).map(([key, name]) => html`<option value=${key}>${name}</option>`)}</select></label>
          <label>${STAFF.tables.name}<input name="title" required maxlength="60"></label>
          <label>${STAFF.tables.key}<input name="table" required maxlength="40" pattern="[a-z0-9\-]+"></label>
          <p class="choices"><button class="primary">${STAFF.tables.open}</button></p>
        </form>
      </details>
    </section>`;
}
