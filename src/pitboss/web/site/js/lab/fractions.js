// @ts-check
/** Exact arithmetic: fractions of integers of any length, in lowest terms. */

/** @typedef {{numerator: bigint, denominator: bigint}} Fraction */

/** @param {bigint} numerator @param {bigint} denominator @returns {Fraction} */
function reduce(numerator, denominator) {
  let [a, b] = [numerator < 0n ? -numerator : numerator, denominator];
  while (b) [a, b] = [b, a % b];
  return a > 1n ? { numerator: numerator / a, denominator: denominator / a } : { numerator, denominator };
}

/** Parse `-579091/6689228` or an integer. @param {string | number} text */
export function parseFraction(text) {
  const [numerator, denominator = "1"] = String(text).split("/");
  return reduce(BigInt(numerator), BigInt(denominator));
}

/** @param {Fraction} fraction */
export const formatFraction = ({ numerator, denominator }) => (denominator === 1n ? `${numerator}` : `${numerator}/${denominator}`);

/** @param {Fraction} a @param {Fraction} b */
export const subtract = (a, b) => reduce(a.numerator * b.denominator - b.numerator * a.denominator, a.denominator * b.denominator);
/** @param {Fraction} a @param {Fraction} b */
export const add = (a, b) => reduce(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
/** @param {Fraction} a @param {Fraction} b */
export const multiply = (a, b) => reduce(a.numerator * b.numerator, a.denominator * b.denominator);
/** @param {Fraction} a @param {Fraction} b */
export const divide = (a, b) => reduce(a.numerator * b.denominator * (b.numerator < 0n ? -1n : 1n), a.denominator * (b.numerator < 0n ? -b.numerator : b.numerator));
/** @param {Fraction} fraction */
export const negate = ({ numerator, denominator }) => ({ numerator: -numerator, denominator });
/** @param {Fraction} fraction */
export const isZero = ({ numerator }) => numerator === 0n;

/** Return the house edge: the average loss as a share of so many wagers. @param {string} ev @param {number} [wagers] */
export const houseEdge = (ev, wagers = 1) => divide(negate(parseFraction(ev)), parseFraction(wagers));

/** Return the exact chances to win, push and lose, and the variance. @param {import("./results.js").Main} main */
export function summarize(main) {
  const deals = parseFraction(main.deals);
  const zero = parseFraction(0);
  let [win, push, lose, squares] = [zero, zero, zero, zero];
  for (const [net, count] of Object.entries(main.distribution)) {
    const [result, share] = [parseFraction(net), divide(parseFraction(count), deals)];
    if (result.numerator > 0n) win = add(win, share);
    else if (result.numerator < 0n) lose = add(lose, share);
    else push = add(push, share);
    squares = add(squares, multiply(multiply(result, result), share));
  }
  const ev = parseFraction(main.ev);
  return { win, push, lose, variance: subtract(squares, multiply(ev, ev)) };
}
