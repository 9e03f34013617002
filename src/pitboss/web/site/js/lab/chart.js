// @ts-check
/** The first decision for all 169 starting hands, as the chart that players know. */

import { define } from "../define.js";
import { html } from "../html.js";
import { fraction } from "../fractions.js";
import { RANKS, TEXTS } from "../texts.js";
import { exactly } from "./copy.js";
import { signed } from "./shown.js";

const T = TEXTS.lab;
const LEVELS = 4;

/** @typedef {import("./answers.js").Strategy} Strategy */
/** @typedef {{strategy: Strategy, unit: string, before: Strategy | null, against: string}} ChartState */
/** @typedef {import("../define.js").Drawing<ChartState>} Chart */

/** Which hand is looked at, in each chart. @type {WeakMap<HTMLElement, string>} */
const chosen = new WeakMap();

/** The ranks of the pairs, highest first; none if starting hands are not of two cards. @param {Strategy} strategy */
export function ranksOf({ first }) {
  const pairs = Object.keys(RANKS).reverse().filter((rank) => rank + rank in first);
  return Object.keys(first).length === pairs.length ** 2 ? pairs : [];
}

/** @param {string[]} ranks @param {number} row @param {number} column */
function handOf(ranks, row, column) {
  const [high, low] = [ranks[Math.min(row, column)], ranks[Math.max(row, column)]];
  return high + low + (row === column ? "" : row < column ? "s" : "o");
}

/** As few letters of each decision as tell them apart. @param {string[]} decisions */
function marks(decisions) {
  const longest = Math.max(...decisions.map((word) => word.length));
  let length = 1;
  while (length < longest && new Set(decisions.map((word) => word.slice(0, length))).size < decisions.length) length += 1;
  return Object.fromEntries(decisions.map((word) => [word, word.slice(0, length)]));
}

define("pb-lab-chart", (/** @type {ChartState} */ state, element) => {
  const { strategy, before, against } = state;
  const ranks = ranksOf(strategy);
  const hand = chosen.get(element) ?? handOf(ranks, 0, 0);
  const decisions = Object.keys(strategy.values[hand] ?? {});
  const mark = marks(decisions);
  const level = (/** @type {string} */ decision) => Math.round((decisions.indexOf(decision) * (LEVELS - 1)) / Math.max(decisions.length - 1, 1));
  const moved = before ? Object.keys(strategy.first).filter((one) => before.first[one] !== strategy.first[one]) : [];
  const look = (/** @type {Event} */ event) => choose(/** @type {Chart} */ (element), /** @type {HTMLElement} */ (event.target).closest("td")?.dataset.hand);
  return html`
    <div class="chart">
      <div>
        <p class="legend">${decisions.map((word) => html`<span><b class=${`key d${level(word)}`}>${mark[word]}</b> ${word} <span class="muted">${T.hands(Object.values(strategy.first).filter((one) => one === word).length)}</span></span>`)}</p>
        ${moved.length ? html`<p class="muted">${T.chartMoved(moved.length, against)}</p>` : null}
        <table class="starts" role="grid" aria-label=${T.chart} @pointerover=${look} @focusin=${look} @click=${look} @keydown=${(/** @type {KeyboardEvent} */ event) => walk(event, /** @type {Chart} */ (element), ranks)}>
          <thead><tr><td></td>${ranks.map((rank) => html`<th scope="col">${rank}</th>`)}</tr></thead>
          <tbody>${ranks.map((rank, row) => html`<tr><th scope="row">${rank}</th>${ranks.map((_, column) => {
            const name = handOf(ranks, row, column);
            const best = strategy.first[name];
            return html`<td class=${`d${level(best)}${moved.includes(name) ? " moved" : ""}${name === hand ? " looked" : ""}`} data-hand=${name}
              tabindex=${name === hand ? "0" : "-1"} aria-label=${spoken(state, name)}><small>${name}</small>${mark[best]}</td>`;
          })}</tr>`)}</tbody>
        </table>
      </div>
      ${detail(state, hand)}
    </div>`;
});

/** @param {Chart} element @param {string | undefined} hand */
function choose(element, hand) {
  if (!hand || chosen.get(element) === hand) return;
  chosen.set(element, hand);
  element.state = element.state;
}

const STEPS = /** @type {Record<string, [number, number]>} */ ({ ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] });

/** The arrow keys walk from hand to hand. @param {KeyboardEvent} event @param {Chart} element @param {string[]} ranks */
function walk(event, element, ranks) {
  const cell = /** @type {HTMLElement} */ (event.target).closest("td");
  const step = STEPS[event.key];
  if (!cell || !step) return;
  event.preventDefault();
  const row = /** @type {HTMLTableRowElement} */ (cell.parentElement).sectionRowIndex + step[0];
  const column = cell.cellIndex - 1 + step[1];
  if (!ranks[row] || !ranks[column]) return;
  const hand = handOf(ranks, row, column);
  choose(element, hand);
  /** @type {HTMLElement | null} */ (element.querySelector(`[data-hand="${hand}"]`))?.focus();
}

/** @param {ChartState} state @param {string} hand */
function spoken({ strategy }, hand) {
  const worth = Object.entries(strategy.values[hand] ?? {}).map(([word, value]) => `${word} ${signed(fraction(value), 4)}`);
  return `${hand}: ${strategy.first[hand]}. ${worth.join(", ")}`;
}

/** @param {string} hand */
function words(hand) {
  const [high, low] = [RANKS[hand[0]] ?? hand[0], RANKS[hand[1]] ?? hand[1]];
  return hand[0] === hand[1] ? T.pair(high) : hand.endsWith("s") ? T.suited(high, low) : T.unsuited(high, low);
}

/** @param {ChartState} state @param {string} hand */
function detail({ strategy, unit, before }, hand) {
  const best = strategy.first[hand];
  const was = before?.first[hand];
  return html`
    <div class="worths">
      <h3>${hand}</h3>
      <p class="muted">${words(hand)}${was && was !== best ? ` · ${T.was(was)}` : ""}</p>
      <div class="scroll"><table class="figures">
        <thead><tr><th scope="col">${T.decision}</th><th scope="col" class="number">${T.value}</th><th scope="col">${T.exact}</th></tr></thead>
        <tbody>${Object.entries(strategy.values[hand] ?? {}).map(([word, value]) => html`
          <tr class=${word === best ? "best" : ""}><th scope="row">${word}${word === best ? html` <small>${T.best}</small>` : null}</th>
            <td class="number">${signed(fraction(value), 6)}</td><td>${exactly(value, `${hand}, ${word}`)}</td></tr>`)}
        </tbody>
      </table></div>
      <p class="muted small">${T.worth(unit)}</p>
    </div>`;
}
