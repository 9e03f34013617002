// @ts-check
/** What if: payouts, paytables, readings and options that can be changed. */

import { html, keyed } from "../html.js";
import { TEXTS } from "../texts.js";
import { nameOf, withChoice, withPay, withTable } from "./variant.js";

const T = TEXTS.lab;

/** @typedef {import("./bench.js").Bench} Bench */
/** @typedef {import("../types").WagerChoices} WagerChoices */
/** @typedef {import("../types").LabLine} LabLine */
/** @typedef {import("../types").LabChoice} LabChoice */

/** A phone begins with the figures. */
const isWide = window.matchMedia("(min-width: 821px)").matches;

/** @param {Event} event */
const valueOf = (event) => /** @type {HTMLInputElement | HTMLSelectElement} */ (event.currentTarget).value;

/** @param {Bench} bench */
export function changing(bench) {
  const { plain, first } = bench.state;
  if (!plain || !first) return null;
  const choices = [...plain.readings, ...plain.options];
  return html`
    <details class="whatif panel" ?open=${isWide}>
      <summary><h2>${T.change}</h2></summary>
      <p class="muted">${T.changeLead} ${T.oddsHint}</p>
      ${plain.wagers.filter((wager) => wager.lines.length || wager.paytables.length).map((wager) => keyed(wager.key, paid(wager, bench)))}
      ${choices.length ? html`<fieldset><legend>${T.readings}</legend>${choices.map((one) => keyed(nameOf(one), reading(one, bench)))}</fieldset>` : null}
    </details>`;
}

/** @param {WagerChoices} wager @param {Bench} bench */
function paid(wager, bench) {
  const { variant, faults } = bench.state;
  const changed = wager.lines.filter((line) => line.key in variant.pay).length + (wager.key in variant.tables ? 1 : 0);
  const faulty = wager.lines.some((line) => `pay.${line.key}` in faults);
  return html`
    <details class="wager">
      <summary><span>${wager.label}</span>${changed ? html`<span class=${faulty ? "badge faulty" : "badge"}>${T.changed(changed)}</span>` : null}</summary>
      ${wager.paytables.length ? letters(wager, bench) : null}
      <div class="lines">${wager.lines.map((line) => keyed(line.key, odds(wager, line, bench)))}</div>
    </details>`;
}

/** @param {WagerChoices} wager @param {Bench} bench */
function letters(wager, bench) {
  const { variant, first } = bench.state;
  const filed = first?.wagers.find((one) => one.key === wager.key)?.paytable ?? null;
  const now = variant.tables[wager.key] ?? filed;
  const take = (/** @type {Event} */ event) => bench.change(withTable(bench.state.variant, wager.key, valueOf(event), filed));
  return html`<label class="pick">${T.paytable}
    <select data-table=${wager.key} @change=${take}>${wager.paytables.map((letter) => html`<option value=${letter} .selected=${letter === now}>${letter}</option>`)}</select>
  </label>`;
}

/** @param {WagerChoices} wager @param {LabLine} line @param {Bench} bench */
function odds(wager, line, bench) {
  const { variant, faults, typing } = bench.state;
  const typed = variant.pay[line.key];
  const value = typing?.key === line.key ? typing.text : typed ?? String(line.odds);
  const fault = faults[`pay.${line.key}`];
  const id = `pay-${line.key.replace(".", "-")}`;
  const take = (/** @type {Event} */ event) => {
    const text = valueOf(event);
    bench.change(withPay(bench.state.variant, line, text), { key: line.key, text });
  };
  return html`
    <div class=${typed === undefined ? "line" : "line changed"}>
      <label for=${id}>${line.label}</label>
      <input id=${id} type="number" inputmode="numeric" step="1" min=${line.least} max=${line.most} placeholder=${line.odds}
        aria-label=${T.oddsOf(wager.label, line.label, line.unit)} aria-invalid=${fault ? "true" : null} aria-describedby=${`${id}-told`}
        .value=${value} @input=${take} @blur=${() => bench.typed()}>
      <span class="unit" aria-hidden="true">${line.unit}</span>
      <p id=${`${id}-told`} class=${fault ? "note" : "muted"}>${fault ?? (typed === undefined ? "" : T.filedPays(line.pays))}</p>
    </div>`;
}

/** @param {LabChoice} one @param {Bench} bench */
function reading(one, bench) {
  const { variant, first, faults } = bench.state;
  const name = nameOf(one);
  const filed = [...(first?.readings ?? []), ...(first?.options ?? [])].find((other) => nameOf(other) === name)?.choice ?? one.choice;
  const now = variant.readings[name] ?? variant.options[name] ?? filed;
  const fault = faults[`readings.${name}`] ?? faults[`wagers.${name}`];
  const take = (/** @type {Event} */ event) => bench.change(withChoice(bench.state.variant, one, valueOf(event), filed));
  return html`
    <div class=${now === filed ? "reading" : "reading changed"}>
      <label for=${`reading-${name}`}>${one.question} <small class="cite">${one.clause}</small></label>
      <select id=${`reading-${name}`} data-reading=${name} aria-describedby=${`reading-${name}-told`} @change=${take}>
        ${Object.keys(one.choices).map((choice) => html`<option value=${choice} .selected=${choice === now}>${choice}${choice === filed ? ` (${T.asFiled})` : ""}</option>`)}
      </select>
      <p id=${`reading-${name}-told`} class=${fault ? "note" : "muted"}>${fault ?? one.choices[now]}</p>
    </div>`;
}
