// @ts-check
/** How a typed answer is read and a command is completed: the same as `pitboss.console.actions`, which the room's own consoles use. */

import { formatDollars } from "./format.js";
import { capitalize } from "./texts.js";
import { endSentence } from "./wording.js";

/** @typedef {import("./types").Prompt} Prompt */
/** @typedef {Record<string, string>} Answers */

const MAX_NUMBER_DIGITS = 6;
const MAX_AMOUNT_DIGITS = 14;

/** An answer that cannot be used, with a sentence that says what is accepted. */
export class AnswerError extends Error {
  /** @param {string} prompt The name of the prompt. @param {string} sentence */
  constructor(prompt, sentence) {
    super(endSentence(capitalize(sentence)));
    this.prompt = prompt;
  }
}

/** Return a command with the answers in it. @param {Record<string, any>} command @param {Prompt[]} prompts @param {Answers} answers @returns {Record<string, any>} */
export function fill(command, prompts, answers) {
  const result = structuredClone(command);
  for (const prompt of prompts) {
    const value = parseAnswer(prompt, answers[prompt.name] ?? prompt.initial);
    let target = result;
    for (const name of prompt.path.slice(0, -1)) target = target[name] ??= {};
    const last = prompt.path[prompt.path.length - 1];
    // The cards that a command turns over are a list, in the order of their prompts.
    target[last] = prompt.kind === "card" && last === "cards" ? [...(target[last] ?? []), value] : value;
  }
  return result;
}

/** Return the value of an answer; amounts are in cents. @param {Prompt} prompt @param {string} answer @returns {number | string} */
export function parseAnswer(prompt, answer) {
  const text = answer.trim();
  const refuse = (/** @type {string} */ sentence) => new AnswerError(prompt.name, sentence);
  switch (prompt.kind) {
    case "text":
      if (!text) throw refuse("enter some text");
      return text;
    case "card": {
      const [face, ...rest] = parseCards(text);
      if (!face || rest.length) throw refuse(`'${text}' is not a card: write rank and suit, such as Ah, Td or 2c`);
      return face;
    }
    default: {
      const value = parseFigure(prompt, text, refuse);
      checkLimits(prompt, value, refuse);
      return value;
    }
  }
}

/** @typedef {(sentence: string) => AnswerError} Refuse */

/** @param {Prompt} prompt @param {string} text @param {Refuse} refuse */
function parseFigure({ kind, minimum }, text, refuse) {
  if (kind === "number") return parseNumber(text, refuse);
  const unsigned = text.replace(/^-/, "").replace(/^−/, "");
  return unsigned !== text && (minimum ?? 0) < 0 ? -parseCents(unsigned, refuse) : parseCents(text, refuse);
}

/** @param {string} text @param {Refuse} refuse */
function parseNumber(text, refuse) {
  if (!text) throw refuse("enter a whole number");
  if (!/^\d+$/.test(text) || text.length > MAX_NUMBER_DIGITS) throw refuse(`'${text}' is not a whole number of at most ${MAX_NUMBER_DIGITS} digits`);
  return Number(text);
}

/** Return an amount such as `$1,000`, `1000` or `12.50` in cents, or throw what is accepted. @param {string} text @param {Refuse} refuse */
export function parseCents(text, refuse) {
  if (!text) throw refuse("enter an amount such as $1,000");
  const [dollars, ...parts] = text.replace(/^\$/, "").replaceAll(",", "").split(".");
  const cents = parts.join(".");
  const digits = dollars + cents.padEnd(2, "0");
  if (!/^\d+$/.test(digits) || !dollars || cents.length > 2) throw refuse(`'${text}' is not an amount such as $1,000 or $12.50`);
  if (digits.length > MAX_AMOUNT_DIGITS) throw refuse(`'${text}' is too large`);
  return Number(digits);
}

/** @param {Prompt} prompt @param {number} value @param {Refuse} refuse */
function checkLimits({ kind, minimum, maximum }, value, refuse) {
  if ((minimum === null || value >= minimum) && (maximum === null || value <= maximum)) return;
  const show = kind === "money" ? formatDollars : String;
  if (minimum !== null && maximum !== null) throw refuse(`enter ${show(minimum)} to ${show(maximum)}, not ${show(value)}`);
  throw refuse(`enter ${minimum !== null ? `at least ${show(minimum)}` : `at most ${show(maximum ?? 0)}`}, not ${show(value)}`);
}

const RANK_TEXTS = { 10: "T" };
const CARD = /^(?:(10|[2-9tjqka])([cdhs])|jo(?:ker)?)/i;

/** Return the cards in a typed or scanned text such as `Kh 10d` or `kh,td`; an empty list if part of it is not a card. @param {string} text */
export function parseCards(text) {
  const faces = [];
  let rest = text.trim();
  while (rest) {
    const match = CARD.exec(rest);
    if (!match) return [];
    const rank = match[1]?.toUpperCase();
    faces.push(rank ? (/** @type {Record<string, string>} */ (RANK_TEXTS)[rank] ?? rank) + match[2].toLowerCase() : "Jo");
    rest = rest.slice(match[0].length).replace(/^[\s,;]+/, "");
  }
  return faces;
}
