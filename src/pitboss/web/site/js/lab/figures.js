// @ts-check
/** The figures of a solution, each with its exact value. */

import { define } from "../define.js";
import { html, keyed } from "../html.js";
import { fraction, percent } from "../fractions.js";
import { TEXTS } from "../texts.js";
import { copyButton, exactly } from "./copy.js";
import { edge, exact, negative, over, spread, written } from "./exact.js";
import { decimal, listed, signed } from "./shown.js";
import { counted, labelOf, required, uncounted } from "./wagers.js";

const T = TEXTS.lab;

/** @typedef {import("./answers.js").Solved} Solved */
/** @typedef {{name: string, value: string, note: string, exact: string}} Figure */

define("pb-lab-figures", (/** @type {Solved} */ solved) => {
  const { choices, result } = solved;
  return html`
    <div class="scroll"><table class="figures">
      <caption>${T.mainFigures}</caption>
      <thead><tr><th scope="col">${T.figure}</th><th scope="col" class="number">${T.value}</th><th scope="col">${T.exact}</th></tr></thead>
      <tbody>${mainFigures(solved).map((one) => html`
        <tr><th scope="row">${one.name}${one.note ? html` <small>${one.note}</small>` : null}</th><td class="number">${one.value}</td><td>${exactly(one.exact, one.name)}</td></tr>`)}
      </tbody>
    </table></div>
    ${wagered(T.requiredFigures, result.required, choices)}
    ${wagered(T.sideFigures, result.wagers, choices)}
    <p class="muted small">${T.limit} ${T.hash} <code class="hash">${result.rules_hash.slice(0, 12)}</code>${copyButton(result.rules_hash, T.hash)}</p>`;
});

/** @param {Solved} solved @returns {Figure[]} */
function mainFigures({ choices, result: { main } }) {
  const unit = labelOf(choices, choices.unit);
  const antes = required(choices);
  const { win, push, lose, variance } = spread(main);
  const ev = exact(main.ev);
  return [
    { name: T.expectation, value: signed(fraction(main.ev), 6), note: `× ${unit}`, exact: main.ev },
    { name: T.edge, value: percent(main.house_edge, 4), note: T.ofWagers(listed(antes, T.and)), exact: written(edge(main.ev, antes.length)) },
    { name: T.averageWager, value: decimal(fraction(main.average_wager), 6), note: `× ${unit}`, exact: main.average_wager },
    { name: T.risk, value: percent(main.element_of_risk, 4), note: T.ofAll, exact: written(over(negative(ev), exact(main.average_wager))) },
    { name: T.deviation, value: decimal(main.standard_deviation, 5), note: `× ${unit}`, exact: `√(${written(variance)})` },
    { name: T.wins, value: percent(main.win, 4), note: "", exact: written(win) },
    { name: T.pushes, value: percent(main.push, 4), note: "", exact: written(push) },
    { name: T.loses, value: percent(main.lose, 4), note: "", exact: written(lose) },
  ];
}

/** @param {string} title @param {import("./answers.js").Wagers} wagers @param {import("../types").GameChoices} choices */
function wagered(title, wagers, choices) {
  if (!Object.keys(wagers).length) return null;
  return html`
    <div class="scroll"><table class="figures">
      <caption>${title}</caption>
      <thead><tr><th scope="col">${T.wager}</th><th scope="col" class="number">${T.edge}</th><th scope="col">${T.exact}</th>
        <th scope="col" class="number">${T.deviation}</th><th scope="col" class="number">${T.hits}</th></tr></thead>
      <tbody>${counted(wagers).map(([key, wager]) => keyed(key, html`
        <tr><th scope="row">${labelOf(choices, key)}</th><td class="number">${percent(wager.house_edge, 4)}</td>
          <td>${exactly(written(edge(wager.ev)), `${T.edge}, ${labelOf(choices, key)}`)}</td>
          <td class="number">${decimal(wager.standard_deviation, 5)}</td><td class="number">${percent(wager.hit, 4)}</td></tr>`))}
        ${uncounted(wagers).map(([key, why]) => keyed(key, html`
        <tr><th scope="row">${labelOf(choices, key)}</th><td colspan="4">${T.notCounted(why)}</td></tr>`))}
      </tbody>
    </table></div>`;
}
