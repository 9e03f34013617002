// @ts-check
/** The return table of each wager: what every hand adds to its expected value. */

import { define } from "../define.js";
import { formatDollarsAndCents, formatPercent, fractionToNumber } from "../format.js";
import { html, keyed } from "../html.js";
import { TEXTS } from "../texts.js";
import { copyButton, exactFigure } from "./copy.js";
import { formatCount, formatDecimal, formatSigned, roundFraction } from "./format.js";
import { countedWagers, labelOf } from "./wagers.js";

const T = TEXTS.lab;

/** @typedef {import("./results.js").WagerFigures} WagerFigures */

define("pb-lab-returns", (/** @type {import("./results.js").SolvedVariant} */ { choices, result }) => html`
  ${countedWagers({ ...result.required, ...result.wagers }).map(([key, wager]) => keyed(key, html`
    <details class="inner">
      <summary><span>${labelOf(choices, key)}</span> <span class="muted">${T.edge.toLowerCase()} ${formatPercent(wager.house_edge, 4)}</span></summary>
      ${returnTable(wager, labelOf(choices, key))}
      ${extraFigures(wager)}
    </details>`))}`);

/** @param {WagerFigures} wager @param {string} label */
function returnTable(wager, label) {
  const deals = wager.lines.reduce((sum, line) => sum + line.combinations, 0);
  return html`
    <div class="scroll" role="region" tabindex="0" aria-label=${T.returnsOf(label)}><table class="figures">
      <thead><tr><th scope="col">${T.hand}</th><th scope="col" class="number">${T.pays}</th><th scope="col" class="number">${T.combinations}</th>
        <th scope="col" class="number">${T.probability}</th><th scope="col" class="number">${T.returnShare}</th></tr></thead>
      <tbody>${wager.lines.map((line) => html`
        <tr><th scope="row">${line.hand}</th><td class="number">${line.pays}</td><td class="number">${formatCount(line.combinations)}</td>
          <td class="number">${formatDecimal(line.combinations / deals, 8)}</td><td class="number" title=${line.return}>${formatSigned(fractionToNumber(line.return), 6)}</td></tr>`)}
      </tbody>
      <tfoot><tr><th scope="row">${T.all}</th><td></td><td class="number">${formatCount(deals)}</td><td class="number">${formatDecimal(1, 8)}</td>
        <td class="number" title=${wager.ev}>${formatSigned(fractionToNumber(wager.ev), 6)}</td></tr></tfoot>
    </table></div>
    <p>${copyButton(toSpreadsheet(wager, deals), T.copyTable, T.copyTable)}</p>`;
}

/** Return the table as tab-separated text with exact figures. @param {WagerFigures} wager @param {number} deals */
const toSpreadsheet = (wager, deals) => [
  [T.hand, T.pays, T.combinations, T.probability, T.returnShare],
  ...wager.lines.map((line) => [line.hand, line.pays, line.combinations, `${line.combinations}/${deals}`, line.return]),
].map((row) => row.join("\t")).join("\n");

/** Show what a meter or a wheel adds. @param {WagerFigures} wager */
function extraFigures(wager) {
  /** @type {[string, string, string][]} */
  const rows = [];
  if (wager.fixed_return) rows.push([T.fixedReturn, formatPercent(wager.fixed_return, 4), wager.fixed_return]);
  if (wager.mean_spin) rows.push([T.meanSpin, formatDollarsAndCents(roundFraction(wager.mean_spin)), wager.mean_spin]);
  if (wager.envy) rows.push([T.envy, formatPercent(wager.envy[1], 4), wager.envy[1]]);
  if (wager.community_pay) rows.push([T.community, formatPercent(wager.community_pay[1], 4), wager.community_pay[1]]);
  return html`
    ${rows.length ? html`<div class="scroll"><table class="figures"><tbody>${rows.map(([name, value, fraction]) => html`
      <tr><th scope="row">${name}</th><td class="number">${value}</td><td>${exactFigure(fraction, name)}</td></tr>`)}</tbody></table></div>` : null}
    ${wager.break_even_meter ? breakEven(wager.break_even_meter) : null}`;
}

/** @param {Record<string, string>} meters by the number of other players */
const breakEven = (meters) => html`
  <div class="scroll"><table class="figures">
    <caption>${T.breakEven}</caption>
    <thead><tr><th scope="col" class="number">${T.otherPlayers}</th><th scope="col" class="number">${T.meter}</th><th scope="col">${T.exact}</th></tr></thead>
    <tbody>${Object.entries(meters).map(([otherPlayers, cents]) => html`
      <tr><th scope="row" class="number">${otherPlayers}</th><td class="number">${formatDollarsAndCents(roundFraction(cents))}</td><td>${exactFigure(cents, `${T.meter}, ${otherPlayers}`)}</td></tr>`)}</tbody>
  </table></div>`;
