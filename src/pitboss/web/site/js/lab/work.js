// @ts-check
/** One game in the lab, from its edge to its readings. */

import { html, keyed } from "../html.js";
import { TEXTS } from "../texts.js";
import { changing } from "./change.js";
import { ranksOf } from "./chart.js";
import { readings } from "./effects.js";
import { papers } from "./papers.js";
import { before, score } from "./score.js";
import { changes, isFiled } from "./variant.js";
import { labelOf } from "./wagers.js";

const T = TEXTS.lab;

/** @typedef {import("./bench.js").Bench} Bench */

/** @param {Bench} bench */
export function shown(bench) {
  const { first, now, kept, trouble } = bench.state;
  if (trouble) {
    return html`<p class="note" role="alert">${trouble}</p><p><button class="quiet" @click=${() => bench.again()}>${T.retry}</button></p>`;
  }
  if (!first) return html`<p class="muted">${T.wait}</p>`;
  return html`
    ${heading(bench)}
    <div class="bench">
      ${score(bench)}
      ${changing(bench)}
      <div class="found">
        ${kept && now ? html`<pb-lab-compare .state=${{ a: kept, b: now, bench }}></pb-lab-compare>` : null}
        ${now ? found(bench, now) : html`<p class="muted">${T.first}</p>`}
        ${readings(bench)}
        ${papers(bench)}
      </div>
    </div>`;
}

/** @param {Bench} bench */
function heading(bench) {
  const { first, now, tables, source, variant } = bench.state;
  const told = now && !isFiled(variant) ? changes(now.variant, now.choices).join("; ") : T.asFiled;
  return html`
    <header class="heading">
      <div><h1>${first?.name}</h1><p class="lead">${first?.edition} · ${told || T.asFiled}</p></div>
      ${tables.length ? html`<label class="pick">${T.rulesOf}
        <select @change=${(/** @type {Event} */ event) => bench.open(/** @type {HTMLSelectElement} */ (event.currentTarget).value)}>
          <option value="" .selected=${source.table === ""}>${T.rulesDefault}</option>
          ${tables.map((one) => keyed(one.table, html`<option value=${one.table} .selected=${one.table === source.table}>${T.rulesTable(one.title)}</option>`))}
        </select></label>` : null}
    </header>`;
}

/** What is drawn only if something else was found. @type {WeakMap<import("./answers.js").Solved, {of: unknown, chart: unknown, plot: unknown}>} */
const parts = new WeakMap();

/** @param {Bench} bench @param {import("./answers.js").Solved} now */
function partsOf(bench, now) {
  const { solved, name } = before(bench.state);
  const known = parts.get(now);
  if (known && known.of === solved) return known;
  const unit = labelOf(now.choices, now.choices.unit);
  const other = solved && solved !== now ? solved.result.strategy : null;
  const made = {
    of: solved,
    chart: { strategy: now.result.strategy, unit, before: other, against: name },
    plot: { main: now.result.main, unit },
  };
  parts.set(now, made);
  return made;
}

/** @param {Bench} bench @param {import("./answers.js").Solved} now */
function found(bench, now) {
  const { chart, plot } = partsOf(bench, now);
  const unit = labelOf(now.choices, now.choices.unit);
  return html`
    <section class="panel"><h2>${T.figures}</h2><pb-lab-figures .state=${now}></pb-lab-figures></section>
    ${ranksOf(now.result.strategy).length ? html`
      <section class="panel"><h2>${T.chart}</h2><p class="muted">${T.chartLead}</p><pb-lab-chart .state=${chart}></pb-lab-chart></section>` : null}
    <section class="panel"><h2>${T.plot}</h2><p class="muted">${T.plotLead(unit)}</p><pb-lab-plot .state=${plot}></pb-lab-plot></section>
    <section class="panel"><h2>${T.returns}</h2><p class="muted">${T.returnsLead}</p><pb-lab-returns .state=${now}></pb-lab-returns></section>`;
}
