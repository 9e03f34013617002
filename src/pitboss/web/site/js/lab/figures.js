// @ts-check
/** The figures of a solution, each with its exact value. */

import { define } from "../define.js";
import { formatPercent, fractionToNumber } from "../format.js";
import { html, keyed } from "../html.js";
import { TEXTS } from "../texts.js";
import { joinNames } from "../wording.js";
import { copyButton, exactFigure } from "./copy.js";
import { formatDecimal, formatSigned } from "./format.js";
import { divide, formatFraction, houseEdge, negate, parseFraction, summarize } from "./fractions.js";
import { countedWagers, labelOf, requiredLabels, uncountedWagers } from "./wagers.js";

const T = TEXTS.lab;

/** @typedef {import("./results.js").SolvedVariant} SolvedVariant */
/** @typedef {{name: string, value: string, note: string, exact: string}} Figure */

define("pb-lab-figures", (/** @type {SolvedVariant} */ solution) => {
  const { choices, result } = solution;
  return html`
    <div class="scroll"><table class="figures">
      <caption>${T.mainFigures}</caption>
      <thead><tr><th scope="col">${T.figure}</th><th scope="col" class="number">${T.value}</th><th scope="col">${T.exact}</th></tr></thead>
      <tbody>${mainFigures(solution).map((figure) => html`
        <tr><th scope="row">${figure.name}${figure.note ? html` <small>${figure.note}</small>` : null}</th><td class="number">${figure.value}</td><td>${exactFigure(figure.exact, figure.name)}</td></tr>`)}
      </tbody>
    </table></div>
    ${wagerTable(T.requiredFigures, result.required, choices)}
    ${wagerTable(T.sideFigures, result.wagers, choices)}
    <p class="muted small">${T.limit} ${T.hash} <code class="hash">${result.rules_hash.slice(0, 12)}</code>${copyButton(result.rules_hash, T.hash)}</p>`;
});

/** @param {SolvedVariant} variant @returns {Figure[]} */
function mainFigures({ choices, result: { main } }) {
  const unit = labelOf(choices, choices.unit);
  const antes = requiredLabels(choices);
  const { win, push, lose, variance } = summarize(main);
  const ev = parseFraction(main.ev);
  return [
    { name: T.expectation, value: formatSigned(fractionToNumber(main.ev), 6), note: `× ${unit}`, exact: main.ev },
    { name: T.edge, value: formatPercent(main.house_edge, 4), note: T.ofWagers(joinNames(antes)), exact: formatFraction(houseEdge(main.ev, antes.length)) },
    { name: T.averageWager, value: formatDecimal(fractionToNumber(main.average_wager), 6), note: `× ${unit}`, exact: main.average_wager },
    { name: T.risk, value: formatPercent(main.element_of_risk, 4), note: T.ofAll, exact: formatFraction(divide(negate(ev), parseFraction(main.average_wager))) },
    { name: T.deviation, value: formatDecimal(main.standard_deviation, 5), note: `× ${unit}`, exact: `√(${formatFraction(variance)})` },
    { name: T.wins, value: formatPercent(main.win, 4), note: "", exact: formatFraction(win) },
    { name: T.pushes, value: formatPercent(main.push, 4), note: "", exact: formatFraction(push) },
    { name: T.loses, value: formatPercent(main.lose, 4), note: "", exact: formatFraction(lose) },
  ];
}

/** @param {string} title @param {import("./results.js").Wagers} wagers @param {import("../types").GameChoices} choices */
function wagerTable(title, wagers, choices) {
  if (!Object.keys(wagers).length) return null;
  return html`
    <div class="scroll"><table class="figures">
      <caption>${title}</caption>
      <thead><tr><th scope="col">${T.wager}</th><th scope="col" class="number">${T.edge}</th><th scope="col">${T.exact}</th>
        <th scope="col" class="number">${T.deviation}</th><th scope="col" class="number">${T.hits}</th></tr></thead>
      <tbody>${countedWagers(wagers).map(([key, wager]) => keyed(key, html`
        <tr><th scope="row">${labelOf(choices, key)}</th><td class="number">${formatPercent(wager.house_edge, 4)}</td>
          <td>${exactFigure(formatFraction(houseEdge(wager.ev)), `${T.edge}, ${labelOf(choices, key)}`)}</td>
          <td class="number">${formatDecimal(wager.standard_deviation, 5)}</td><td class="number">${formatPercent(wager.hit, 4)}</td></tr>`))}
        ${uncountedWagers(wagers).map(([key, reason]) => keyed(key, html`
        <tr><th scope="row">${labelOf(choices, key)}</th><td colspan="4">${T.notCounted(reason)}</td></tr>`))}
      </tbody>
    </table></div>`;
}
