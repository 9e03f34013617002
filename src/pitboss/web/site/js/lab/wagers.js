// @ts-check
/** The wagers of a solution, each with its label and its house edge. */

import { TEXTS } from "../texts.js";
import { formatFraction, houseEdge } from "./fractions.js";

/** @typedef {import("./results.js").SolvedVariant} SolvedVariant */
/** @typedef {import("./results.js").Wagers} Wagers */
/** @typedef {import("./results.js").WagerFigures} WagerFigures */
/** @typedef {{key: string, label: string, edge: import("./fractions.js").Fraction, share: number}} Edge */

/** @param {import("../types").GameChoices} choices @param {string} key */
export const labelOf = (choices, key) => choices.wagers.find((wager) => wager.key === key)?.label ?? key;

/** @param {import("../types").GameChoices} choices */
export const requiredLabels = (choices) => choices.wagers.filter((wager) => wager.kind === "required").map((wager) => wager.label);

/** List the wagers that have figures. @param {Wagers} wagers */
export const countedWagers = (wagers) => Object.entries(wagers).filter(/** @return {entry is [string, WagerFigures]} */ (entry) => !("error" in entry[1]));

/** List the wagers that the lab cannot solve, each with the reason. @param {Wagers} wagers @returns {[string, string][]} */
export const uncountedWagers = (wagers) => Object.entries(wagers).flatMap(([key, wager]) => ("error" in wager ? [[key, wager.error]] : []));

/** List the edge of the main game, then of each side wager that has figures. @param {SolvedVariant} variant @returns {Edge[]} */
export const listEdges = ({ choices, result }) => [
  { key: "", label: TEXTS.lab.main, edge: houseEdge(result.main.ev, requiredLabels(choices).length), share: result.main.house_edge },
  ...countedWagers(result.wagers).map(([key, wager]) => ({ key, label: labelOf(choices, key), edge: houseEdge(wager.ev), share: wager.house_edge })),
];

/** @param {Edge} edge @param {Edge | undefined} other */
export const isSame = (edge, other) => other !== undefined && formatFraction(edge.edge) === formatFraction(other.edge);
