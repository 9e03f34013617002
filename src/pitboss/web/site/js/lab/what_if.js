// @ts-check
/** What if: payouts, paytables, readings and options that can be changed. */

import { html, keyed } from "../html.js";
import { TEXTS } from "../texts.js";
import { nameOf, withChoice, withPay, withTable } from "./variant.js";

const T = TEXTS.lab;

/** @typedef {import("./experiment.js").Experiment} Experiment */
/** @typedef {import("../types").WagerChoices} WagerChoices */
/** @typedef {import("../types").LabLine} LabLine */
/** @typedef {import("../types").LabChoice} LabChoice */

/** On a phone the figures come first. */
const isWide = window.matchMedia("(min-width: 821px)").matches;

/** @param {Event} event */
const valueOf = (event) => /** @type {HTMLInputElement | HTMLSelectElement} */ (event.currentTarget).value;

/** @param {Experiment} experiment */
export function whatIfPanel(experiment) {
  const { baseChoices, filedChoices } = experiment.state;
  if (!baseChoices || !filedChoices) return null;
  const choices = [...baseChoices.readings, ...baseChoices.options];
  return html`
    <details class="whatif panel" ?open=${isWide}>
      <summary><h2>${T.change}</h2></summary>
      <p class="muted">${T.changeLead} ${T.oddsHint}</p>
      ${baseChoices.wagers.filter((wager) => wager.lines.length || wager.paytables.length).map((wager) => keyed(wager.key, wagerEditor(wager, experiment)))}
      ${choices.length ? html`<fieldset><legend>${T.readings}</legend>${choices.map((reading) => keyed(nameOf(reading), readingEditor(reading, experiment)))}</fieldset>` : null}
    </details>`;
}

/** @param {WagerChoices} wager @param {Experiment} experiment */
function wagerEditor(wager, experiment) {
  const { variant, faults } = experiment.state;
  const changeCount = wager.lines.filter((line) => line.key in variant.pay).length + (wager.key in variant.tables ? 1 : 0);
  const hasFault = wager.lines.some((line) => `pay.${line.key}` in faults);
  return html`
    <details class="wager">
      <summary><span>${wager.label}</span>${changeCount ? html`<span class=${hasFault ? "badge faulty" : "badge"}>${T.changeCount(changeCount)}</span>` : null}</summary>
      ${wager.paytables.length ? paytablePicker(wager, experiment) : null}
      <div class="lines">${wager.lines.map((line) => keyed(line.key, oddsEditor(wager, line, experiment)))}</div>
    </details>`;
}

/** @param {WagerChoices} wager @param {Experiment} experiment */
function paytablePicker(wager, experiment) {
  const { variant, filedChoices } = experiment.state;
  const filedPaytable = filedChoices?.wagers.find((candidate) => candidate.key === wager.key)?.paytable ?? null;
  const selectedPaytable = variant.tables[wager.key] ?? filedPaytable;
  const applyChange = (/** @type {Event} */ event) => experiment.change(withTable(experiment.state.variant, wager.key, valueOf(event), filedPaytable));
  return html`<label class="pick">${T.paytable}
    <select data-table=${wager.key} @change=${applyChange}>${wager.paytables.map((letter) => html`<option value=${letter} .selected=${letter === selectedPaytable}>${letter}</option>`)}</select>
  </label>`;
}

/** @param {WagerChoices} wager @param {LabLine} line @param {Experiment} experiment */
function oddsEditor(wager, line, experiment) {
  const { variant, faults, edit } = experiment.state;
  const override = variant.pay[line.key];
  const value = edit?.key === line.key ? edit.text : override ?? String(line.odds);
  const fault = faults[`pay.${line.key}`];
  const id = `pay-${line.key.replace(".", "-")}`;
  const applyChange = (/** @type {Event} */ event) => {
    const text = valueOf(event);
    experiment.change(withPay(experiment.state.variant, line, text), { key: line.key, text });
  };
  return html`
    <div class=${override === undefined ? "line" : "line changed"}>
      <label for=${id}>${line.label}</label>
      <input id=${id} type="number" inputmode="numeric" step="1" min=${line.least} max=${line.most} placeholder=${line.odds}
        aria-label=${T.oddsOf(wager.label, line.label, line.unit)} aria-invalid=${fault ? "true" : null} aria-describedby=${`${id}-note`}
        .value=${value} @input=${applyChange} @blur=${() => experiment.finishEdit()}>
      <span class="unit" aria-hidden="true">${line.unit}</span>
      <p id=${`${id}-note`} class=${fault ? "note" : "muted"}>${fault ?? (override === undefined ? "" : T.filedPays(line.pays))}</p>
    </div>`;
}

/** @param {LabChoice} reading @param {Experiment} experiment */
function readingEditor(reading, experiment) {
  const { variant, filedChoices, faults } = experiment.state;
  const name = nameOf(reading);
  const filedChoice = [...(filedChoices?.readings ?? []), ...(filedChoices?.options ?? [])].find((candidate) => nameOf(candidate) === name)?.choice ?? reading.choice;
  const selectedChoice = variant.readings[name] ?? variant.options[name] ?? filedChoice;
  const fault = faults[`readings.${name}`] ?? faults[`wagers.${name}`];
  const applyChange = (/** @type {Event} */ event) => experiment.change(withChoice(experiment.state.variant, reading, valueOf(event), filedChoice));
  return html`
    <div class=${selectedChoice === filedChoice ? "reading" : "reading changed"}>
      <label for=${`reading-${name}`}>${reading.question} <small class="cite">${reading.clause}</small></label>
      <select id=${`reading-${name}`} data-reading=${name} aria-describedby=${`reading-${name}-note`} @change=${applyChange}>
        ${Object.keys(reading.choices).map((choice) => html`<option value=${choice} .selected=${choice === selectedChoice}>${choice}${choice === filedChoice ? ` (${T.asFiled})` : ""}</option>`)}
      </select>
      <p id=${`reading-${name}-note`} class=${fault ? "note" : "muted"}>${fault ?? reading.choices[selectedChoice]}</p>
    </div>`;
}
