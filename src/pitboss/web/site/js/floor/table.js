// @ts-check
/** One table on the floor's page, with everything that is needed to decide. */

import { api } from "../api.js";
import { fill } from "../console_commands.js";
import "../elements/card.js";
import { formatDollars } from "../format.js";
import { html, keyed } from "../html.js";
import { labelOf } from "../table/selectors.js";
import { FLOOR } from "../texts_floor.js";
import { endSentence } from "../wording.js";
import { tableFiling } from "./filing.js";
import { actionGroup, decisionDialog, decisionList, previewKey } from "./decisions.js";

/** @typedef {import("../types").TableConsole} TableConsole */
/** @typedef {import("../types").ConsoleAction} Action */
/** @typedef {import("../types").Variant} Variant */
/** @typedef {import("../types").FloorTable} FloorTable */
/** @typedef {{table: string, console: TableConsole | null, look: import("../types").Look | null, card: import("../types").Card | null, previews: import("./decisions.js").Previews, decision: import("./decisions.js").OpenDecision | null, filings: import("../types").Filing[], isFilingOpen: boolean, note: string}} TableData */

/** Commands whose consequences the server computes. */
const PREVIEWED = ["Rule", "Approve", "Propose", "ValidateJackpot", "RuleOnAbsent", "Forfeit"];
const COUNTS = ["OpeningCount", "ClosingCount"];
/** Stands for a text that nobody has typed yet. */
const TYPED_LATER = "to be given";
const PREVIEW_DELAY = 250;

/** @type {TableData} */
export const NO_TABLE = { table: "", console: null, look: null, card: null, previews: {}, decision: null, filings: [], isFilingOpen: false, note: "" };

/** @type {TableData} */
let data = NO_TABLE;
let redraw = () => {};
let previewTimer = 0;

/** Forget the table that was shown. */
export function closeTable() {
  data = NO_TABLE;
}

/** Whether a variant has a preview: a count of the tray has none, because two people count blindly. @param {Variant} variant @param {Action} action */
const hasPreview = ({ command }, action) => PREVIEWED.includes(command.type) && !COUNTS.includes(command.matter?.type) && !action.prompts.some(({ path }) => path[0] === "counted");

/** Load a table again, and what each decision that waits would move. @param {string} table @param {string} role @param {() => void} onChange */
export async function updateTable(table, role, onChange) {
  redraw = onChange;
  if (data.table !== table) data = { ...NO_TABLE, table };
  const [tableConsole, look] = await Promise.all([api.getConsole(table), api.getTable(table)]);
  if (data.table !== table) return;
  const isChanged = data.console?.version !== tableConsole.version;
  data = { ...data, console: tableConsole, look };
  if (!isChanged) return;
  const [filings, card, previews] = await Promise.all([
    data.isFilingOpen ? api.listFilings(table) : data.filings,
    api.getCard(table).catch(() => null),
    role === "floorperson" ? loadPreviews(tableConsole) : {},
  ]);
  // Spread only now: somebody may have opened a decision in the meantime.
  if (data.table === table) data = { ...data, filings, card, previews };
}

/** The actions that wait for a decision. @param {TableConsole} tableConsole */
const waitingActions = ({ floor, proposals, primary }) => [...floor, ...proposals].filter((action) => action.is_urgent).concat(primary && !floor.some(({ is_urgent }) => is_urgent) ? [primary] : []);

/** @param {TableConsole} tableConsole @returns {Promise<import("./decisions.js").Previews>} */
async function loadPreviews(tableConsole) {
  const variants = waitingActions(tableConsole).filter(({ refusal }) => !refusal).flatMap((action) => action.variants.map((variant, index) => ({ action, variant, index })));
  const entries = await Promise.all(variants.filter(({ action, variant }) => hasPreview(variant, action)).map(async ({ action, variant, index }) =>
    /** @type {const} */ ([previewKey(action, index), await preview(action, variant, {})])));
  return Object.fromEntries(entries);
}

/** @param {Action} action @param {Variant} variant @param {Record<string, string>} answers */
async function preview(action, variant, answers) {
  const texts = Object.fromEntries(action.prompts.map(({ name, kind, initial }) => [name, answers[name] || initial || (kind === "text" ? TYPED_LATER : "")]));
  try {
    return await api.previewCommand(data.table, fill(variant.command, action.prompts.filter(({ kind }) => kind !== "card"), texts));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** @param {Partial<import("./decisions.js").OpenDecision>} changes */
function changeDecision(changes) {
  if (data.decision) data = { ...data, decision: { ...data.decision, ...changes } };
  redraw();
}

/** Compute the consequences of the open decision once nothing is typed for a moment. */
function schedulePreview() {
  window.clearTimeout(previewTimer);
  previewTimer = window.setTimeout(async () => {
    const { decision } = data;
    if (!decision || !hasPreview(decision.variant, decision.action)) return;
    const result = await preview(decision.action, decision.variant, decision.answers);
    if (data.decision?.answers !== decision.answers) return;
    const isEmpty = decision.action.prompts.some(({ name, kind, initial }) => kind !== "text" && !(decision.answers[name] ?? initial));
    if (typeof result === "string") changeDecision({ consequences: null, errorMessage: isEmpty ? "" : endSentence(result) });
    else changeDecision({ consequences: result, errorMessage: "" });
  }, PREVIEW_DELAY);
}

/** @param {() => Promise<unknown>} refresh @returns {import("./decisions.js").DecisionHandlers} */
const makeHandlers = (refresh) => ({
  choose(action, variant) {
    data = { ...data, note: "", decision: { action, variant, answers: {}, consequences: null, errorMessage: "", isBusy: false } };
    redraw();
    schedulePreview();
  },
  answer(name, text) {
    changeDecision({ answers: { ...data.decision?.answers, [name]: text } });
    schedulePreview();
  },
  async confirm() {
    const { decision, table } = data;
    if (!decision || decision.isBusy) return;
    try {
      const command = fill(decision.variant.command, decision.action.prompts, decision.answers);
      changeDecision({ isBusy: true, errorMessage: "" });
      await api.executeCommand(table, command);
      data = { ...data, decision: null, note: FLOOR.detail.done };
    } catch (error) {
      changeDecision({ isBusy: false, errorMessage: endSentence(error instanceof Error ? error.message : String(error)) });
    }
    await refresh();
  },
  showFiling(isOpen) {
    data = { ...data, isFilingOpen: isOpen };
    redraw();
    if (isOpen) api.listFilings(data.table).then((filings) => { data = { ...data, filings }; redraw(); }, () => null);
  },
  async restart() {
    const { table } = data;
    try {
      const cause = (await api.listTables()).find((item) => item.table === table)?.stopped ?? "";
      await api.restartTable(table, cause);
      data = { ...data, note: FLOOR.detail.done };
    } catch (error) {
      data = { ...data, note: endSentence(error instanceof Error ? error.message : String(error)) };
    }
    await refresh();
  },
  close() {
    data = { ...data, decision: null };
    redraw();
  },
});

/** @param {string} table @param {string} role @param {FloorTable | undefined} glance @param {string} errorMessage @param {() => Promise<unknown>} refresh */
export const tableDetail = (table, role, glance, errorMessage, refresh) => tableView(table, role, glance, data.table === table ? data : NO_TABLE, errorMessage, makeHandlers(refresh));

/** @param {string} table @param {string} role @param {FloorTable | undefined} glance @param {TableData} tableData @param {string} errorMessage @param {import("./decisions.js").DecisionHandlers} handlers */
export function tableView(table, role, glance, tableData, errorMessage, handlers) {
  const { console: tableConsole, note, decision, previews } = tableData;
  const { detail } = FLOOR;
  const isDeciding = role === "floorperson";
  const due = tableConsole?.instruction ?? glance?.instruction;
  const waiting = tableConsole ? waitingActions(tableConsole) : [];
  const stop = glance?.matters.find(({ kind }) => kind === "stopped");
  const others = (/** @type {Action[]} */ actions) => actions.filter((action) => !waiting.includes(action));
  return html`
    <main class="page floor floor-table">
      <header class="floor-head">
        <p><a href="#/floor">‹ ${FLOOR.all}</a></p>
        <h1>${glance?.title ?? table}</h1>
        ${glance ? html`<p class="lead">${glance.game_name === glance.title ? "" : `${glance.game_name} · `}${FLOOR.limits(glance.minimum, glance.maximum)} · ${FLOOR.round(glance.round, glance.phase)} · ${FLOOR.tray} ${glance.tray === null ? FLOOR.trayToCount : formatDollars(glance.tray)}</p>` : null}
      </header>
      ${errorMessage ? html`<p class="note" role="alert">${errorMessage}</p>` : null}
      <p class="status" role="status">${note}</p>
      ${due ? html`<p class="due-now"><b>${FLOOR.next(due.who, due.what)}</b> <span class="cite">${due.clause}</span></p>` : null}
      ${stop ? html`<section class="panel alerts"><h2>${FLOOR.kind("stopped")}</h2><p>${endSentence(stop.text)}</p>
        ${isDeciding ? html`<p class="muted">${detail.restartHow}</p><p class="choices"><button class="primary" @click=${handlers.restart}>${detail.restart}</button></p>` : null}</section>` : null}
      <div class="columns">
        <div class="decide">
          <section class="panel">
            <h2>${detail.decisions}</h2>
            ${waiting.length ? decisionList(waiting, previews, handlers) : html`<p class="muted">${!tableConsole ? detail.loading : isDeciding ? detail.nothing : detail.readOnly}</p>`}
          </section>
          ${tableConsole && isDeciding ? [
            actionGroup(detail.proposals, others(tableConsole.proposals), handlers),
            actionGroup(detail.orders, others(tableConsole.floor), handlers),
            actionGroup(detail.people, others(tableConsole.people), handlers),
            actionGroup(detail.deck, others(tableConsole.deck), handlers),
            actionGroup(detail.incidents, others(tableConsole.incidents), handlers),
            html`<details class="panel actions-group" @toggle=${(/** @type {Event} */ event) => handlers.showFiling(/** @type {HTMLDetailsElement} */ (event.target).open)}><summary>${FLOOR.filing.title}</summary>${tableData.isFilingOpen ? html`<pb-filing .state=${{ source: tableFiling(table, tableConsole.game) }}></pb-filing>${filingHistory(table, tableData.filings)}` : null}</details>`,
          ] : null}
        </div>
        <div class="facts">
          ${roundView(tableData)}
          ${due?.ahead?.length ? html`<section class="panel"><h2>${detail.ahead}</h2><ul class="changes">${due.ahead.map(({ why, clause }) => html`<li>${endSentence(why.charAt(0).toUpperCase() + why.slice(1))} <span class="cite">${clause}</span></li>`)}</ul></section>` : null}
          ${logView(tableConsole)}
        </div>
      </div>
      ${decision ? decisionDialog(decision, handlers) : null}
    </main>`;
}

/** Every submission of a table, the last one first, each as a document. @param {string} table @param {import("../types").Filing[]} filings */
const filingHistory = (table, filings) => html`
  <h3>${FLOOR.filing.history}</h3>
  <ul class="papers">${filings.toReversed().map(({ number, status, proposed_by }) => keyed(number, html`<li>${FLOOR.filing.entry(number, status, proposed_by)} <a href=${api.filingPaperUrl(table, number)} download aria-label=${`${FLOOR.filing.pdf}: ${FLOOR.filing.entry(number, status, proposed_by)}`}>${FLOOR.filing.pdf}</a></li>`))}</ul>`;

/** The cards that are face up, and the bets. @param {TableData} tableData */
function roundView({ look, card }) {
  const { detail } = FLOOR;
  const round = look?.round;
  const places = Object.entries(round?.cards ?? {}).filter(([, faces]) => faces.length);
  const seats = Object.entries(round?.seats ?? {});
  const label = (/** @type {string} */ key) => (card ? labelOf(card, key) : key);
  return html`
    <section class="panel">
      <h2>${detail.cards}</h2>
      ${places.length ? html`<ul class="places">${places.map(([place, faces]) => keyed(place, html`<li><span>${detail.place(place)}</span> ${faces.map((face) => html`<pb-card class="small" .state=${{ face }}></pb-card>`)}</li>`))}</ul>` : html`<p class="muted">${detail.noCards}</p>`}
      <h2>${detail.bets}</h2>
      ${seats.length ? html`<ul class="bets">${seats.map(([seat, hand]) => keyed(seat, html`<li>
        <p><b>${detail.seat(seat, hand.player)}</b>${hand.folded ? html` <span class="muted">${detail.folded}</span>` : null} <span class="faces">${(hand.cards ?? []).map((face) => html`<pb-card class="small" .state=${{ face }}></pb-card>`)}</span></p>
        <ul class="stakes">${Object.entries({ ...hand.wagers, ...hand.raises }).map(([key, cents]) => html`<li>${label(key)} <b>${formatDollars(cents)}</b></li>`)}</ul>
      </li>`))}</ul>` : html`<p class="muted">${detail.noBets}</p>`}
    </section>`;
}

/** @param {TableConsole | null} tableConsole */
function logView(tableConsole) {
  const { detail } = FLOOR;
  const sentences = [...(tableConsole?.log ?? [])].reverse();
  return html`
    <section class="panel">
      <h2>${detail.log}</h2>
      ${sentences.length ? html`<ol class="log" tabindex="0" aria-label=${detail.log}>${sentences.map(({ version, at, by, text }, index) => keyed(`${version} ${sentences.length - index}`, html`<li><span class="muted">${at.slice(11, 19)} ${by}</span> ${text}</li>`))}</ol>` : html`<p class="muted">${detail.noLog}</p>`}
    </section>`;
}
