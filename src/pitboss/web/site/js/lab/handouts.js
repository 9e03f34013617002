// @ts-check
/** Handouts that the lab prepares on request: short rules with a pocket card, what exposed cards are worth, and the par sheet. */

import { formatPercent, fractionToNumber } from "../format.js";
import { html, keyed } from "../html.js";
import { TEXTS } from "../texts.js";
import { describeProgress, progressBar } from "./edge_panel.js";
import { LabJob } from "./job.js";
import { toRequest } from "./variant.js";
import { requiredLabels } from "./wagers.js";

/** @typedef {import("../types").JobStatus} JobStatus */
/** @typedef {{key: string, result: any, url: string, isWorking: boolean, jobStatus: JobStatus | null, note: string}} PaperState */

/** @type {PaperState} */
const BLANK = { key: "", result: null, url: "", isWorking: false, jobStatus: null, note: "" };

export class Handout {
  /** @type {LabJob | null} */
  #job = null;

  /** @param {string} kind @param {import("./experiment.js").Experiment} experiment */
  constructor(kind, experiment) {
    this.kind = kind;
    this.experiment = experiment;
    this.state = BLANK;
  }

  /** @param {Partial<PaperState>} changes */
  #set(changes) {
    this.state = { ...this.state, ...changes };
    this.experiment.set({});
  }

  get #key() {
    const { source, variant } = this.experiment.state;
    return JSON.stringify([source, variant]);
  }

  /** Whether the handout is about the rules on screen. */
  get isCurrent() {
    return this.state.key === this.#key;
  }

  async create() {
    const { game, source, variant } = this.experiment.state;
    const key = this.#key;
    if (this.state.url) URL.revokeObjectURL(this.state.url);
    this.#set({ ...BLANK, key, isWorking: true });
    const labJob = (this.#job = new LabJob((jobStatus) => this.#set({ jobStatus })));
    try {
      const job = await labJob.run({ kind: this.kind, ...toRequest(game, source, variant) });
      if (!job) return;
      const { result } = job;
      const url = result?.page ? URL.createObjectURL(new Blob([result.page], { type: "text/html" })) : "";
      this.#set({ ...BLANK, key, result, url, note: result ? "" : job.error ?? "" });
    } catch (error) {
      this.#set({ ...BLANK, key, note: error instanceof Error ? error.message : String(error) });
    }
  }

  cancel() {
    this.#job?.cancel();
    this.#set(BLANK);
  }
}

const T = TEXTS.lab.handouts;

/** @typedef {import("./experiment.js").Experiment} Experiment */
/** @typedef {{label: string, words: string[], cost: string}} Street */
/** @typedef {{best: string, ev: string, cost: string, streets: Street[], note: string, compared: Record<string, string>}} Strategy */
/** @typedef {{card: string | null, players: number, edge: number, gain: number, edge_error: number | null}} Exposure */

/** @param {Experiment} experiment */
export function handoutsPanel(experiment) {
  const { strategy, expose, report } = experiment.handouts;
  return html`
    <section class="panel handouts">
      <h2>${T.title}</h2>
      ${keyed("strategy", handoutView(strategy, T.strategy, (result, url) => strategyView(experiment, result, url)))}
      ${keyed("expose", handoutView(expose, T.expose, (result) => exposureTable(result.exposed)))}
      ${keyed("report", handoutView(report, T.report, (_, url) => html`
        <p>${downloadLink(url, `${experiment.state.game}-par-sheet.html`, T.sheet)}</p>
        <p class="muted">${T.pdf(experiment.state.game)}</p>`))}
    </section>`;
}

/** @param {Handout} handout @param {{heading: string, lead: string, ask: string}} texts @param {(result: any, url: string) => unknown} render */
function handoutView(handout, texts, render) {
  const { isWorking, jobStatus, note, result, url } = handout.state;
  return html`
    <div class="handout">
      <h3>${texts.heading}</h3>
      <p class="muted">${texts.lead}</p>
      ${isWorking ? html`<div class="progress">${progressBar(jobStatus, texts.heading)}<p>${describeProgress(jobStatus)}</p>
        <button class="quiet" @click=${() => handout.cancel()}>${TEXTS.lab.cancel}</button></div>` : null}
      ${note && handout.isCurrent ? html`<p class="note" role="alert">${note}</p>` : null}
      ${result && handout.isCurrent ? render(result, url) : isWorking ? null : html`<p><button class="quiet ask" @click=${() => handout.create()}>${texts.ask}</button></p>`}
    </div>`;
}

/** @param {string} url @param {string} name @param {string} label */
const downloadLink = (url, name, label) => html`<a class="button" href=${url} download=${name}>${label}</a>`;

/** @param {Experiment} experiment @param {Strategy} result @param {string} url */
function strategyView(experiment, result, url) {
  const antes = requiredLabels(/** @type {import("../types").GameChoices} */ (experiment.state.baseChoices)).length;
  const edge = (/** @type {number} */ ev) => formatPercent(-ev / antes, 4);
  const rows = /** @type {[string, number | null, string][]} */ ([
    [T.best, null, edge(fractionToNumber(result.best))],
    [T.theseRules, fractionToNumber(result.cost), edge(fractionToNumber(result.ev))],
    ...Object.entries(result.compared).map(([name, cost]) => [name, fractionToNumber(cost), edge(fractionToNumber(result.best) - fractionToNumber(cost))]),
  ]);
  return html`
    ${result.streets.map((street) => html`<h4>${street.label}</h4><ol class="lines">${street.words.map((line) => html`<li>${line}</li>`)}</ol>`)}
    <p class="muted">${result.note}</p>
    <div class="scroll" role="region" tabindex="0" aria-label=${T.costs}><table class="figures">
      <thead><tr><th scope="col">${T.strategyName}</th><th scope="col" class="number">${T.cost}</th><th scope="col" class="number">${TEXTS.lab.edge}</th></tr></thead>
      <tbody>${rows.map(([name, cost, share], index) => html`
        <tr class=${index === 1 ? "best" : ""}><th scope="row">${name}</th><td class="number">${cost === null ? "–" : cost.toFixed(6)}</td><td class="number">${share}</td></tr>`)}</tbody>
    </table></div>
    <p>${downloadLink(url, `${experiment.state.game}-pocket-card.html`, T.card)}</p>`;
}

/** @param {Exposure[]} result */
const exposureTable = (result) => html`
  <div class="scroll" role="region" tabindex="0" aria-label=${T.expose.heading}><table class="figures">
    <thead><tr><th scope="col">${T.information}</th><th scope="col" class="number">${T.playersEdge}</th><th scope="col" class="number">${T.gain}</th></tr></thead>
    <tbody>${result.map((exposure) => html`
      <tr><th scope="row">${exposure.card ? T.exposedCard(exposure.card) : exposure.players > 1 ? T.sharedHands(exposure.players) : T.nothing}</th>
        <td class="number">${formatPercent(exposure.edge, 2)}${exposure.edge_error ? ` ± ${formatPercent(exposure.edge_error, 2)}` : ""}</td>
        <td class="number">${exposure.card || exposure.players > 1 ? formatPercent(exposure.gain, 2) : "–"}</td></tr>`)}</tbody>
  </table></div>
  <p class="muted">${T.errors}</p>`;
