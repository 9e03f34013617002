// @ts-check
/** The form in which a table's filing is edited: checked while one types, compared, and proposed. */

import { api, Refusal } from "../api.js";
import { AnswerError, parseCents } from "../console_commands.js";
import { define } from "../define.js";
import { html, keyed } from "../html.js";
import { FLOOR } from "../texts_floor.js";
import { endSentence } from "../wording.js";

/** @typedef {import("../types").FormField} FormField */
/** @typedef {{table: string, form: import("../types").FilingForm | null, values: Record<string, string | boolean>, faults: import("../api.js").Fault[], changes: string[] | null, note: string, errorMessage: string, isBusy: boolean}} FilingState */
/** @typedef {{edit: (field: FormField, value: string | boolean) => void, propose: () => void, reset: () => void}} FilingHandlers */

const CHECK_DELAY = 300;

/** @type {FilingState} */
export const NO_FORM = { table: "", form: null, values: {}, faults: [], changes: null, note: "", errorMessage: "", isBusy: false };

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

define("pb-filing", (/** @type {{table: string}} */ { table }, element) => {
  const page = /** @type {import("../define.js").StatefulElement<{table: string}> & {filing?: FilingState, timer?: number}} */ (element);
  const set = (/** @type {Partial<FilingState>} */ changes) => {
    page.filing = { ...(page.filing ?? NO_FORM), ...changes };
    if (page.isConnected) page.state = { ...page.state };
  };
  const load = () => api.getFilingForm(table).then((form) => set({ ...NO_FORM, table, form, note: page.filing?.note ?? "" }), (error) => set({ errorMessage: String(error.message) }));
  const check = async () => {
    const { values } = page.filing ?? NO_FORM;
    try {
      const { changes } = await api.compareFiling(table, editedFiling(page.filing ?? NO_FORM));
      if (page.filing?.values === values) set({ changes, faults: [], errorMessage: "" });
    } catch (error) {
      if (page.filing?.values !== values) return;
      const faults = error instanceof Refusal ? error.faults : [];
      set({ changes: null, faults, errorMessage: faults.length || !(error instanceof Error) ? "" : error.message });
    }
  };
  if (page.filing?.table !== table) {
    page.filing = { ...NO_FORM, table };
    load();
  }
  return filingView(page.filing, {
    edit(field, value) {
      set({ values: { ...page.filing?.values, [pathOf(field)]: value }, note: "" });
      window.clearTimeout(page.timer);
      page.timer = window.setTimeout(check, CHECK_DELAY);
    },
    async propose() {
      if (page.filing?.isBusy) return;
      set({ isBusy: true, errorMessage: "" });
      try {
        await api.fileSubmission(table, editedFiling(page.filing ?? NO_FORM), true);
        set({ ...NO_FORM, table, note: FLOOR.filing.proposed });
        await load();
      } catch (error) {
        set({ isBusy: false, errorMessage: error instanceof Error ? error.message : String(error), faults: error instanceof Refusal ? error.faults : [] });
      }
    },
    reset: () => set({ values: {}, faults: [], changes: null, errorMessage: "" }),
  });
});

/** @param {FilingState} state @param {FilingHandlers} handlers */
export function filingView(state, handlers) {
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
        ${changes?.length ? html`<h3>${filing.changes}</h3><ul class="changes">${changes.map((change) => html`<li>${change}</li>`)}</ul>` : null}
        ${changes && !changes.length ? html`<p class="muted">${filing.same}</p>` : null}
        <p class="note">${errorMessage}</p>
      </div>
      <p class="choices"><button class="primary" ?disabled=${isBusy || !changes?.length}>${filing.propose}</button> <button type="button" class="quiet" @click=${handlers.reset}>${filing.reset}</button></p>
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
