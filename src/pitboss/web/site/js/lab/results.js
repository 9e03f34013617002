// @ts-check
/** What the lab returns: `pitboss solve --json` and `pitboss readings --effect --json`. Exact numbers are fractions as text. */

/** @typedef {{hand: string, slug: string, pays: string, combinations: number, return: string}} ReturnLine */
/**
 * @typedef {{
 *   ev: string, house_edge: number, standard_deviation: number, hit: number, lines: ReturnLine[],
 *   return?: string, fixed_return?: string, envy?: Record<string, string>, break_even_meter?: Record<string, string>,
 *   mean_spin?: string, community_pay?: Record<string, string>
 * }} WagerFigures
 */
/** Given instead of figures: why the lab cannot solve a wager. @typedef {{error: string}} UncountedWager */
/** @typedef {Record<string, WagerFigures | UncountedWager>} Wagers */
/**
 * @typedef {{
 *   ev: string, house_edge: number, average_wager: string, element_of_risk: number, standard_deviation: number,
 *   win: number, push: number, lose: number, deals: number, distribution: Record<string, number>, method: string
 * }} Main
 */
/** @typedef {{first: Record<string, string>, values: Record<string, Record<string, string>>}} Strategy */
/**
 * @typedef {{
 *   game: string, unit: string, main: Main, wagers: Wagers, required: Wagers,
 *   strategy: Strategy, rules_hash: string, seconds: number, seconds_all: number
 * }} Solution
 */

/** @typedef {{ev: string, house_edge: number, change: string, wagers: Record<string, {ev: string, change: string}>}} Effect */
/** The exact edge of each paytable of a wager; null where it is not counted. @typedef {{filed: string, choices: Record<string, {ev: string, house_edge: number} | null>}} PaytableEdges */
/** @typedef {{id: string, kind: string, clause: string, question: string, filed: string, choices: Record<string, Effect>}} ReadingEffects */

/** A solution with the rules it belongs to. @typedef {{choices: import("../types").GameChoices, result: Solution, variant: import("./variant.js").Variant}} SolvedVariant */

export {};
