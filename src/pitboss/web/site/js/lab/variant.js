// @ts-check
/** A variant: what somebody changed about a game as it is filed. */

import { TEXTS } from "../texts.js";

/** @typedef {import("../types").GameChoices} GameChoices */
/** @typedef {import("../types").LabChoice} LabChoice */
/**
 * Letters of paytables by wager, options and readings by name, and odds by line as they were typed.
 * @typedef {{tables: Record<string, string>, options: Record<string, string>, readings: Record<string, string>, pay: Record<string, string>}} Variant
 */
/** Which rules are changed: those of the default submission, or of a table. @typedef {{table: string, submission: Record<string, any>}} Source */

/** @type {Variant} */
export const AS_FILED = { tables: {}, options: {}, readings: {}, pay: {} };

/** @param {Variant} variant */
export const isFiled = (variant) => Object.values(variant).every((group) => !Object.keys(group).length);

/** The same but for what is paid. @param {Variant} variant @returns {Variant} */
export const withoutPay = (variant) => ({ ...variant, pay: {} });

/** An option is known by its wager, too. @param {LabChoice} reading */
export const nameOf = (reading) => (reading.wager ? `${reading.wager}.${reading.id}` : reading.id);

/** @template Value @param {Record<string, Value>} entries @param {string} key @param {Value | null} value @returns {Record<string, Value>} */
function withEntry(entries, key, value) {
  const { [key]: _, ...rest } = entries;
  return value === null ? rest : { ...rest, [key]: value };
}

/** Another payout; none, if it is what the line pays anyway. @param {Variant} variant @param {import("../types").LabLine} line @param {string} text */
export const withPay = (variant, line, text) => {
  const same = text.trim() === "" || Number(text) === line.odds;
  return { ...variant, pay: withEntry(variant.pay, line.key, same ? null : text) };
};

/** Another table: what was changed in the one before is gone with it. @param {Variant} variant @param {string} wager @param {string} letter @param {string | null} filedPaytable */
export const withTable = (variant, wager, letter, filedPaytable) => ({
  ...variant,
  tables: withEntry(variant.tables, wager, letter === filedPaytable ? null : letter),
  pay: Object.fromEntries(Object.entries(variant.pay).filter(([key]) => !key.startsWith(`${wager}.`))),
});

/** Another choice of a reading or an option. @param {Variant} variant @param {LabChoice} reading @param {string} choice @param {string} filedChoice */
export function withChoice(variant, reading, choice, filedChoice) {
  const group = reading.wager ? "options" : "readings";
  return { ...variant, [group]: withEntry(variant[group], nameOf(reading), choice === filedChoice ? null : choice) };
}

/** As the lab takes it. @param {string} game @param {Source} source @param {Variant} variant */
export function toRequest(game, source, variant) {
  /** @type {Record<string, any>} */
  const wagers = { ...source.submission.wagers };
  // A table that is named brings its own wager and meters: those of another do not fit it.
  for (const [wager, paytable] of Object.entries(variant.tables)) wagers[wager] = { paytable };
  for (const [name, choice] of Object.entries(variant.options)) {
    const [wager, id] = name.split(".");
    wagers[wager] = { ...wagers[wager], [id]: choice };
  }
  const submission = Object.keys(wagers).length ? { ...source.submission, wagers } : source.submission;
  const pay = Object.fromEntries(Object.entries(variant.pay).map(([key, text]) => [key, Number(text)]));
  return { game, submission, readings: variant.readings, ...(Object.keys(pay).length ? { pay } : {}) };
}

/** What is other than filed, in words. @param {Variant} variant @param {GameChoices} choices with what is paid now */
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
