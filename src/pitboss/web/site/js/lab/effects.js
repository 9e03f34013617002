// @ts-check
/** Readings and options, and what each choice of them is worth. */

import { html, keyed } from "../html.js";
import { fraction, percent } from "../fractions.js";
import { TEXTS } from "../texts.js";
import { exactly } from "./copy.js";
import { edge, exact, isZero, negative, over, written } from "./exact.js";
import { bar, doing } from "./score.js";
import { points } from "./shown.js";
import { nameOf } from "./variant.js";
import { labelOf, required } from "./wagers.js";

const T = TEXTS.lab;

/** @typedef {import("./bench.js").Bench} Bench */
/** @typedef {import("./answers.js").Asked} Asked */

/** @param {Bench} bench */
export function readings(bench) {
  const { plain, effects } = bench.state;
  if (!plain) return null;
  const all = [...plain.readings, ...plain.options];
  const found = bench.weighed ? effects.result : null;
  return html`
    <section class="panel effects">
      <h2>${T.effects}</h2>
      ${all.length ? html`<p class="muted">${T.effectsLead}</p>${asking(bench, found)}` : html`<p class="muted">${T.none}</p>`}
      ${all.map((one) => keyed(nameOf(one), html`
        <h3>${one.question} <small class="cite">${one.clause}</small></h3>
        ${one.reason ? html`<p class="muted">${one.reason}</p>` : null}
        ${choices(one, found?.find(({ id }) => id === nameOf(one)), plain)}`))}
    </section>`;
}

/** @param {Bench} bench @param {Asked[] | null} found */
function asking(bench, found) {
  const { working, told, note } = bench.state.effects;
  if (working) {
    return html`<div class="progress">${bar(told, T.effects)}<p>${doing(told)}</p>
      <button class="quiet" @click=${() => bench.cancelEffects()}>${T.cancel}</button></div>`;
  }
  return html`
    ${note ? html`<p class="note" role="alert">${note}</p>` : null}
    ${found ? null : html`<p><button class="quiet weigh" @click=${() => bench.weigh()}>${T.weigh}</button></p>`}`;
}

/** @param {import("../types").LabChoice} one @param {Asked | undefined} found @param {import("../types").GameChoices} plain */
function choices(one, found, plain) {
  const antes = required(plain).length;
  if (!found) {
    return html`<dl class="variants">${Object.entries(one.choices).map(([choice, meaning]) => html`
      <dt>${choice}</dt><dd>${meaning}${choice === one.choice ? ` (${T.chosen})` : ""}</dd>`)}</dl>`;
  }
  return html`
    <div class="scroll" role="region" tabindex="0" aria-label=${T.effectOf(one.question)}><table class="figures">
      <thead><tr><th scope="col">${T.choice}</th>
        <th scope="col" class="number">${T.edge}</th><th scope="col" class="number">${T.difference}</th><th scope="col">${T.exact}</th></tr></thead>
      <tbody>${Object.entries(one.choices).map(([choice, meaning]) => {
        const effect = found.choices[choice];
        return html`
          <tr class=${choice === one.choice ? "best" : ""}><th scope="row">${choice} <small>${meaning}</small></th>
            ${effect ? worth(percent(effect.house_edge, 4), over(negative(exact(effect.change)), exact(antes)), written(edge(effect.ev, antes)), choice) : null}</tr>
          ${Object.entries(effect?.wagers ?? {}).map(([key, side]) => html`
            <tr><th scope="row" class="sub">${choice}: ${labelOf(plain, key)}</th>
              ${worth(percent(-fraction(side.ev), 4), negative(exact(side.change)), written(edge(side.ev)), `${choice}, ${labelOf(plain, key)}`)}</tr>`)}`;
      })}</tbody>
    </table></div>`;
}

/** @param {string} share @param {import("./exact.js").Exact} change @param {string} fraction @param {string} what */
const worth = (share, change, fraction, what) => html`
  <td class="number">${share}</td>
  <td class="number">${isZero(change) ? "–" : html`${points(change)} <span class="unit">${T.points}</span>`}</td>
  <td>${exactly(fraction, what)}</td>`;
