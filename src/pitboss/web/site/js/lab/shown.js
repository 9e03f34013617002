// @ts-check
/** How the lab writes its figures. */

import { fraction } from "../fractions.js";
import { written } from "./exact.js";

const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1, minimumFractionDigits: 1 });

/** @param {number} number */
export const count = (number) => whole.format(number);

const few = new Intl.NumberFormat("en-US", { notation: "compact" });

/** Large ones short: 2,000, 50K, 1M. @param {number} number */
export const brief = (number) => (number < 10_000 ? whole : few).format(number);

/** @param {string} figure */
const minusSign = (figure) => figure.replace("-", "−");

/** @param {number} number @param {number} places */
export const decimal = (number, places) => minusSign(number.toFixed(places));

/** With its sign. @param {number} number @param {number} places */
export const signed = (number, places) => (number > 0 ? `+${number.toFixed(places)}` : decimal(number, places));

/** A difference of two shares, in points of a hundred. @param {import("./exact.js").Exact} share @param {number} [places] */
export const points = (share, places = 4) => signed(100 * fraction(written(share)), places);

/** A chance that people can read: in percent, or one in so many. @param {number} chance */
export function chance(chance) {
  if (chance >= 0.0001) return `${(100 * chance).toFixed(2)} %`;
  const odds = 1 / chance;
  return `1 in ${odds < 1000 ? tenths.format(odds) : whole.format(odds)}`;
}

/** Cents that need not be whole, to the nearest. @param {string} exactCents */
export const nearest = (exactCents) => Math.round(fraction(exactCents));

/** @param {string[]} words @param {string} and */
export const listed = (words, and) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${and} ${words.at(-1)}`);
