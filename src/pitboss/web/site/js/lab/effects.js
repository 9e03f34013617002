// @ts-check
/** Readings and options, with the value of each choice. */

import { formatPercent, fractionToNumber } from "../format.js";
import { html, keyed } from "../html.js";
import { TEXTS } from "../texts.js";
import { exactFigure } from "./copy.js";
import { describeProgress, progressBar } from "./edge_panel.js";
import { formatPoints } from "./format.js";
import { divide, formatFraction, houseEdge, isZero, negate, parseFraction } from "./fractions.js";
import { nameOf } from "./variant.js";
import { labelOf, requiredLabels } from "./wagers.js";

const T = TEXTS.lab;

/** @typedef {import("./experiment.js").Experiment} Experiment */
/** @typedef {import("./results.js").ReadingEffects} ReadingEffects */

/** @param {Experiment} experiment */
export function readingsPanel(experiment) {
  const { baseChoices, effects } = experiment.state;
  if (!baseChoices) return null;
  const readings = [...baseChoices.readings, ...baseChoices.options];
  const results = experiment.hasCurrentEffects ? effects.result : null;
  const choosable = baseChoices.wagers.filter(({ paytables }) => paytables.length > 1);
  return html`
    <section class="panel effects">
      <h2>${T.effects}</h2>
      ${readings.length || choosable.length ? html`<p class="muted">${T.effectsLead}</p>${weighControls(experiment, results)}` : html`<p class="muted">${T.none}</p>`}
      ${readings.map((reading) => keyed(nameOf(reading), html`
        <h3>${reading.question} <small class="cite">${reading.clause}</small></h3>
        ${reading.reason ? html`<p class="muted">${reading.reason}</p>` : null}
        ${choiceTable(reading, results?.find(({ id }) => id === nameOf(reading)), baseChoices)}`))}
      ${results ? choosable.filter(({ key }) => effects.paytables[key]).map((wager) => keyed(wager.key, paytableEdges(wager, effects.paytables[wager.key]))) : null}
    </section>`;
}

/** Show the edge of each paytable that an operator may choose. @param {import("../types").WagerChoices} wager @param {import("./results.js").PaytableEdges} edges */
function paytableEdges({ label, paytable }, edges) {
  return html`
    <h3>${T.paytablesOf(label)}</h3>
    <div class="scroll" role="region" tabindex="0" aria-label=${T.paytablesOf(label)}><table class="figures">
      <thead><tr><th scope="col">${T.choice}</th><th scope="col" class="number">${T.edge}</th><th scope="col">${T.exact}</th></tr></thead>
      <tbody>${Object.entries(edges.choices).map(([letter, edge]) => html`
        <tr class=${letter === (paytable ?? edges.filed) ? "best" : ""}><th scope="row">${letter}</th>
          ${edge ? html`<td class="number">${formatPercent(edge.house_edge, 4)}</td><td>${exactFigure(formatFraction(houseEdge(edge.ev)), `${label}, ${letter}`)}</td>` : html`<td class="number">–</td><td>${T.notSolved}</td>`}</tr>`)}</tbody>
    </table></div>`;
}

/** @param {Experiment} experiment @param {ReadingEffects[] | null} results */
function weighControls(experiment, results) {
  const { isWorking, jobStatus, note } = experiment.state.effects;
  if (isWorking) {
    return html`<div class="progress">${progressBar(jobStatus, T.effects)}<p>${describeProgress(jobStatus)}</p>
      <button class="quiet" @click=${() => experiment.cancelEffects()}>${T.cancel}</button></div>`;
  }
  return html`
    ${note ? html`<p class="note" role="alert">${note}</p>` : null}
    ${results ? null : html`<p><button class="quiet compute-effects" @click=${() => experiment.computeEffects()}>${T.computeEffects}</button></p>`}`;
}

/** @param {import("../types").LabChoice} reading @param {ReadingEffects | undefined} result @param {import("../types").GameChoices} baseChoices */
function choiceTable(reading, result, baseChoices) {
  const antes = requiredLabels(baseChoices).length;
  if (!result) {
    return html`<dl class="variants">${Object.entries(reading.choices).map(([choice, meaning]) => html`
      <dt>${choice}</dt><dd>${meaning}${choice === reading.choice ? ` (${T.current})` : ""}</dd>`)}</dl>`;
  }
  return html`
    <div class="scroll" role="region" tabindex="0" aria-label=${T.effectOf(reading.question)}><table class="figures">
      <thead><tr><th scope="col">${T.choice}</th>
        <th scope="col" class="number">${T.edge}</th><th scope="col" class="number">${T.difference}</th><th scope="col">${T.exact}</th></tr></thead>
      <tbody>${Object.entries(reading.choices).map(([choice, meaning]) => {
        const effect = result.choices[choice];
        return html`
          <tr class=${choice === reading.choice ? "best" : ""}><th scope="row">${choice} <small>${meaning}</small></th>
            ${effect ? effectCells(formatPercent(effect.house_edge, 4), divide(negate(parseFraction(effect.change)), parseFraction(antes)), formatFraction(houseEdge(effect.ev, antes)), choice) : null}</tr>
          ${Object.entries(effect?.wagers ?? {}).map(([key, side]) => html`
            <tr><th scope="row" class="sub">${choice}: ${labelOf(baseChoices, key)}</th>
              ${effectCells(formatPercent(-fractionToNumber(side.ev), 4), negate(parseFraction(side.change)), formatFraction(houseEdge(side.ev)), `${choice}, ${labelOf(baseChoices, key)}`)}</tr>`)}`;
      })}</tbody>
    </table></div>`;
}

/** @param {string} share @param {import("./fractions.js").Fraction} change @param {string} exactValue @param {string} description */
const effectCells = (share, change, exactValue, description) => html`
  <td class="number">${share}</td>
  <td class="number">${isZero(change) ? "–" : html`${formatPoints(change)} <span class="unit">${T.points}</span>`}</td>
  <td>${exactFigure(exactValue, description)}</td>`;
