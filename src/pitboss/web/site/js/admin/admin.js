// @ts-check
/** Administration: people and invitations, sessions, sign-in delays, backups, health, settings. */

import { api } from "../api.js";
import { define } from "../define.js";
import { html, keyed } from "../html.js";
import { approveButton } from "../staff/staff.js";
import { ADMIN } from "../texts_admin.js";
import { STAFF } from "../texts_staff.js";

/** @typedef {import("../types").Me} Me */
/** @typedef {import("../types").AccountRole} Part */
/** @typedef {{proposals: import("../types").Proposal[], people: import("../types").AccountInfo[], sessions: import("../types").OpenSession[], delays: import("../types").SignInDelay[], settings: import("../types").SettingInForce[], backups: import("../types").BackupFile[], backupError: string, health: import("../types").Health | null, nodes: import("../types").NodeReport[], link: string, note: string, errorMessage: string}} AdminData */
/** @typedef {(task: () => Promise<unknown>) => Promise<void>} Perform */

/** @type {AdminData} */
export const NO_DATA = { proposals: [], people: [], sessions: [], delays: [], settings: [], backups: [], backupError: "", health: null, nodes: [], link: "", note: "", errorMessage: "" };

/** @type {Part[]} */
const ROLES = ["dealer", "floorperson", "surveillance", "auditor", "administrator"];
const POLL_INTERVAL = 5000;

/** @type {AdminData} */
let data = NO_DATA;
/** Whether a request is under way: a second click does not repeat it. */
let isBusy = false;

/** Whether somebody has one of these roles. The server has the last word. @param {Me} me @param {...Part} options */
const hasRole = (me, ...options) => options.includes(me.part);

/** @param {Me} me @returns {Promise<Partial<AdminData>>} */
async function loadData(me) {
  const noItems = /** @type {never[]} */ ([]);
  const isAdministrator = hasRole(me, "administrator");
  const reads = isAdministrator || hasRole(me, "auditor");
  // Without a folder for backups there is nothing to ask for again.
  let { backupError } = data;
  const [proposals, people, sessions, delays, settings, backups, health, nodes] = await Promise.all([
    api.listProposals(),
    reads ? api.listAccounts() : noItems,
    reads ? api.listSessions() : noItems,
    isAdministrator ? api.listDelays() : noItems,
    reads ? api.listSettings() : noItems,
    isAdministrator && !data.backupError ? api.listBackups().catch((error) => { backupError = error.message; return noItems; }) : noItems,
    reads ? api.getHealth() : null,
    reads ? api.listNodes() : noItems,
  ]);
  return { proposals, people, sessions, delays, settings, backups, backupError, health, nodes };
}

define("pb-admin", (/** @type {{me: Me | null}} */ { me }, element) => {
  const page = /** @type {import("../define.js").StatefulElement<{me: Me | null}>} */ (element);
  const refresh = async () => {
    try {
      if (page.state.me && page.state.me.part !== "player") {
        const loadedData = await loadData(page.state.me);
        data = { ...data, ...loadedData, errorMessage: "" };
      }
    } catch (error) {
      data = { ...data, errorMessage: error instanceof Error ? error.message : String(error) };
    }
    if (page.isConnected) page.state = { ...page.state };
  };
  /** @type {Perform} */
  const perform = async (task) => {
    if (isBusy) return;
    isBusy = true;
    data = { ...data, note: "", link: "" };
    try {
      await task();
      data = { ...data, note: STAFF.done };
    } catch (error) {
      data = { ...data, note: error instanceof Error ? error.message : String(error) };
    }
    isBusy = false;
    await refresh();
  };
  if (element.dataset.loadedFor !== (me?.name ?? "")) {
    element.dataset.loadedFor = me?.name ?? "";
    data = NO_DATA;
    refresh();
  }
  if (!element.dataset.polling) {
    element.dataset.polling = "yes";
    const tick = () => { if (page.isConnected) { if (!document.hidden) refresh(); window.setTimeout(tick, POLL_INTERVAL); } };
    window.setTimeout(tick, POLL_INTERVAL);
  }
  return adminView(me, data, perform);
});

/** @param {Me | null} me @param {AdminData} data @param {Perform} perform */
export function adminView(me, data, perform) {
  if (!me || me.part === "player") return html`<main class="page narrow"><h1>${ADMIN.title}</h1><p>${STAFF.none}</p></main>`;
  const reads = hasRole(me, "administrator", "auditor");
  return html`
    <main class="page staff admin">
      <h1>${ADMIN.title}</h1>
      <p class="lead">${ADMIN.lead}</p>
      ${data.errorMessage ? html`<p class="note" role="alert">${data.errorMessage}</p>` : null}
      <p class="status" role="status">${data.note}</p>
      ${reads ? healthPanel(data) : null}
      ${peoplePanel(me, data, perform)}
      ${hasRole(me, "administrator") ? delaysPanel(data, perform) : null}
      ${reads ? sessionsPanel(me, data, perform) : null}
      ${hasRole(me, "administrator") ? backupsPanel(data, perform) : null}
      ${reads ? settingsPanel(data) : null}
    </main>`;
}

/** @param {AdminData} data */
function healthPanel({ health, nodes }) {
  const { health: texts } = ADMIN;
  if (!health) return null;
  return html`
    <section class="panel">
      <h2>${texts.title}</h2>
      <p><b class=${health.status === "ok" ? "well" : "note"}>${texts.status[health.status]}</b> ${health.error || texts.tables(health.tables)}</p>
      <ul class="changes">
        ${health.failures.map(({ sentence, seconds }) => html`<li>${sentence} <span class="muted">${texts.since(seconds)}</span></li>`)}
        ${Object.entries(health.stopped).map(([table, reason]) => html`<li><b>${table}</b>: ${reason}</li>`)}
        ${nodes.map(({ name, alive, leader, tables }) => html`<li>${texts.node(name, alive, leader, tables.length)}</li>`)}
      </ul>
    </section>`;
}

/** @param {AdminData} data @param {Perform} perform */
function delaysPanel({ delays }, perform) {
  const { delays: texts } = ADMIN;
  return html`
    <section class="panel">
      <h2>${texts.title}</h2>
      ${delays.length ? null : html`<p class="muted">${texts.none}</p>`}
      <ul class="matters">${delays.map(({ name, seconds }) => keyed(name, html`<li><p><b>${name}</b> ${texts.waits(seconds)}</p><p class="choices"><button class="quiet" aria-label=${`${texts.lift}: ${name}`} @click=${() => perform(() => api.liftDelay(name))}>${texts.lift}</button></p></li>`))}</ul>
    </section>`;
}

/** @param {Me} me @param {AdminData} data @param {Perform} perform */
function sessionsPanel(me, { sessions }, perform) {
  const { sessions: texts } = ADMIN;
  return html`
    <section class="panel">
      <h2>${texts.title}</h2>
      <div class="wide" tabindex="0" role="region" aria-label=${texts.title}><table class="sessions"><thead><tr>${texts.columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
        <tbody>${sessions.map((session) => keyed(session.id, html`<tr>
          <th scope="row">${session.name}</th><td>${session.guest ? texts.guest : session.part}</td><td>${texts.time(session.since)}</td><td>${texts.time(session.seen)}</td>
          <td>${session.own ? texts.own : hasRole(me, "administrator") ? html`<button class="quiet" aria-label=${`${texts.end}: ${session.name}, ${session.id}`} @click=${() => perform(() => api.endSession(session.id))}>${texts.end}</button>` : null}</td>
        </tr>`))}</tbody></table></div>
    </section>`;
}

/** @param {AdminData} data @param {Perform} perform */
function backupsPanel({ backups, backupError }, perform) {
  const { backups: texts } = ADMIN;
  return html`
    <section class="panel">
      <h2>${texts.title}</h2>
      ${backupError ? html`<p class="muted">${backupError}</p>` : html`
        <p class="muted">${texts.how}</p>
        <p class="choices"><button class="quiet" @click=${() => perform(() => api.makeBackup())}>${texts.make}</button></p>
        <ul class="changes">${backups.map(({ name, bytes }) => html`<li><code>${name}</code> ${texts.size(bytes)} <a href=${api.backupUrl(name)} download=${name} aria-label=${`${texts.download}: ${name}`}>${texts.download}</a></li>`)}</ul>
        ${backups.length ? null : html`<p class="muted">${texts.none}</p>`}`}
    </section>`;
}

/** @param {AdminData} data */
const settingsPanel = ({ settings }) => html`
  <section class="panel">
    <details><summary>${ADMIN.settings.title}</summary>
      <p class="muted">${ADMIN.settings.how}</p>
      <dl class="settings">${settings.map(({ name, value, help, is_default }) => html`<div><dt><code>${name}</code> <b>${value}</b> ${is_default ? html`<span class="muted">${ADMIN.settings.standard}</span>` : null}</dt><dd class="muted">${help}</dd></div>`)}</dl>
    </details>
  </section>`;

/** @param {import("../types").Proposal} proposal */
const describeProposal = (proposal) => (proposal.name ? STAFF.people.change(proposal.name, proposal.part) : STAFF.people.invite(proposal.part));

/** @param {Me} me @param {AdminData} data @param {Perform} perform */
function peoplePanel(me, data, perform) {
  const pendingProposals = data.proposals.filter((proposal) => proposal.status === "proposed");
  const decidedProposals = data.proposals.filter((proposal) => proposal.status !== "proposed").slice(-10).reverse();
  return html`
    <section class="panel">
      <h2>${STAFF.people.title}</h2>
      ${pendingProposals.length ? null : html`<p class="muted">${STAFF.nothing}</p>`}
      <ul class="matters">${pendingProposals.map((proposal) => keyed(proposal.number, html`<li>
        <p><b>${describeProposal(proposal)}</b></p>
        <p>${STAFF.by(proposal.proposed_by, proposal.proposer_invited_by)}</p>
        <p class="choices">
          ${approveButton(me, proposal.proposed_by, () => perform(() => api.decideProposal(proposal.number, "approve")))}
          <button class="quiet" @click=${() => perform(() => api.decideProposal(proposal.number, "reject"))}>${me.name === proposal.proposed_by ? STAFF.withdraw : STAFF.reject}</button>
        </p>
      </li>`))}</ul>
      ${data.link ? html`<p>${STAFF.people.link}<br><code class="link">${data.link}</code></p><p class="muted">${STAFF.people.needsApproval}</p>` : null}
      ${hasRole(me, "administrator") ? peopleForms(data, perform) : null}
      ${decidedProposals.length ? html`<details><summary>${STAFF.people.earlierDecisions}</summary>
        <ul class="changes">${decidedProposals.map((proposal) => html`<li>${STAFF.people.decision(describeProposal(proposal), proposal.status, proposal.decided_by, proposal.decider_invited_by)} ${STAFF.by(proposal.proposed_by, proposal.proposer_invited_by)}</li>`)}</ul>
      </details>` : null}
      ${data.people.length ? staffTable(me, data, perform) : null}
    </section>`;
}

/** Everybody on the staff, and those who have left. @param {Me} me @param {AdminData} data @param {Perform} perform */
function staffTable(me, { people }, perform) {
  const { people: texts } = ADMIN;
  const staff = people.filter(({ part }) => part !== "player");
  const isAdministrator = hasRole(me, "administrator");
  const close = (/** @type {string} */ name) => (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const reason = String(new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).get("reason"));
    perform(() => api.closeAccount(name, reason));
  };
  return html`
    <h3>${texts.staff}</h3>
    <ul class="people">${staff.map((person) => keyed(person.name, html`<li>
      <p><b>${person.name}</b> <span class=${person.closed ? "note" : ""}>${person.closed ? texts.closed(person.part, person.closed) : person.part}</span> <span class="muted">${texts.invitedBy(person.inviters)}</span></p>
      ${!isAdministrator || person.name === me.name ? null : person.closed
        ? html`<button class="quiet" aria-label=${`${texts.reopen}: ${person.name}`} @click=${() => perform(() => api.closeAccount(person.name, ""))}>${texts.reopen}</button>`
        : html`<details><summary aria-label=${`${texts.close}: ${person.name}`}>${texts.close}</summary>
          <form class="account inline" @submit=${close(person.name)}><label>${texts.reason}<input name="reason" required maxlength="200" autocomplete="off"></label><button class="quiet">${texts.confirmClosing}</button></form>
        </details>`}
    </li>`))}</ul>`;
}

/** @param {AdminData} data @param {Perform} perform */
function peopleForms({ people }, perform) {
  const options = ROLES.map((role) => html`<option value=${role}>${role}</option>`);
  const readForm = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    return new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
  };
  const invite = (/** @type {SubmitEvent} */ event) => {
    const role = String(readForm(event).get("part"));
    perform(async () => {
      const { token } = await api.invite(role);
      data = { ...data, link: `${location.origin}/#/join/${token}` };
    });
  };
  const change = (/** @type {SubmitEvent} */ event) => {
    const form = readForm(event);
    perform(() => api.changeRole(String(form.get("name")), String(form.get("part"))));
  };
  return html`
    <form class="account inline" @submit=${invite}>
      <label>${STAFF.people.inviteLabel}<select name="part">${options}</select></label>
      <button class="quiet">${STAFF.people.send}</button>
    </form>
    <form class="account inline" @submit=${change}>
      <label>${STAFF.people.changeRoleLabel}<select name="name">${people.filter((person) => person.part !== "player").map((person) => html`<option value=${person.name}>${person.name}</option>`)}</select></label>
      <label>${STAFF.people.role}<select name="part">${options}</select></label>
      <button class="quiet">${STAFF.people.propose}</button>
    </form>`;
}
