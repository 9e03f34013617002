// @ts-check
/** Two variants side by side: A, which was saved, and B, which is being changed. */

import { define } from "../define.js";
import { formatPercent, fractionToNumber } from "../format.js";
import { html } from "../html.js";
import { TEXTS } from "../texts.js";
import { exactFigure } from "./copy.js";
import { formatDecimal, formatPoints, formatSigned } from "./format.js";
import { divide, formatFraction, isZero, negate, parseFraction, subtract } from "./fractions.js";
import { describeChanges, isFiled } from "./variant.js";
import { listEdges } from "./wagers.js";

const T = TEXTS.lab;

/** @typedef {import("./results.js").SolvedVariant} SolvedVariant */
/** @typedef {import("./experiment.js").Experiment} Experiment */
/** @typedef {{name: string, a: string, b: string, difference: string, exact: string, points?: boolean}} Row */

define("pb-lab-compare", (/** @type {{a: SolvedVariant, b: SolvedVariant, experiment: Experiment}} */ { a, b, experiment }) => html`
  <section class="compare panel">
    <h2>${T.compare}</h2>
    <dl class="variants"><dt>${T.a}</dt><dd>${describeVariant(a)}</dd><dt>${T.b}</dt><dd>${describeVariant(b)}</dd></dl>
    <div class="scroll"><table class="figures">
      <thead><tr><th scope="col">${T.edge}</th><th scope="col" class="number">${T.a}</th><th scope="col" class="number">${T.b}</th>
        <th scope="col" class="number">${T.difference}</th><th scope="col">${T.exact}</th></tr></thead>
      <tbody>${edgeRows(a, b).map(comparisonRow)}</tbody>
      <tbody>${mainRows(a, b).map(comparisonRow)}</tbody>
    </table></div>
    <div class="controls">
      <button class="quiet" @click=${() => experiment.restoreSaved()}>${T.backToA}</button>
      <button class="quiet" @click=${() => experiment.discardSaved()}>${T.discardA}</button>
    </div>
  </section>`);

/** @param {SolvedVariant} variant */
const describeVariant = ({ variant, choices }) => (isFiled(variant) ? T.asFiled : describeChanges(variant, choices).join("; "));

/** @param {Row} row */
const comparisonRow = (row) => html`
  <tr><th scope="row">${row.name}</th><td class="number">${row.a}</td><td class="number">${row.b}</td>
    <td class="number">${row.difference}${row.points ? html` <span class="unit">${T.points}</span>` : null}</td><td>${row.exact ? exactFigure(row.exact, `${T.difference}, ${row.name}`) : null}</td></tr>`;

/** A side wager that only one of them offers has no difference. @param {SolvedVariant} a @param {SolvedVariant} b @returns {Row[]} */
function edgeRows(a, b) {
  const [edgesA, edgesB] = [listEdges(a), listEdges(b)];
  return edgesB.map((wager) => {
    const counterpart = edgesA.find(({ key }) => key === wager.key);
    const difference = counterpart ? subtract(wager.edge, counterpart.edge) : null;
    return {
      name: wager.label, a: counterpart ? formatPercent(counterpart.share, 4) : "–", b: formatPercent(wager.share, 4),
      difference: difference ? (isZero(difference) ? T.same : formatPoints(difference)) : "–", exact: difference && !isZero(difference) ? formatFraction(difference) : "",
      points: difference !== null && !isZero(difference),
    };
  });
}

/** @param {SolvedVariant} a @param {SolvedVariant} b @returns {Row[]} */
function mainRows({ result: { main: a } }, { result: { main: b } }) {
  const wagerChange = subtract(parseFraction(b.average_wager), parseFraction(a.average_wager));
  const riskOf = (/** @type {import("./results.js").Main} */ main) => divide(negate(parseFraction(main.ev)), parseFraction(main.average_wager));
  const riskChange = subtract(riskOf(b), riskOf(a));
  const deviationChange = b.standard_deviation - a.standard_deviation;
  const differenceCells = (/** @type {import("./fractions.js").Fraction} */ difference, /** @type {string} */ text) => ({ difference: isZero(difference) ? T.same : text, exact: isZero(difference) ? "" : formatFraction(difference) });
  return [
    { name: T.averageWager, a: formatDecimal(fractionToNumber(a.average_wager), 6), b: formatDecimal(fractionToNumber(b.average_wager), 6), ...differenceCells(wagerChange, formatSigned(fractionToNumber(formatFraction(wagerChange)), 6)) },
    { name: T.risk, a: formatPercent(a.element_of_risk, 4), b: formatPercent(b.element_of_risk, 4), ...differenceCells(riskChange, formatPoints(riskChange)), points: !isZero(riskChange) },
    { name: T.deviation, a: formatDecimal(a.standard_deviation, 5), b: formatDecimal(b.standard_deviation, 5), difference: deviationChange ? formatSigned(deviationChange, 5) : T.same, exact: "" },
  ];
}
