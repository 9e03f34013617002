// @ts-check
/** Opening a table: its game and title, who deals, what the house does by itself, and its rules. */

import { api } from "../api.js";
import { define } from "../define.js";
import { html, keyed } from "../html.js";
import { FLOOR } from "../texts_floor.js";
import { endSentence, slug } from "../wording.js";
import "./filing.js";

/** @typedef {import("../types").Me} Me */
/** @typedef {keyof typeof FLOOR.newTable.steps} Step */
/** @typedef {{game: string, title: string, key: string, isKeyTyped: boolean, isHouseDealing: boolean, steps: Step[], dealers: string[], rules: string}} NewTable */
/** @typedef {{games: Record<string, string>, tables: import("../types").LobbyTable[], dealers: import("../types").Dealer[], draft: NewTable, note: string, errorMessage: string, isBusy: boolean}} NewTableData */
/** @typedef {{change: (changes: Partial<NewTable>) => void, open: () => void, source: import("./filing.js").FilingSource | null}} NewTableHandlers */

const STEPS = /** @type {Step[]} */ (Object.keys(FLOOR.newTable.steps));
/** The steps in which a dealer deals the round, and the house takes care of the rest. @type {Step[]} */
const CARE = ["tray", "decks", "shuffle", "stub", "mark"];
/** @type {Record<keyof typeof FLOOR.newTable.presets, Step[]>} */
const PRESETS = { nothing: [], care: CARE, everything: STEPS };
/** The rules that are in force at once; others need a second person. */
const EXAMPLE = "";
const EDITED = "edited";
const LIKE = "like ";

/** @type {NewTable} */
const BLANK = { game: "", title: "", key: "", isKeyTyped: false, isHouseDealing: false, steps: [], dealers: [], rules: EXAMPLE };
/** @type {NewTableData} */
export const NO_NEW_TABLE = { games: {}, tables: [], dealers: [], draft: BLANK, note: "", errorMessage: "", isBusy: false };

/** Whether somebody may open a table. The server has the last word. @param {Me | null} me */
export const opensTables = (me) => me?.part === "floorperson" || me?.part === "administrator";

/** Return the request that opens a table. @param {NewTable} draft @param {unknown} [submission] */
export const toRequest = ({ game, title, key, isHouseDealing, steps }, submission) => ({
  table: key,
  title: title.trim(),
  game,
  house_dealer: isHouseDealing,
  automation: isHouseDealing ? ["everything"] : steps.length ? steps : ["nothing"],
  ...(submission ? { submission } : {}),
});

define("pb-new-table", (/** @type {{me: Me | null}} */ { me }, element) => {
  const page = /** @type {import("../define.js").StatefulElement<{me: Me | null}> & {table?: NewTableData}} */ (element);
  const set = (/** @type {Partial<NewTableData>} */ changes) => {
    page.table = { ...(page.table ?? NO_NEW_TABLE), ...changes };
    if (page.isConnected) page.state = { ...page.state };
  };
  const data = page.table ?? NO_NEW_TABLE;
  const { draft } = data;
  if (opensTables(me) && element.dataset.loadedFor !== me?.name) {
    element.dataset.loadedFor = me?.name;
    Promise.all([api.listGames(), api.listTables(), api.listDealers()]).then(([games, tables, dealers]) => set({ games, tables, dealers, draft: { ...(page.table ?? NO_NEW_TABLE).draft, game: Object.keys(games)[0] ?? "" } }),
      (error) => set({ errorMessage: error.message }));
  }
  /** Open the table, then assign its dealers. @param {unknown} [submission] */
  const create = async (submission) => {
    const request = toRequest(draft, submission);
    await api.openTable(request);
    for (const name of draft.isHouseDealing ? [] : draft.dealers) {
      const before = data.dealers.find((dealer) => dealer.name === name)?.tables ?? [];
      await api.assignDealer(name, [...before, request.table]);
    }
    if (me?.part === "floorperson") location.hash = `#/floor/${request.table}`;
    else set({ note: FLOOR.newTable.opened(request.title), draft: { ...BLANK, game: draft.game }, errorMessage: "", tables: await api.listTables() });
  };
  /** Whether the fields can be sent; the browser says what is wrong with them. */
  const isFilledIn = () => /** @type {HTMLFormElement | null} */ (page.querySelector("form.new-table"))?.reportValidity() ?? false;
  /** @type {NewTableHandlers} */
  const handlers = {
    change(changes) {
      const next = { ...draft, ...changes };
      if ("title" in changes && !next.isKeyTyped) next.key = slug(next.title);
      if ("game" in changes) next.rules = EXAMPLE;
      set({ draft: next, note: "", errorMessage: "" });
    },
    async open() {
      if (page.table?.isBusy) return;
      set({ isBusy: true, errorMessage: "" });
      try {
        await create();
        set({ isBusy: false });
      } catch (error) {
        set({ isBusy: false, errorMessage: endSentence(error instanceof Error ? error.message : String(error)) });
      }
    },
    source: draft.rules === EXAMPLE ? null : {
      key: `${draft.game} ${draft.rules}`,
      game: draft.game,
      load: () => (draft.rules === EDITED ? api.getGameFilingForm(draft.game) : api.getFilingForm(draft.rules.slice(LIKE.length))),
      compare: async (submission) => (await api.checkSubmission(draft.game, submission)).changes,
      async propose(submission) {
        if (!isFilledIn()) throw new Error(FLOOR.newTable.check);
        await create(submission);
        return FLOOR.newTable.opened(draft.title);
      },
      labels: { propose: FLOOR.newTable.open, changes: FLOOR.newTable.differences, same: FLOOR.newTable.same, canBeSame: true },
    },
  };
  return newTableView(me, data, handlers);
});

/** @param {Me | null} me @param {NewTableData} data @param {NewTableHandlers} handlers */
export function newTableView(me, data, handlers) {
  const { newTable } = FLOOR;
  if (!opensTables(me)) return html`<main class="page narrow"><h1>${newTable.title}</h1><p>${newTable.none}</p></main>`;
  const { games, draft, note, errorMessage } = data;
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    if (!handlers.source) handlers.open();
  };
  const textOf = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).value;
  return html`
    <main class="page floor new-table-page">
      <header class="floor-head">
        ${me?.part === "floorperson" ? html`<p><a href="#/floor">‹ ${FLOOR.all}</a></p>` : null}
        <h1>${newTable.title}</h1>
        <p class="lead">${newTable.lead}</p>
      </header>
      <p class="status" role="status">${note}</p>
      <form class="account panel new-table" @submit=${submit}>
        <label>${newTable.game}<select name="game" @change=${(/** @type {Event} */ event) => handlers.change({ game: textOf(event) })}>${Object.entries(games).map(([key, name]) => html`<option value=${key} ?selected=${key === draft.game}>${name}</option>`)}</select></label>
        <label>${newTable.name}<input name="title" required maxlength="60" autocomplete="off" .value=${draft.title} @input=${(/** @type {Event} */ event) => handlers.change({ title: textOf(event) })}></label>
        <label>${newTable.key}<input name="table" required maxlength="40" pattern="[a-z0-9\\-]+" autocomplete="off" autocapitalize="off" spellcheck="false" .value=${draft.key} @input=${(/** @type {Event} */ event) => handlers.change({ key: textOf(event), isKeyTyped: true })}></label>
        ${dealingFields(draft, handlers)}
        ${draft.isHouseDealing ? null : keyed("people", peopleFields(data, handlers))}
        ${rulesField(data, handlers)}
        ${handlers.source ? html`<p class="muted">${newTable.needsApproval}</p>` : html`<p class="note" role="alert">${errorMessage}</p>
          <p class="choices"><button class="primary" ?disabled=${data.isBusy}>${newTable.open}</button></p>`}
      </form>
      ${handlers.source ? html`<section class="panel"><pb-filing .state=${{ source: handlers.source }}></pb-filing></section>` : null}
    </main>`;
}

/** @param {NewTable} draft @param {NewTableHandlers} handlers */
const dealingFields = ({ isHouseDealing }, { change }) => html`
  <fieldset><legend>${FLOOR.newTable.dealing}</legend>
    ${[false, true].map((value) => html`<label class="tick"><input type="radio" name="dealing" .checked=${value === isHouseDealing} @change=${() => change({ isHouseDealing: value })}> ${value ? FLOOR.newTable.house : FLOOR.newTable.people}</label>`)}
  </fieldset>`;

/** @param {NewTableData} data @param {NewTableHandlers} handlers */
function peopleFields({ draft, dealers }, { change }) {
  const { newTable } = FLOOR;
  const toggle = (/** @type {Step} */ step) => change({ steps: STEPS.filter((item) => (item === step ? !draft.steps.includes(item) : draft.steps.includes(item))) });
  const assign = (/** @type {string} */ name) => change({ dealers: draft.dealers.includes(name) ? draft.dealers.filter((item) => item !== name) : [...draft.dealers, name] });
  return html`
    <fieldset><legend>${newTable.dealers}</legend>
      ${dealers.length ? dealers.map(({ name }) => keyed(name, html`<label class="tick"><input type="checkbox" .checked=${draft.dealers.includes(name)} @change=${() => assign(name)}> ${name}</label>`)) : html`<p class="muted">${newTable.noDealers}</p>`}
    </fieldset>
    <fieldset class="automation"><legend>${newTable.automation}</legend>
      <p class="choices">${/** @type {(keyof typeof PRESETS)[]} */ (Object.keys(PRESETS)).map((name) => html`<button type="button" class=${String(PRESETS[name]) === String(draft.steps) ? "quiet chosen" : "quiet"} aria-pressed=${String(String(PRESETS[name]) === String(draft.steps))} @click=${() => change({ steps: PRESETS[name] })}>${newTable.presets[name]}</button>`)}</p>
      ${STEPS.map((step) => keyed(step, html`<label class="tick"><input type="checkbox" name=${step} .checked=${draft.steps.includes(step)} @change=${() => toggle(step)}> ${newTable.steps[step]}</label>`))}
    </fieldset>`;
}

/** @param {NewTableData} data @param {NewTableHandlers} handlers */
function rulesField({ draft, tables }, { change }) {
  const { newTable } = FLOOR;
  const options = [[EXAMPLE, newTable.example], [EDITED, newTable.edited], ...tables.filter(({ game }) => game === draft.game).map(({ table, title }) => [LIKE + table, newTable.like(title)])];
  return html`<label>${newTable.rules}<select name="rules" @change=${(/** @type {Event} */ event) => change({ rules: /** @type {HTMLSelectElement} */ (event.target).value })}>${options.map(([value, label]) => html`<option value=${value} ?selected=${value === draft.rules}>${label}</option>`)}</select></label>`;
}
