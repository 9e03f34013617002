// @ts-check
/** A variant: what somebody changed about a game as filed. */

import { TEXTS } from "../texts.js";

/** @typedef {import("../types").GameChoices} GameChoices */
/** @typedef {import("../types").LabChoice} LabChoice */
/**
 * Paytable letters by wager, options and readings by name, and odds by line as typed.
 * @typedef {{tables: Record<string, string>, options: Record<string, string>, readings: Record<string, string>, pay: Record<string, string>}} Variant
 */
/** The rules that the variant changes: the default submission, or those of a table. @typedef {{table: string, submission: Record<string, any>}} Source */

/** @type {Variant} */
export const AS_FILED = { tables: {}, options: {}, readings: {}, pay: {} };

/** @param {Variant} variant */
export const isFiled = (variant) => Object.values(variant).every((group) => !Object.keys(group).length);

/** Return the variant without its changes of pay. @param {Variant} variant @returns {Variant} */
export const withoutPay = (variant) => ({ ...variant, pay: {} });

/** Return the name of a reading or an option; an option's name includes its wager. @param {LabChoice} reading */
export const nameOf = (reading) => (reading.wager ? `${reading.wager}.${reading.id}` : reading.id);

/** @template Value @param {Record<string, Value>} entries @param {string} key @param {Value | null} value @returns {Record<string, Value>} */
function withEntry(entries, key, value) {
  const { [key]: _, ...rest } = entries;
  return value === null ? rest : { ...rest, [key]: value };
}

/** Change what a line pays, or drop the change if the line pays that anyway. @param {Variant} variant @param {import("../types").LabLine} line @param {string} text */
export const withPay = (variant, line, text) => {
  const same = text.trim() === "" || Number(text) === line.odds;
  return { ...variant, pay: withEntry(variant.pay, line.key, same ? null : text) };
};

/** Choose another paytable and drop the changes to lines of the old one. @param {Variant} variant @param {string} wager @param {string} letter @param {string | null} filedPaytable */
export const withTable = (variant, wager, letter, filedPaytable) => ({
  ...variant,
  tables: withEntry(variant.tables, wager, letter === filedPaytable ? null : letter),
  pay: Object.fromEntries(Object.entries(variant.pay).filter(([key]) => !key.startsWith(`${wager}.`))),
});

/** Choose another reading or option. @param {Variant} variant @param {LabChoice} reading @param {string} choice @param {string} filedChoice */
export function withChoice(variant, reading, choice, filedChoice) {
  const group = reading.wager ? "options" : "readings";
  return { ...variant, [group]: withEntry(variant[group], nameOf(reading), choice === filedChoice ? null : choice) };
}

/** Return the request body that the lab expects. @param {string} game @param {Source} source @param {Variant} variant */
export function toRequest(game, source, variant) {
  /** @type {Record<string, any>} */
  const wagers = { ...source.submission.wagers };
  // A named paytable brings its own wager and meters; those of another one would not match.
  for (const [wager, paytable] of Object.entries(variant.tables)) wagers[wager] = { paytable };
  for (const [name, choice] of Object.entries(variant.options)) {
    const [wager, id] = name.split(".");
    wagers[wager] = { ...wagers[wager], [id]: choice };
  }
  const submission = Object.keys(wagers).length ? { ...source.submission, wagers } : source.submission;
  const pay = Object.fromEntries(Object.entries(variant.pay).map(([key, text]) => [key, Number(text)]));
  return { game, submission, readings: variant.readings, ...(Object.keys(pay).length ? { pay } : {}) };
}

/** Describe how a variant differs from the filing. @param {Variant} variant @param {GameChoices} choices with the changes of pay */
export function describeChanges(variant, choices) {
  const label = (/** @type {string} */ wager) => choices.wagers.find((candidate) => candidate.key === wager)?.label ?? wager;
  const lines = choices.wagers.flatMap((wager) => wager.lines.map((line) => ({ ...line, wager: wager.label })));
  return [
    ...Object.entries(variant.tables).map(([wager, letter]) => TEXTS.lab.changedTable(label(wager), letter)),
    ...Object.entries(variant.options).map(([name, choice]) => TEXTS.lab.changedChoice(name, choice)),
    ...Object.entries(variant.readings).map(([name, choice]) => TEXTS.lab.changedChoice(name, choice)),
    ...lines.filter((line) => line.key in variant.pay).map((line) => TEXTS.lab.changedPay(line.wager, line.label, line.pays)),
  ];
}
