// @ts-check
/** One game in the lab, from its edge to its readings. */

import { html, keyed } from "../html.js";
import { TEXTS } from "../texts.js";
import { ranksOf } from "./chart.js";
import { comparisonBase, edgePanel } from "./edge_panel.js";
import { readingsPanel } from "./effects.js";
import { handoutsPanel } from "./handouts.js";
import { describeChanges, isFiled } from "./variant.js";
import { labelOf } from "./wagers.js";
import { whatIfPanel } from "./what_if.js";

const T = TEXTS.lab;

/** @typedef {import("./experiment.js").Experiment} Experiment */

/** @param {Experiment} experiment */
export function gameView(experiment) {
  const { filedChoices, currentSolution: current, savedSolution: saved, errorMessage } = experiment.state;
  if (errorMessage) {
    return html`<p class="note" role="alert">${errorMessage}</p><p><button class="quiet" @click=${() => experiment.retry()}>${T.retry}</button></p>`;
  }
  if (!filedChoices) return html`<p class="muted">${T.wait}</p>`;
  return html`
    ${heading(experiment)}
    <div class="experiment">
      ${edgePanel(experiment)}
      ${whatIfPanel(experiment)}
      <div class="results">
        ${saved && current ? html`<pb-lab-compare .state=${{ a: saved, b: current, experiment }}></pb-lab-compare>` : null}
        ${current ? resultPanels(experiment, current) : html`<p class="muted">${T.solving}</p>`}
        ${readingsPanel(experiment)}
        ${handoutsPanel(experiment)}
      </div>
    </div>`;
}

/** @param {Experiment} experiment */
function heading(experiment) {
  const { filedChoices, currentSolution: current, tables, source, variant } = experiment.state;
  const description = current && !isFiled(variant) ? describeChanges(current.variant, current.choices).join("; ") : T.asFiled;
  return html`
    <header class="heading">
      <div><h1>${filedChoices?.name}</h1><p class="lead">${filedChoices?.edition} · ${description || T.asFiled}</p></div>
      ${tables.length ? html`<label class="pick">${T.rulesOf}
        <select @change=${(/** @type {Event} */ event) => experiment.open(/** @type {HTMLSelectElement} */ (event.currentTarget).value)}>
          <option value="" .selected=${source.table === ""}>${T.rulesDefault}</option>
          ${tables.map((listing) => keyed(listing.table, html`<option value=${listing.table} .selected=${listing.table === source.table}>${T.rulesTable(listing.title)}</option>`))}
        </select></label>` : null}
    </header>`;
}

/** Parts that are redrawn only for another solution. @type {WeakMap<import("./results.js").SolvedVariant, {reference: unknown, chart: unknown, plot: unknown}>} */
const partsCache = new WeakMap();

/** @param {Experiment} experiment @param {import("./results.js").SolvedVariant} current */
function cachedParts(experiment, current) {
  const { solution: reference, name } = comparisonBase(experiment.state);
  const cached = partsCache.get(current);
  if (cached && cached.reference === reference) return cached;
  const unit = labelOf(current.choices, current.choices.unit);
  const referenceStrategy = reference && reference !== current ? reference.result.strategy : null;
  const entry = {
    reference,
    chart: { strategy: current.result.strategy, unit, reference: referenceStrategy, referenceName: name },
    plot: { main: current.result.main, unit },
  };
  partsCache.set(current, entry);
  return entry;
}

/** @param {Experiment} experiment @param {import("./results.js").SolvedVariant} current */
function resultPanels(experiment, current) {
  const { chart, plot } = cachedParts(experiment, current);
  const unit = labelOf(current.choices, current.choices.unit);
  return html`
    <section class="panel"><h2>${T.figures}</h2><pb-lab-figures .state=${current}></pb-lab-figures></section>
    ${ranksOf(current.result.strategy).length ? html`
      <section class="panel"><h2>${T.chart}</h2><p class="muted">${T.chartLead}</p><pb-lab-chart .state=${chart}></pb-lab-chart></section>` : null}
    <section class="panel"><h2>${T.plot}</h2><p class="muted">${T.plotLead(unit)}</p><pb-lab-plot .state=${plot}></pb-lab-plot></section>
    <section class="panel"><h2>${T.returns}</h2><p class="muted">${T.returnsLead}</p><pb-lab-returns .state=${current}></pb-lab-returns></section>`;
}
