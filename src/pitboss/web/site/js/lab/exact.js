// @ts-check
/** Exact figures: fractions of whole numbers of any length, in lowest terms. */

/** @typedef {{up: bigint, down: bigint}} Exact */

/** @param {bigint} up @param {bigint} down @returns {Exact} */
function lowest(up, down) {
  let [a, b] = [up < 0n ? -up : up, down];
  while (b) [a, b] = [b, a % b];
  return a > 1n ? { up: up / a, down: down / a } : { up, down };
}

/** `-579091/6689228`, or a whole number. @param {string | number} text */
export function exact(text) {
  const [up, down = "1"] = String(text).split("/");
  return lowest(BigInt(up), BigInt(down));
}

/** @param {Exact} one */
export const written = ({ up, down }) => (down === 1n ? `${up}` : `${up}/${down}`);

/** @param {Exact} a @param {Exact} b */
export const minus = (a, b) => lowest(a.up * b.down - b.up * a.down, a.down * b.down);
/** @param {Exact} a @param {Exact} b */
export const plus = (a, b) => lowest(a.up * b.down + b.up * a.down, a.down * b.down);
/** @param {Exact} a @param {Exact} b */
export const times = (a, b) => lowest(a.up * b.up, a.down * b.down);
/** @param {Exact} a @param {Exact} b */
export const over = (a, b) => lowest(a.up * b.down * (b.up < 0n ? -1n : 1n), a.down * (b.up < 0n ? -b.up : b.up));
/** @param {Exact} one */
export const negative = ({ up, down }) => ({ up: -up, down });
/** @param {Exact} one */
export const isZero = ({ up }) => up === 0n;

/** The house edge: what is lost on average, as a share of so many wagers. @param {string} ev @param {number} [wagers] */
export const edge = (ev, wagers = 1) => over(negative(exact(ev)), exact(wagers));

/** Chances of a distribution by the sign of the result, and how far results spread. @param {import("./answers.js").Main} main */
export function spread(main) {
  const deals = exact(main.deals);
  const none = exact(0);
  let [win, push, lose, squares] = [none, none, none, none];
  for (const [net, count] of Object.entries(main.distribution)) {
    const [result, part] = [exact(net), over(exact(count), deals)];
    if (result.up > 0n) win = plus(win, part);
    else if (result.up < 0n) lose = plus(lose, part);
    else push = plus(push, part);
    squares = plus(squares, times(times(result, result), part));
  }
  const ev = exact(main.ev);
  return { win, push, lose, variance: minus(squares, times(ev, ev)) };
}
