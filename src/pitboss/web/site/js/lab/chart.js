// @ts-check
/** The first decision for all 169 starting hands, in the grid that players know. */

import { define } from "../define.js";
import { fractionToNumber } from "../format.js";
import { html } from "../html.js";
import { RANKS, TEXTS } from "../texts.js";
import { exactFigure } from "./copy.js";
import { formatSigned } from "./format.js";

const T = TEXTS.lab;
const LEVELS = 4;

/** @typedef {import("./results.js").Strategy} Strategy */
/** @typedef {{strategy: Strategy, unit: string, reference: Strategy | null, referenceName: string}} ChartState */
/** @typedef {import("../define.js").StatefulElement<ChartState>} Chart */

/** The selected hand of each chart. @type {WeakMap<HTMLElement, string>} */
const selectedHands = new WeakMap();

/** List the ranks of the pairs, highest first; empty if starting hands do not have two cards. @param {Strategy} strategy */
export function ranksOf({ first }) {
  const pairs = Object.keys(RANKS).reverse().filter((rank) => rank + rank in first);
  return Object.keys(first).length === pairs.length ** 2 ? pairs : [];
}

/** @param {string[]} ranks @param {number} row @param {number} column */
function handOf(ranks, row, column) {
  const [high, low] = [ranks[Math.min(row, column)], ranks[Math.max(row, column)]];
  return high + low + (row === column ? "" : row < column ? "s" : "o");
}

/** Abbreviate each decision to as few letters as tell them apart. @param {string[]} decisions */
function abbreviate(decisions) {
  const longest = Math.max(...decisions.map((decision) => decision.length));
  let length = 1;
  while (length < longest && new Set(decisions.map((decision) => decision.slice(0, length))).size < decisions.length) length += 1;
  return Object.fromEntries(decisions.map((decision) => [decision, decision.slice(0, length)]));
}

define("pb-lab-chart", (/** @type {ChartState} */ state, element) => {
  const { strategy, reference, referenceName } = state;
  const ranks = ranksOf(strategy);
  const hand = selectedHands.get(element) ?? handOf(ranks, 0, 0);
  const decisions = Object.keys(strategy.values[hand] ?? {});
  const abbreviations = abbreviate(decisions);
  const shade = (/** @type {string} */ decision) => Math.round((decisions.indexOf(decision) * (LEVELS - 1)) / Math.max(decisions.length - 1, 1));
  const changedHands = reference ? Object.keys(strategy.first).filter((name) => reference.first[name] !== strategy.first[name]) : [];
  const showHand = (/** @type {Event} */ event) => selectHand(/** @type {Chart} */ (element), /** @type {HTMLElement} */ (event.target).closest("td")?.dataset.hand);
  return html`
    <div class="chart">
      <div>
        <p class="legend">${decisions.map((word) => html`<span><b class=${`key d${shade(word)}`}>${abbreviations[word]}</b> ${word} <span class="muted">${T.hands(Object.values(strategy.first).filter((decision) => decision === word).length)}</span></span>`)}</p>
        ${changedHands.length ? html`<p class="muted">${T.chartChanges(changedHands.length, referenceName)}</p>` : null}
        <table class="hand-grid" role="grid" aria-label=${T.chart} @pointerover=${showHand} @focusin=${showHand} @click=${showHand} @keydown=${(/** @type {KeyboardEvent} */ event) => moveSelection(event, /** @type {Chart} */ (element), ranks)}>
          <thead><tr><td></td>${ranks.map((rank) => html`<th scope="col">${rank}</th>`)}</tr></thead>
          <tbody>${ranks.map((rank, row) => html`<tr><th scope="row">${rank}</th>${ranks.map((_, column) => {
            const name = handOf(ranks, row, column);
            const best = strategy.first[name];
            return html`<td class=${`d${shade(best)}${changedHands.includes(name) ? " changed" : ""}${name === hand ? " selected" : ""}`} data-hand=${name}
              tabindex=${name === hand ? "0" : "-1"} aria-label=${cellLabel(state, name)}><small>${name}</small>${abbreviations[best]}</td>`;
          })}</tr>`)}</tbody>
        </table>
      </div>
      ${handDetail(state, hand)}
    </div>`;
});

/** @param {Chart} element @param {string | undefined} hand */
function selectHand(element, hand) {
  if (!hand || selectedHands.get(element) === hand) return;
  selectedHands.set(element, hand);
  element.state = element.state;
}

const STEPS = /** @type {Record<string, [number, number]>} */ ({ ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] });

/** Move the selection with the arrow keys. @param {KeyboardEvent} event @param {Chart} element @param {string[]} ranks */
function moveSelection(event, element, ranks) {
  const cell = /** @type {HTMLElement} */ (event.target).closest("td");
  const step = STEPS[event.key];
  if (!cell || !step) return;
  event.preventDefault();
  const row = /** @type {HTMLTableRowElement} */ (cell.parentElement).sectionRowIndex + step[0];
  const column = cell.cellIndex - 1 + step[1];
  if (!ranks[row] || !ranks[column]) return;
  const hand = handOf(ranks, row, column);
  selectHand(element, hand);
  /** @type {HTMLElement | null} */ (element.querySelector(`[data-hand="${hand}"]`))?.focus();
}

/** @param {ChartState} state @param {string} hand */
function cellLabel({ strategy }, hand) {
  const values = Object.entries(strategy.values[hand] ?? {}).map(([decision, value]) => `${decision} ${formatSigned(fractionToNumber(value), 4)}`);
  return `${hand}: ${strategy.first[hand]}. ${values.join(", ")}`;
}

/** @param {string} hand */
function nameHand(hand) {
  const [high, low] = [RANKS[hand[0]] ?? hand[0], RANKS[hand[1]] ?? hand[1]];
  return hand[0] === hand[1] ? T.pair(high) : hand.endsWith("s") ? T.suited(high, low) : T.unsuited(high, low);
}

/** @param {ChartState} state @param {string} hand */
function handDetail({ strategy, unit, reference }, hand) {
  const best = strategy.first[hand];
  const previous = reference?.first[hand];
  return html`
    <div class="hand-values">
      <h3>${hand}</h3>
      <p class="muted">${nameHand(hand)}${previous && previous !== best ? ` · ${T.previously(previous)}` : ""}</p>
      <div class="scroll"><table class="figures">
        <thead><tr><th scope="col">${T.decision}</th><th scope="col" class="number">${T.value}</th><th scope="col">${T.exact}</th></tr></thead>
        <tbody>${Object.entries(strategy.values[hand] ?? {}).map(([decision, value]) => html`
          <tr class=${decision === best ? "best" : ""}><th scope="row">${decision}${decision === best ? html` <small>${T.best}</small>` : null}</th>
            <td class="number">${formatSigned(fractionToNumber(value), 6)}</td><td>${exactFigure(value, `${hand}, ${decision}`)}</td></tr>`)}
        </tbody>
      </table></div>
      <p class="muted small">${T.valueNote(unit)}</p>
    </div>`;
}
