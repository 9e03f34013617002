// @ts-check
/** The wagers of a solution, each with its label and its edge: what every table of figures begins with. */

import { TEXTS } from "../texts.js";
import { edge, written } from "./exact.js";

/** @typedef {import("./answers.js").Solved} Solved */
/** @typedef {import("./answers.js").Wagers} Wagers */
/** @typedef {import("./answers.js").Wagered} Wagered */
/** @typedef {{key: string, label: string, edge: import("./exact.js").Exact, share: number}} Edge */

/** @param {import("../types").GameChoices} choices @param {string} key */
export const labelOf = (choices, key) => choices.wagers.find((wager) => wager.key === key)?.label ?? key;

/** @param {import("../types").GameChoices} choices */
export const required = (choices) => choices.wagers.filter((wager) => wager.kind === "required").map((wager) => wager.label);

/** Wagers that have figures. @param {Wagers} wagers */
export const counted = (wagers) => Object.entries(wagers).filter(/** @return {one is [string, Wagered]} */ (one) => !("error" in one[1]));

/** Wagers that the lab cannot count, each with the reason. @param {Wagers} wagers @returns {[string, string][]} */
export const uncounted = (wagers) => Object.entries(wagers).flatMap(([key, wager]) => ("error" in wager ? [[key, wager.error]] : []));

/** The main game first, then each side wager that has figures. @param {Solved} solved @returns {Edge[]} */
export const edges = ({ choices, result }) => [
  { key: "", label: TEXTS.lab.main, edge: edge(result.main.ev, required(choices).length), share: result.main.house_edge },
  ...counted(result.wagers).map(([key, wager]) => ({ key, label: labelOf(choices, key), edge: edge(wager.ev), share: wager.house_edge })),
];

/** @param {Edge} one @param {Edge | undefined} other */
export const isSame = (one, other) => other !== undefined && written(one.edge) === written(other.edge);
