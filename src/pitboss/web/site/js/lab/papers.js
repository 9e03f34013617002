// @ts-check
/** What can be taken home: short rules and a pocket card, what seen cards are worth, the par sheet. */

import { html, keyed } from "../html.js";
import { fraction, percent } from "../fractions.js";
import { TEXTS } from "../texts.js";
import { bar, doing } from "./score.js";
import { required } from "./wagers.js";

const T = TEXTS.lab.papers;

/** @typedef {import("./bench.js").Bench} Bench */
/** @typedef {import("./paper.js").Paper} Paper */
/** @typedef {{label: string, words: string[], cost: string}} Street */
/** @typedef {{best: string, ev: string, cost: string, streets: Street[], note: string, compared: Record<string, string>}} Strategy */
/** @typedef {{card: string | null, players: number, edge: number, gain: number, edge_error: number | null}} Exposed */

/** @param {Bench} bench */
export function papers(bench) {
  const { strategy, expose, report } = bench.papers;
  return html`
    <section class="panel papers">
      <h2>${T.title}</h2>
      ${keyed("strategy", part(strategy, T.strategy, (found, page) => rules(bench, found, page)))}
      ${keyed("expose", part(expose, T.expose, (found) => exposed(found.exposed)))}
      ${keyed("report", part(report, T.report, (_, page) => html`
        <p>${link(page, `${bench.state.game}-par-sheet.html`, T.sheet)}</p>
        <p class="muted">${T.pdf(bench.state.game)}</p>`))}
    </section>`;
}

/** @param {Paper} paper @param {{heading: string, lead: string, ask: string}} words @param {(found: any, page: string) => unknown} shown */
function part(paper, words, shown) {
  const { working, told, note, result, page } = paper.state;
  return html`
    <div class="paper">
      <h3>${words.heading}</h3>
      <p class="muted">${words.lead}</p>
      ${working ? html`<div class="progress">${bar(told, words.heading)}<p>${doing(told)}</p>
        <button class="quiet" @click=${() => paper.cancel()}>${TEXTS.lab.cancel}</button></div>` : null}
      ${note && paper.current ? html`<p class="note" role="alert">${note}</p>` : null}
      ${result && paper.current ? shown(result, page) : working ? null : html`<p><button class="quiet ask" @click=${() => paper.ask()}>${words.ask}</button></p>`}
    </div>`;
}

/** @param {string} page @param {string} name @param {string} words */
const link = (page, name, words) => html`<a class="button" href=${page} download=${name}>${words}</a>`;

/** @param {Bench} bench @param {Strategy} found @param {string} page */
function rules(bench, found, page) {
  const antes = required(/** @type {import("../types").GameChoices} */ (bench.state.plain)).length;
  const edge = (/** @type {number} */ ev) => percent(-ev / antes, 4);
  const rows = /** @type {[string, number | null, string][]} */ ([
    [T.best, null, edge(fraction(found.best))],
    [T.thisCard, fraction(found.cost), edge(fraction(found.ev))],
    ...Object.entries(found.compared).map(([name, cost]) => [name, fraction(cost), edge(fraction(found.best) - fraction(cost))]),
  ]);
  return html`
    ${found.streets.map((street) => html`<h4>${street.label}</h4><ol class="lines">${street.words.map((line) => html`<li>${line}</li>`)}</ol>`)}
    <p class="muted">${found.note}</p>
    <div class="scroll" role="region" tabindex="0" aria-label=${T.costs}><table class="figures">
      <thead><tr><th scope="col">${T.played}</th><th scope="col" class="number">${T.cost}</th><th scope="col" class="number">${TEXTS.lab.edge}</th></tr></thead>
      <tbody>${rows.map(([name, cost, share], at) => html`
        <tr class=${at === 1 ? "best" : ""}><th scope="row">${name}</th><td class="number">${cost === null ? "–" : cost.toFixed(6)}</td><td class="number">${share}</td></tr>`)}</tbody>
    </table></div>
    <p>${link(page, `${bench.state.game}-pocket-card.html`, T.card)}</p>`;
}

/** @param {Exposed[]} found */
const exposed = (found) => html`
  <div class="scroll" role="region" tabindex="0" aria-label=${T.expose.heading}><table class="figures">
    <thead><tr><th scope="col">${T.known}</th><th scope="col" class="number">${T.playersEdge}</th><th scope="col" class="number">${T.gain}</th></tr></thead>
    <tbody>${found.map((one) => html`
      <tr><th scope="row">${one.card ? T.seen(one.card) : one.players > 1 ? T.shared(one.players) : T.nothing}</th>
        <td class="number">${percent(one.edge, 2)}${one.edge_error ? ` ± ${percent(one.edge_error, 2)}` : ""}</td>
        <td class="number">${one.card || one.players > 1 ? percent(one.gain, 2) : "–"}</td></tr>`)}</tbody>
  </table></div>
  <p class="muted">${T.errors}</p>`;
