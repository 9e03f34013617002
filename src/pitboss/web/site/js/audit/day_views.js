// @ts-check
/** The sections of a day on the auditor's page: shift sheets, staff activity, and the daily book. */

import { formatDollars, formatPercent, fractionToNumber } from "../format.js";
import { html, keyed } from "../html.js";
import { DAY } from "../texts_audit.js";
import { api } from "../api.js";
import { bandPlot } from "./band.js";

/** @typedef {import("../types").PitReport} PitReport */
/** @typedef {PitReport["sheets"][number]} Sheet */
/** @typedef {import("../types").Reconciliation & {closes: boolean}} Reconciliation */

/** Columns with money; the others with digits are plain numbers. */
const MONEY = new Set(["opened", "seeded", "fed", "corrected", "paid", "shows", "difference", "cents", "returned", "counted", "over"]);
const TIMES = new Set(["at", "first", "last"]);

/** Format an exact amount to the cent. @param {string | number} exact */
const formatExact = (exact) => formatDollars(Math.round(fractionToNumber(exact)));
const formatZ = (/** @type {number} */ z) => `${z < 0 ? "−" : "+"}${Math.abs(z).toFixed(2)}`;

/** @param {string} name @param {unknown} value */
function formatCell(name, value) {
  if (TIMES.has(name)) return String(value).slice(11, 19);
  if (MONEY.has(name)) return formatExact(/** @type {string | number} */ (value));
  if (Array.isArray(value)) return value.join(", ");
  if (typeof value === "number") return value ? value.toLocaleString("en-US") : "";
  return String(value ?? "");
}

/** Return a table of records; the list says which of their fields are shown. @param {string} list @param {readonly object[]} records @param {string} [caption] */
export function recordTable(list, records, caption = "") {
  // A column of zeros would only take the place of others.
  const columns = Object.entries(DAY.columns[list]).filter(([name]) => MONEY.has(name) || records.some((record) => formatCell(name, /** @type {Record<string, unknown>} */ (record)[name])));
  const isFigure = (/** @type {string} */ name) => MONEY.has(name) || records.every((record) => typeof /** @type {Record<string, unknown>} */ (record)[name] === "number");
  return html`
    <div class=${`wide ${list}`} tabindex="0" role="region" aria-label=${caption || list}><table>
      ${caption ? html`<caption>${caption}</caption>` : null}
      <thead><tr>${columns.map(([name, label]) => html`<th scope="col" class=${isFigure(name) ? "figure" : null}>${label}</th>`)}</tr></thead>
      <tbody>${records.map((record) => html`<tr>${columns.map(([name]) => html`<td class=${isFigure(name) ? "figure" : null}>${formatCell(name, /** @type {Record<string, unknown>} */ (record)[name])}</td>`)}</tr>`)}</tbody>
    </table></div>`;
}

/** @param {PitReport | Sheet} report */
function totals(report) {
  const { bands } = report;
  /** @type {[string, string][]} */
  const figures = [
    [DAY.win, formatDollars(report.win)],
    [DAY.theoretical, report.theoretical === null ? "–" : formatExact(report.theoretical)],
    [DAY.drop, formatDollars(report.drop)],
    [DAY.handle, formatDollars(report.handle)],
    [DAY.holdOfDrop, report.hold_of_drop === null ? "–" : formatPercent(report.hold_of_drop, 2)],
    [DAY.holdOfHandle, report.hold_of_handle === null ? "–" : formatPercent(report.hold_of_handle, 2)],
    [DAY.rounds, report.rounds.toLocaleString("en-US")],
    [DAY.hands, report.hands.toLocaleString("en-US")],
  ];
  if (bands) {
    figures.push(
      [DAY.deviation, formatDollars(bands.standard_deviation)],
      [DAY.z, formatZ(bands.z)],
      [DAY.band95, DAY.band(formatDollars(bands.low_95), formatDollars(bands.high_95))],
      [DAY.band99, DAY.band(formatDollars(bands.low_99), formatDollars(bands.high_99))],
    );
  }
  return html`
    ${bands ? bandPlot(report.win, report.theoretical, bands) : null}
    <p class=${bands?.is_outside ? "note" : "muted"}>${bands ? (bands.is_outside ? DAY.outside : DAY.inside) : report.theoretical === null ? DAY.unknown : DAY.nothingStaked}</p>
    <dl class="figures">${figures.map(([label, figure]) => html`<div><dt>${label}</dt><dd>${figure}</dd></div>`)}</dl>`;
}

/** @param {Sheet} sheet */
const sheetView = (sheet) => html`
  <section class=${sheet.bands?.is_outside ? "panel sheet outside" : "panel sheet"} aria-label=${sheet.title}>
    <h2>${sheet.title}</h2>
    ${totals(sheet)}
    ${Object.entries(DAY.lists).map(([list, label]) => {
      const records = /** @type {readonly object[]} */ (/** @type {unknown} */ (sheet[/** @type {keyof Sheet} */ (list)]));
      return records.length ? html`<details><summary>${label} (${records.length})</summary>${recordTable(list, records, label)}</details>` : null;
    })}
  </section>`;

/** @param {PitReport} pit */
export const shiftView = (pit) => html`
  <h1>${DAY.shiftTitle}</h1>
  ${pit.tables ? null : html`<p>${DAY.noTables}</p>`}
  ${pit.tables > 1 ? html`<section class="panel pit" aria-label=${DAY.pit}><h2>${DAY.pit}</h2>${totals(pit)}</section>` : null}
  <p class="muted">${DAY.legend}</p>
  <div class="sheets">${pit.sheets.map((sheet) => keyed(sheet.table, sheetView(sheet)))}</div>`;

/** @param {import("../types").StaffReport} report @param {string} person @param {(person: string) => void} choose */
export function staffView(report, person, choose) {
  const acts = report.acts.filter(({ name }) => !person || name === person);
  return html`
    <h1>${DAY.staffTitle}</h1>
    ${report.people.length ? recordTable("people", report.people, DAY.staffTitle) : html`<p>${DAY.nobody}</p>`}
    ${report.acts.length ? html`
      <label class="person">${DAY.person} <select @change=${(/** @type {Event} */ event) => choose(/** @type {HTMLSelectElement} */ (event.target).value)}>
        <option value="">${DAY.everybody}</option>
        ${report.people.map(({ name }) => html`<option value=${name} ?selected=${name === person}>${name}</option>`)}
      </select></label>
      ${recordTable("acts", acts, DAY.acts)}` : null}`;
}

/** @param {string} day @param {Reconciliation} books @param {{canRecord: boolean, isRecorded: boolean, record: () => void}} options */
export const booksView = (day, books, { canRecord, isRecorded, record }) => html`
  <h1>${DAY.booksTitle}</h1>
  <section class="panel" aria-label=${DAY.download}>
    <h2>${DAY.download}</h2>
    <p class="downloads">${DAY.formats.map(([format, label]) => html`<a class="button" download href=${api.bookUrl(day, format)}>${label}</a>`)}</p>
  </section>
  <section class="panel" aria-label=${DAY.reconciliation}>
    <h2>${DAY.reconciliation}</h2>
    <p class=${books.closes ? "balanced" : "note"} role="status">${books.closes ? DAY.balanced : DAY.notBalanced(books.breaks.length)} ${isRecorded ? DAY.recorded : ""}</p>
    ${books.breaks.length ? recordTable("breaks", books.breaks, DAY.reconciliation) : null}
    ${recordTable("streams", books.streams, DAY.reconciliation)}
    ${books.streams.some(({ meters }) => meters.length) ? recordTable("meters", books.streams.flatMap(({ meters }) => meters), DAY.lists.meters) : null}
    ${canRecord && !isRecorded ? html`<button type="button" class="quiet" @click=${record}>${DAY.record}</button>` : null}
  </section>`;
