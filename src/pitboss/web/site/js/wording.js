// @ts-check
/** Lists, sentences and names of roles in plain English. */

/** Join names as the rules cards do: `Ante`, `Ante and Raise`, `Ante, Raise and Bonus`. @param {string[]} names */
export const joinNames = (names) => [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(" and ");

/** End a text with a period, unless it already ends like a sentence. @param {string} text */
export const endSentence = (text) => (/[.!?…]["”’)]?$/.test(text) ? text : `${text}.`);

/** Return `one` for 1, and otherwise `many`. @param {number} count @param {string} one @param {string} many */
export const plural = (count, one, many) => (count === 1 ? one : many);

/** Return the limits of a table: `$5–$500`, or `$5` if they are the same. @param {string} minimum @param {string} maximum */
export const joinLimits = (minimum, maximum) => (minimum === maximum ? minimum : `${minimum}–${maximum}`);

/** What to call a person whose role has another name. @type {Record<string, string>} */
const ROLE_NAMES = { surveillance: "surveillance officer" };

/** Name a role, for instance after `a new`. @param {string} part */
export const roleName = (part) => ROLE_NAMES[part] ?? part;

/** Name a role with its article: `a dealer`, `an auditor`. @param {string} part */
export const roleWithArticle = (part) => `${/^[aeiou]/.test(roleName(part)) ? "an" : "a"} ${roleName(part)}`;

/** Return a text as part of an address: at most 40 lowercase letters, digits and hyphens. @param {string} text */
export const slug = (text) => text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "").replace(/[^a-z0-9]+/g, "-").slice(0, 40).replace(/^-+|-+$/g, "");
