// @ts-check
/** The form in which a filing is edited: checked while you type, compared, printed, and proposed for a table or a new one. */

import { api, Refusal } from "../api.js";
import { AnswerError, parseCents } from "../console_commands.js";
import { define } from "../define.js";
import { html, keyed } from "../html.js";
import { FLOOR } from "../texts_floor.js";
import { endSentence } from "../wording.js";

/** @typedef {import("../types").FormField} FormField */
/** @typedef {{form: import("../types").FilingForm | null, values: Record<string, string | boolean>, faults: import("../api.js").Fault[], changes: readonly string[] | null, note: string, errorMessage: string, isBusy: boolean}} FilingState */
/** @typedef {{edit: (field: FormField, value: string | boolean) => void, propose: () => void, reset: () => void, print: (format: "html" | "pdf") => void}} FilingHandlers */
/**
 * Where a form's filing comes from, and where it goes.
 * @typedef {{key: string, game: string, load: () => Promise<import("../types").FilingForm>, compare: (submission: unknown) => Promise<readonly string[]>, propose: (submission: unknown) => Promise<string>, labels: FilingLabels}} FilingSource
 */
/** @typedef {{propose: string, changes: string, same: string, canBeSame: boolean}} FilingLabels With `canBeSame`, it can be proposed without a change. */

const CHECK_DELAY = 300;

/** @type {FilingState} */
export const NO_FORM = { form: null, values: {}, faults: [], changes: null, note: "", errorMessage: "", isBusy: false };

/** Return the place of a field as faults name it: `wagers.bonus_spin.wheel[0].stops`. @param {FormField} field */
export const pathOf = ({ path }) => path.map((key, index) => (typeof key === "number" ? `[${key}]` : `${index ? "." : ""}${key}`)).join("");

/** @param {FormField} field @returns {string | boolean} */
const initialValue = ({ kind, value }) => (kind === "boolean" ? Boolean(value) : value === null || value === undefined ? "" : kind === "money" ? dollarsText(value) : String(value));

/** @param {number} cents */
const dollarsText = (cents) => (cents % 100 ? (cents / 100).toFixed(2) : String(cents / 100));

/** Return the value that a typed text stands for; the server says what is wrong with others. @param {FormField} field @param {string | boolean} typed */
function parseValue({ kind }, typed) {
  if (typeof typed === "boolean") return typed;
  const text = typed.trim();
  if (kind === "money") {
    try {
      return parseCents(text, (sentence) => new AnswerError("", sentence));
    } catch {
      return text; // the server says what is wrong with it
    }
  }
  return kind === "number" && /^\d{1,9}$/.test(text) ? Number(text) : text;
}

/** Return the filing with what was typed in it; an empty field leaves its key out. @param {FilingState} state */
export function editedFiling({ form, values }) {
  const result = structuredClone(form?.submission ?? {});
  for (const field of form?.fields ?? []) {
    const typed = values[pathOf(field)];
    if (typed === undefined) continue;
    let target = /** @type {any} */ (result);
    for (const key of field.path.slice(0, -1)) target = target[key] ??= {};
    const last = field.path[field.path.length - 1];
    if (typed === "") delete target[last];
    else target[last] = parseValue(field, typed);
  }
  return result;
}

/** @type {FilingLabels} */
export const TABLE_LABELS = { propose: FLOOR.filing.propose, changes: FLOOR.filing.changes, same: FLOOR.filing.same, canBeSame: false };

/** The filing in force at a table; a change is proposed there. @param {string} table @param {string} game @returns {FilingSource} */
export const tableFiling = (table, game) => ({
  key: table,
  game,
  load: () => api.getFilingForm(table),
  compare: async (submission) => (await api.compareFiling(table, submission)).changes,
  async propose(submission) {
    await api.fileSubmission(table, submission, true);
    return FLOOR.filing.proposed;
  },
  labels: TABLE_LABELS,
});

/** @param {unknown} error */
const sentenceOf = (error) => (error instanceof Error ? error.message : String(error));

define("pb-filing", (/** @type {{source: FilingSource}} */ { source }, element) => {
  const page = /** @type {import("../define.js").StatefulElement<{source: FilingSource}> & {filing?: FilingState, key?: string, timer?: number}} */ (element);
  const set = (/** @type {Partial<FilingState>} */ changes) => {
    page.filing = { ...(page.filing ?? NO_FORM), ...changes };
    if (page.isConnected) page.state = { ...page.state };
  };
  const check = async () => {
    const { values } = page.filing ?? NO_FORM;
    try {
      const changes = await source.compare(editedFiling(page.filing ?? NO_FORM));
      if (page.filing?.values === values) set({ changes, faults: [], errorMessage: "" });
    } catch (error) {
      if (page.filing?.values !== values) return;
      const faults = error instanceof Refusal ? error.faults : [];
      set({ changes: null, faults, errorMessage: faults.length || !(error instanceof Error) ? "" : error.message });
    }
  };
  const load = () => source.load().then((form) => {
    if (page.key !== source.key) return;
    set({ ...NO_FORM, form, note: page.filing?.note ?? "" });
    if (source.labels.canBeSame) check();
  }, (error) => set({ errorMessage: sentenceOf(error) }));
  if (page.key !== source.key) {
    page.key = source.key;
    page.filing = NO_FORM;
    load();
  }
  const perform = async (/** @type {(submission: unknown) => Promise<void>} */ task) => {
    if (page.filing?.isBusy) return;
    set({ isBusy: true, errorMessage: "", note: "" });
    try {
      await task(editedFiling(page.filing ?? NO_FORM));
      set({ isBusy: false });
    } catch (error) {
      set({ isBusy: false, errorMessage: sentenceOf(error), faults: error instanceof Refusal ? error.faults : [] });
    }
  };
  return filingView(page.filing ?? NO_FORM, {
    edit(field, value) {
      set({ values: { ...page.filing?.values, [pathOf(field)]: value }, note: "" });
      window.clearTimeout(page.timer);
      page.timer = window.setTimeout(check, CHECK_DELAY);
    },
    propose: () => perform(async (submission) => {
      set({ ...NO_FORM, note: await source.propose(submission) });
      await load();
    }),
    reset: () => { set({ values: {}, faults: [], changes: null, errorMessage: "" }); if (source.labels.canBeSame) check(); },
    print: (format) => perform((submission) => api.printSubmission(source.game, submission, format)),
  }, source.labels);
});

/** @param {FilingState} state @param {FilingHandlers} handlers @param {FilingLabels} [labels] */
export function filingView(state, handlers, labels = TABLE_LABELS) {
  const { form, faults, changes, note, errorMessage, isBusy } = state;
  const { filing } = FLOOR;
  if (!form) return html`<p class="muted">${errorMessage || filing.loading}</p>`;
  const groups = [...new Set(form.fields.map(({ group }) => group))];
  const shown = new Set(form.fields.map(pathOf));
  const others = faults.filter(({ path }) => !shown.has(path));
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    handlers.propose();
  };
  return html`
    <form class="account filing" @submit=${submit}>
      <p class="status" role="status">${note}</p>
      ${groups.map((group) => keyed(group, html`
        <fieldset><legend>${group}</legend>
          <div class="fields">${form.fields.filter((field) => field.group === group).map((field) => keyed(pathOf(field), fieldView(field, state, handlers)))}</div>
        </fieldset>`))}
      <div aria-live="polite">
        ${faults.length ? html`<p class="note">${filing.faults(faults.length)}</p>` : null}
        ${others.length ? html`<ul class="changes note">${others.map(({ path, sentence, clause }) => html`<li>${endSentence(`${path} ${sentence}`)} <span class="cite">${clause}</span></li>`)}</ul>` : null}
        ${changes?.length ? html`<h3>${labels.changes}</h3><ul class="changes">${changes.map((change) => html`<li>${change}</li>`)}</ul>` : null}
        ${changes && !changes.length ? html`<p class="muted">${labels.same}</p>` : null}
        <p class="note" role="alert">${errorMessage}</p>
      </div>
      <p class="choices">
        <button class="primary" ?disabled=${isBusy || !changes || !(changes.length || labels.canBeSame)}>${labels.propose}</button>
        <button type="button" class="quiet" @click=${handlers.reset}>${filing.reset}</button>
        <button type="button" class="quiet" ?disabled=${isBusy || faults.length > 0} @click=${() => handlers.print("pdf")}>${filing.pdf}</button>
        <button type="button" class="quiet" ?disabled=${isBusy || faults.length > 0} @click=${() => handlers.print("html")}>${filing.page}</button>
      </p>
    </form>`;
}

/** @param {FormField} field @param {FilingState} state @param {FilingHandlers} handlers */
function fieldView(field, { values, faults }, handlers) {
  const path = pathOf(field);
  const value = values[path] ?? initialValue(field);
  const fault = faults.find((item) => item.path === path);
  const id = `field-${path.replace(/[^a-z0-9]+/gi, "-")}`;
  const edit = (/** @type {Event} */ event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    handlers.edit(field, field.kind === "boolean" ? input.checked : input.value);
  };
  const faultId = fault ? `${id}-fault` : null;
  const input = field.kind === "boolean"
    ? html`<input id=${id} type="checkbox" .checked=${value === true} aria-describedby=${faultId} @change=${edit}>`
    : field.kind === "choice"
      ? html`<select id=${id} aria-describedby=${faultId} @change=${edit}>${[...(value === "" ? [""] : []), ...field.choices].map((choice) => html`<option value=${choice} ?selected=${choice === value}>${choice}</option>`)}</select>`
      : html`<input id=${id} type=${field.kind === "date" ? "date" : "text"} inputmode=${field.kind === "money" ? "decimal" : field.kind === "number" ? "numeric" : "text"} autocomplete="off" .value=${String(value)} aria-describedby=${faultId} aria-invalid=${fault ? "true" : null} @input=${edit}>`;
  return html`
    <div class=${fault ? "field wrong" : path in values ? "field changed" : "field"}>
      <label for=${id}>${field.kind === "money" ? `${field.label} ($)` : field.label} <span class="cite">${field.clause ?? ""}</span></label>
      ${input}
      ${fault ? html`<p id=${faultId} class="note">${endSentence(`${field.label} ${fault.sentence}`)} <span class="cite">${fault.clause}</span></p>` : null}
    </div>`;
}
