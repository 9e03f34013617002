// @ts-check
/** How a round ends: every result with its chance, labelled where it stands. */

import { define } from "../define.js";
import { html, svg } from "../html.js";
import { fraction, percent } from "../fractions.js";
import { TEXTS } from "../texts.js";
import { exactly } from "./copy.js";
import { exact, over, written } from "./exact.js";
import { brief, chance, count, decimal } from "./shown.js";

const T = TEXTS.lab;

/** @typedef {{main: import("./answers.js").Main, unit: string}} PlotState */
/** @typedef {{label: string, share: number, sign: number}} Bar */

/** Wins up to here stand by themselves, larger ones together: 11–20, 21–50, 51–100, … */
const SINGLE = 10;
const ROW = 24;
/** Where bars begin and how long the longest is, in percent of the width. */
const LEFT = 34;
const LONGEST = 46;

/** The largest number of a group that a win falls into. @param {number} net */
function upTo(net) {
  const ten = 10 ** Math.floor(Math.log10(net - 0.5));
  return [2, 5, 10].map((step) => step * ten).find((end) => net <= end) ?? net;
}

/** @param {number} net @returns {[string, string]} a key, and what the bar is called */
function group(net) {
  if (net === 0) return ["0", T.pushed];
  if (net < 0) return [String(net), T.losesBy(decimal(-net, net % 1 ? 2 : 0))];
  if (net <= SINGLE) return [String(net), T.winsBy(decimal(net, net % 1 ? 2 : 0))];
  const end = upTo(net);
  const start = end / (String(end).startsWith("5") ? 2.5 : 2);
  return [`to ${end}`, T.winsBy(`${brief(start + 1)}–${brief(end)}`)];
}

/** @param {import("./answers.js").Main} main @returns {Bar[]} */
function bars(main) {
  /** @type {Map<string, Bar>} */
  const all = new Map();
  for (const [exactNet, deals] of results(main)) {
    const net = fraction(exactNet);
    const [key, label] = group(net);
    const before = all.get(key) ?? { label, share: 0, sign: Math.sign(net) };
    all.set(key, { ...before, share: before.share + deals / main.deals });
  }
  return [...all.values()];
}

/** From the largest loss up: JavaScript keeps another order. @param {import("./answers.js").Main} main */
const results = (main) => Object.entries(main.distribution).sort(([a], [b]) => fraction(a) - fraction(b));

const SIGNS = /** @type {Record<string, string>} */ ({ "-1": "lost", 0: "pushed", 1: "won" });

define("pb-lab-plot", (/** @type {PlotState} */ { main }) => {
  const shown = bars(main);
  const most = shown.reduce((one, other) => (other.share > one.share ? other : one));
  const alt = T.plotAlt(percent(main.lose, 2), percent(main.push, 2), percent(main.win, 2), `${most.label}, ${chance(most.share)}`);
  return html`
    <svg class="plot" role="img" aria-label=${alt} width="100%" height=${shown.length * ROW}>
      ${shown.map((bar, at) => svg`
        <text class="label" x=${`${LEFT - 2}%`} y=${at * ROW + 16} text-anchor="end">${bar.label}</text>
        <rect class=${SIGNS[bar.sign]} x=${`${LEFT}%`} y=${at * ROW + 4} width=${`${(LONGEST * bar.share) / most.share}%`} height=${ROW - 8} rx="2"></rect>
        <text class="value" x=${`${LEFT + (LONGEST * bar.share) / most.share}%`} dx="8" y=${at * ROW + 16}>${chance(bar.share)}</text>`)}
      <line class="axis" x1=${`${LEFT}%`} x2=${`${LEFT}%`} y1="0" y2=${shown.length * ROW}></line>
    </svg>
    <details class="inner"><summary>${T.everyResult(Object.keys(main.distribution).length)}</summary>${every(main)}</details>`;
});

/** @param {import("./answers.js").Main} main */
function every(main) {
  const deals = exact(main.deals);
  return html`
    <div class="scroll"><table class="figures">
      <thead><tr><th scope="col" class="number">${T.net}</th><th scope="col" class="number">${T.deals}</th><th scope="col" class="number">${T.probability}</th><th scope="col">${T.exact}</th></tr></thead>
      <tbody>${results(main).map(([net, many]) => html`
        <tr><th scope="row" class="number">${net.replace("-", "−")}</th><td class="number">${count(many)}</td>
          <td class="number">${decimal(many / main.deals, 10)}</td><td>${exactly(written(over(exact(many), deals)), `${T.probability}, ${net}`)}</td></tr>`)}
      </tbody>
    </table></div>`;
}
