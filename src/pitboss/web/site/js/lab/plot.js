// @ts-check
/** How a round ends: every result with its probability, labeled in place. */

import { define } from "../define.js";
import { formatPercent, fractionToNumber } from "../format.js";
import { html, svg } from "../html.js";
import { TEXTS } from "../texts.js";
import { exactFigure } from "./copy.js";
import { formatChance, formatCompact, formatCount, formatDecimal } from "./format.js";
import { divide, formatFraction, parseFraction } from "./fractions.js";

const T = TEXTS.lab;

/** @typedef {{main: import("./results.js").Main, unit: string}} PlotState */
/** @typedef {{label: string, share: number, sign: number}} Bar */

/** Wins up to here have a bar each; larger ones are grouped: 11–20, 21–50, 51–100, … */
const SINGLE = 10;
const ROW = 24;
/** Where bars begin and the length of the longest, in percent of the width. */
const LEFT = 34;
const LONGEST = 46;

/** Return the largest win of the group that a win falls into. @param {number} net */
function groupEnd(net) {
  const ten = 10 ** Math.floor(Math.log10(net - 0.5));
  return [2, 5, 10].map((step) => step * ten).find((end) => net <= end) ?? net;
}

/** @param {number} net @returns {[string, string]} a key and a label */
function group(net) {
  if (net === 0) return ["0", T.push];
  if (net < 0) return [String(net), T.losesBy(formatDecimal(-net, net % 1 ? 2 : 0))];
  if (net <= SINGLE) return [String(net), T.winsBy(formatDecimal(net, net % 1 ? 2 : 0))];
  const end = groupEnd(net);
  const start = end / (String(end).startsWith("5") ? 2.5 : 2);
  return [`to ${end}`, T.winsBy(`${formatCompact(start + 1)}–${formatCompact(end)}`)];
}

/** @param {import("./results.js").Main} main @returns {Bar[]} */
function bars(main) {
  /** @type {Map<string, Bar>} */
  const groups = new Map();
  for (const [exactNet, deals] of results(main)) {
    const net = fractionToNumber(exactNet);
    const [key, label] = group(net);
    const bar = groups.get(key) ?? { label, share: 0, sign: Math.sign(net) };
    groups.set(key, { ...bar, share: bar.share + deals / main.deals });
  }
  return [...groups.values()];
}

/** Sort results from the largest loss up; JavaScript keeps another order. @param {import("./results.js").Main} main */
const results = (main) => Object.entries(main.distribution).sort(([a], [b]) => fractionToNumber(a) - fractionToNumber(b));

const CLASSES = /** @type {Record<string, string>} */ ({ "-1": "lost", 0: "pushed", 1: "won" });

define("pb-lab-plot", (/** @type {PlotState} */ { main }) => {
  const allBars = bars(main);
  const longestBar = allBars.reduce((longest, bar) => (bar.share > longest.share ? bar : longest));
  const alt = T.plotAlt(formatPercent(main.lose, 2), formatPercent(main.push, 2), formatPercent(main.win, 2), `${longestBar.label}, ${formatChance(longestBar.share)}`);
  return html`
    <svg class="plot" role="img" aria-label=${alt} width="100%" height=${allBars.length * ROW}>
      ${allBars.map((bar, index) => svg`
        <text class="label" x=${`${LEFT - 2}%`} y=${index * ROW + 16} text-anchor="end">${bar.label}</text>
        <rect class=${CLASSES[bar.sign]} x=${`${LEFT}%`} y=${index * ROW + 4} width=${`${(LONGEST * bar.share) / longestBar.share}%`} height=${ROW - 8} rx="2"></rect>
        <text class="value" x=${`${LEFT + (LONGEST * bar.share) / longestBar.share}%`} dx="8" y=${index * ROW + 16}>${formatChance(bar.share)}</text>`)}
      <line class="axis" x1=${`${LEFT}%`} x2=${`${LEFT}%`} y1="0" y2=${allBars.length * ROW}></line>
    </svg>
    <details class="inner"><summary>${T.everyResult(Object.keys(main.distribution).length)}</summary>${resultTable(main)}</details>`;
});

/** @param {import("./results.js").Main} main */
function resultTable(main) {
  const deals = parseFraction(main.deals);
  return html`
    <div class="scroll"><table class="figures">
      <thead><tr><th scope="col" class="number">${T.net}</th><th scope="col" class="number">${T.deals}</th><th scope="col" class="number">${T.probability}</th><th scope="col">${T.exact}</th></tr></thead>
      <tbody>${results(main).map(([net, count]) => html`
        <tr><th scope="row" class="number">${net.replace("-", "−")}</th><td class="number">${formatCount(count)}</td>
          <td class="number">${formatDecimal(count / main.deals, 10)}</td><td>${exactFigure(formatFraction(divide(parseFraction(count), deals)), `${T.probability}, ${net}`)}</td></tr>`)}
      </tbody>
    </table></div>`;
}
