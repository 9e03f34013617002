// @ts-check
/** Amounts and fractions as text. */

const wholeDollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", maximumFractionDigits: 0 });
const dollarsWithCents = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** Format cents as dollars: `$5`, `$1,204.50`, `−$3`. @param {number} cents */
export function formatDollars(cents) {
  const text = cents % 100 ? dollarsWithCents.format(Math.abs(cents) / 100) : wholeDollars.format(Math.abs(cents) / 100);
  return cents < 0 ? `−${text}` : text;
}

/** Format cents with their sign: `+$10`, `−$5`, `$0`. @param {number} cents */
export function formatSignedDollars(cents) {
  return cents > 0 ? `+${formatDollars(cents)}` : formatDollars(cents);
}

/** Format cents with two decimals, as on a meter or an account. @param {number} cents */
export function formatDollarsAndCents(cents) {
  return `${cents < 0 ? "−" : ""}${dollarsWithCents.format(Math.abs(cents) / 100)}`;
}

/** Format an average with its sign and two decimals. @param {number} cents */
export function formatAverage(cents) {
  return `${cents < 0 ? "−" : "+"}${formatDollarsAndCents(Math.round(Math.abs(cents)))}`;
}

/** Return `-579091/6689228` as a number. @param {string | number} exact */
export function fractionToNumber(exact) {
  const [numerator, denominator = "1"] = String(exact).split("/");
  return Number(numerator) / Number(denominator);
}

/** Format a share in percent with so many decimals. @param {string | number} exact @param {number} [places] */
export function formatPercent(exact, places = 3) {
  const digits = (100 * fractionToNumber(exact)).toFixed(places);
  return `${digits.replace("-", "−")}%`;
}
