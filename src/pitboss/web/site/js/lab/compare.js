// @ts-check
/** Two variants side by side: A, which was kept, and B, which is changed on. */

import { define } from "../define.js";
import { html } from "../html.js";
import { fraction, percent } from "../fractions.js";
import { TEXTS } from "../texts.js";
import { exactly } from "./copy.js";
import { exact, isZero, minus, negative, over, written } from "./exact.js";
import { decimal, points, signed } from "./shown.js";
import { changes, isFiled } from "./variant.js";
import { edges } from "./wagers.js";

const T = TEXTS.lab;

/** @typedef {import("./answers.js").Solved} Solved */
/** @typedef {import("./bench.js").Bench} Bench */
/** @typedef {{name: string, a: string, b: string, difference: string, exact: string, points?: boolean}} Row */

define("pb-lab-compare", (/** @type {{a: Solved, b: Solved, bench: Bench}} */ { a, b, bench }) => html`
  <section class="compare panel">
    <h2>${T.compare}</h2>
    <dl class="variants"><dt>${T.a}</dt><dd>${told(a)}</dd><dt>${T.b}</dt><dd>${told(b)}</dd></dl>
    <div class="scroll"><table class="figures">
      <thead><tr><th scope="col">${T.edge}</th><th scope="col" class="number">${T.a}</th><th scope="col" class="number">${T.b}</th>
        <th scope="col" class="number">${T.difference}</th><th scope="col">${T.exact}</th></tr></thead>
      <tbody>${edgeRows(a, b).map(row)}</tbody>
      <tbody>${mainRows(a, b).map(row)}</tbody>
    </table></div>
    <div class="doing">
      <button class="quiet" @click=${() => bench.backToKept()}>${T.backToA}</button>
      <button class="quiet" @click=${() => bench.letGo()}>${T.letGo}</button>
    </div>
  </section>`);

/** @param {Solved} solved */
const told = ({ variant, choices }) => (isFiled(variant) ? T.asFiled : changes(variant, choices).join("; "));

/** @param {Row} one */
const row = (one) => html`
  <tr><th scope="row">${one.name}</th><td class="number">${one.a}</td><td class="number">${one.b}</td>
    <td class="number">${one.difference}${one.points ? html` <span class="unit">${T.points}</span>` : null}</td><td>${one.exact ? exactly(one.exact, `${T.difference}, ${one.name}`) : null}</td></tr>`;

/** Side wagers that only one of them has have no difference. @param {Solved} a @param {Solved} b @returns {Row[]} */
function edgeRows(a, b) {
  const [left, right] = [edges(a), edges(b)];
  return right.map((one) => {
    const other = left.find(({ key }) => key === one.key);
    const by = other ? minus(one.edge, other.edge) : null;
    return {
      name: one.label, a: other ? percent(other.share, 4) : "–", b: percent(one.share, 4),
      difference: by ? (isZero(by) ? T.same : points(by)) : "–", exact: by && !isZero(by) ? written(by) : "",
      points: by !== null && !isZero(by),
    };
  });
}

/** @param {Solved} a @param {Solved} b @returns {Row[]} */
function mainRows({ result: { main: a } }, { result: { main: b } }) {
  const wagers = minus(exact(b.average_wager), exact(a.average_wager));
  const risk = (/** @type {import("./answers.js").Main} */ main) => over(negative(exact(main.ev)), exact(main.average_wager));
  const risks = minus(risk(b), risk(a));
  const spread = b.standard_deviation - a.standard_deviation;
  const shown = (/** @type {import("./exact.js").Exact} */ by, /** @type {string} */ words) => ({ difference: isZero(by) ? T.same : words, exact: isZero(by) ? "" : written(by) });
  return [
    { name: T.averageWager, a: decimal(fraction(a.average_wager), 6), b: decimal(fraction(b.average_wager), 6), ...shown(wagers, signed(fraction(written(wagers)), 6)) },
    { name: T.risk, a: percent(a.element_of_risk, 4), b: percent(b.element_of_risk, 4), ...shown(risks, points(risks)), points: !isZero(risks) },
    { name: T.deviation, a: decimal(a.standard_deviation, 5), b: decimal(b.standard_deviation, 5), difference: spread ? signed(spread, 5) : T.same, exact: "" },
  ];
}
