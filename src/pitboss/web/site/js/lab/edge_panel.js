// @ts-check
/** The house edge before and after a change, the progress of the lab, and what you can do next. */

import { formatPercent } from "../format.js";
import { html, keyed } from "../html.js";
import { TEXTS } from "../texts.js";
import { formatCount, formatPoints } from "./format.js";
import { subtract } from "./fractions.js";
import { isFiled } from "./variant.js";
import { isSame, listEdges } from "./wagers.js";

const T = TEXTS.lab;

/** @typedef {import("./experiment.js").Experiment} Experiment */
/** @typedef {import("./experiment.js").LabState} LabState */

/** Return the solution that figures are compared with: the saved variant, or the filing. @param {LabState} state */
export const comparisonBase = ({ savedSolution, filedSolution }) => (savedSolution ? { solution: savedSolution, name: T.a } : { solution: filedSolution, name: T.filedRules });

/** @param {Experiment} experiment */
export function edgePanel(experiment) {
  const { state } = experiment;
  const { currentSolution, variant, savedSolution } = state;
  const reference = comparisonBase(state);
  const referenceEdges = reference.solution ? listEdges(reference.solution) : [];
  const currentEdges = currentSolution ? listEdges(currentSolution) : [];
  return html`
    <section class=${state.isWorking ? "edge-panel panel working" : "edge-panel panel"} aria-label=${T.edge}>
      <h2>${T.edge}</h2>
      <ul class="edges">${currentEdges.map((edge) => keyed(edge.key, edgeItem(edge, referenceEdges.find((candidate) => candidate.key === edge.key), reference.name)))}</ul>
      ${progressView(experiment)}
      <div class="controls">
        <button class="quiet" title=${T.keepLong} ?disabled=${!currentSolution || state.isWorking || savedSolution === currentSolution} @click=${() => experiment.saveVariant()}>${T.keep}</button>
        <button class="quiet" ?disabled=${isFiled(variant)} @click=${() => experiment.reset()}>${T.reset}</button>
      </div>
      <p class="visually-hidden" role="status">${state.isWorking ? "" : announceChanges(currentEdges, referenceEdges)}</p>
    </section>`;
}

/** @param {import("./wagers.js").Edge} edge @param {import("./wagers.js").Edge | undefined} previous @param {string} referenceName */
function edgeItem(edge, previous, referenceName) {
  const isUnchanged = !previous || isSame(edge, previous);
  return html`
    <li class=${isUnchanged ? "unchanged" : "changed"} data-wager=${edge.key || "main"}>
      <span class="wager-name">${edge.label}</span>
      ${isUnchanged ? null : html`<span class="previous" title=${T.against(referenceName)}>${formatPercent(previous.share, 4)} <span aria-hidden="true">→</span></span>`}
      <b class="current">${formatPercent(edge.share, 4)}</b>
      ${isUnchanged ? null : html`<span class="change">${formatPoints(subtract(edge.edge, previous.edge))} ${T.points}</span>`}
    </li>`;
}

/** @param {import("./wagers.js").Edge[]} currentEdges @param {import("./wagers.js").Edge[]} referenceEdges */
function announceChanges(currentEdges, referenceEdges) {
  return currentEdges.flatMap((edge) => {
    const previous = referenceEdges.find(({ key }) => key === edge.key);
    return previous && !isSame(edge, previous) ? [T.edgeChanged(edge.label, formatPercent(previous.share, 4), formatPercent(edge.share, 4))] : [];
  }).join(" ");
}

/** Describe what the lab is doing. @param {import("../types").JobStatus | null} jobStatus */
export function describeProgress(jobStatus) {
  if (!jobStatus) return T.working;
  return jobStatus.state === "waiting" ? T.waiting(jobStatus.ahead) : jobStatus.what ? T.step(jobStatus.what, jobStatus.done, jobStatus.of) : T.working;
}

/** @param {Experiment} experiment */
function progressView(experiment) {
  const { isWorking, jobStatus, note, currentSolution } = experiment.state;
  if (isWorking) {
    return html`<div class="progress">
      ${progressBar(jobStatus, T.solving)}
      <p>${describeProgress(jobStatus)}</p>
      <button class="quiet" @click=${() => experiment.cancel()}>${T.cancel}</button>
    </div>`;
  }
  if (note) {
    return html`<div class="progress">
      <p class="note" role="alert">${note}</p>
      ${note === T.faulty ? null : html`<button class="quiet" @click=${() => experiment.retry()}>${T.recalculate}</button>`}
    </div>`;
  }
  return html`<div class="progress"><p class="muted">${currentSolution ? T.solved(formatCount(currentSolution.result.main.deals), currentSolution.result.seconds_all.toFixed(1)) : ""}</p></div>`;
}

/** @param {import("../types").JobStatus | null} jobStatus @param {string} name */
export const progressBar = (jobStatus, name) => (jobStatus?.of
  ? html`<progress aria-label=${name} max=${jobStatus.of} value=${jobStatus.done}></progress>`
  : html`<progress aria-label=${name}></progress>`);
