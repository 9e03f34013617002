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
export const isFiled = (variant) => Object.values(variant).every((part) => !Object.keys(part).length);

/** The same but for what is paid. @param {Variant} variant @returns {Variant} */
export const unpaid = (variant) => ({ ...variant, pay: {} });

/** An option is known by its wager, too. @param {LabChoice} one */
export const nameOf = (one) => (one.wager ? `${one.wager}.${one.id}` : one.id);

/** @template Value @param {Record<string, Value>} before @param {string} key @param {Value | null} value @returns {Record<string, Value>} */
function laid(before, key, value) {
  const { [key]: _, ...rest } = before;
  return value === null ? rest : { ...rest, [key]: value };
}

/** Another payout; none, if it is what the line pays anyway. @param {Variant} variant @param {import("../types").LabLine} line @param {string} typed */
export const withPay = (variant, line, typed) => {
  const same = typed.trim() === "" || Number(typed) === line.odds;
  return { ...variant, pay: laid(variant.pay, line.key, same ? null : typed) };
};

/** Another table: what was changed in the one before is gone with it. @param {Variant} variant @param {string} wager @param {string} letter @param {string | null} filed */
export const withTable = (variant, wager, letter, filed) => ({
  ...variant,
  tables: laid(variant.tables, wager, letter === filed ? null : letter),
  pay: Object.fromEntries(Object.entries(variant.pay).filter(([key]) => !key.startsWith(`${wager}.`))),
});

/** Another choice of a reading or an option. @param {Variant} variant @param {LabChoice} one @param {string} choice @param {string} filed */
export function withChoice(variant, one, choice, filed) {
  const part = one.wager ? "options" : "readings";
  return { ...variant, [part]: laid(variant[part], nameOf(one), choice === filed ? null : choice) };
}

/** As the lab takes it. @param {string} game @param {Source} source @param {Variant} variant */
export function question(game, source, variant) {
  /** @type {Record<string, any>} */
  const wagers = { ...source.submission.wagers };
  // A table that is named brings its own wager and meters: those of another do not fit it.
  for (const [wager, paytable] of Object.entries(variant.tables)) wagers[wager] = { paytable };
  for (const [name, choice] of Object.entries(variant.options)) {
    const [wager, id] = name.split(".");
    wagers[wager] = { ...wagers[wager], [id]: choice };
  }
  const submission = Object.keys(wagers).length ? { ...source.submission, wagers } : source.submission;
  const pay = Object.fromEntries(Object.entries(variant.pay).map(([key, typed]) => [key, Number(typed)]));
  return { game, submission, readings: variant.readings, ...(Object.keys(pay).length ? { pay } : {}) };
}

/** What is other than filed, in words. @param {Variant} variant @param {GameChoices} choices with what is paid now */
export function changes(variant, choices) {
  const label = (/** @type {string} */ wager) => choices.wagers.find((one) => one.key === wager)?.label ?? wager;
  const lines = choices.wagers.flatMap((wager) => wager.lines.map((line) => ({ ...line, wager: wager.label })));
  return [
    ...Object.entries(variant.tables).map(([wager, letter]) => TEXTS.lab.changedTable(label(wager), letter)),
    ...Object.entries(variant.options).map(([name, choice]) => TEXTS.lab.changedChoice(name, choice)),
    ...Object.entries(variant.readings).map(([name, choice]) => TEXTS.lab.changedChoice(name, choice)),
    ...lines.filter((line) => line.key in variant.pay).map((line) => TEXTS.lab.changedPay(line.wager, line.label, line.pays)),
  ];
}
