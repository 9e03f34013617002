// @ts-check
/** How the lab formats its figures. */

import { fractionToNumber } from "../format.js";
import { formatFraction } from "./fractions.js";

const wholeNumber = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1, minimumFractionDigits: 1 });

/** @param {number} number */
export const formatCount = (number) => wholeNumber.format(number);

const compactNumber = new Intl.NumberFormat("en-US", { notation: "compact" });

/** Format large numbers compactly: 2,000, 50K, 1M. @param {number} number */
export const formatCompact = (number) => (number < 10_000 ? wholeNumber : compactNumber).format(number);

/** @param {string} figure */
const minusSign = (figure) => figure.replace("-", "−");

/** @param {number} number @param {number} places */
export const formatDecimal = (number, places) => minusSign(number.toFixed(places));

/** Format a number with its sign. @param {number} number @param {number} places */
export const formatSigned = (number, places) => (number > 0 ? `+${number.toFixed(places)}` : formatDecimal(number, places));

/** Format the difference of two shares in percentage points. @param {import("./fractions.js").Fraction} share @param {number} [places] */
export const formatPoints = (share, places = 4) => formatSigned(100 * fractionToNumber(formatFraction(share)), places);

/** Format a probability readably: in percent, or as one in so many. @param {number} probability */
export function formatChance(probability) {
  if (probability >= 0.0001) return `${(100 * probability).toFixed(2)}%`;
  const odds = 1 / probability;
  return `1 in ${odds < 1000 ? tenths.format(odds) : wholeNumber.format(odds)}`;
}

/** Round an exact number of cents. @param {string} exactCents */
export const roundFraction = (exactCents) => Math.round(fractionToNumber(exactCents));
