// @ts-check
/** Exact figures come as fractions in text; here they are turned into numbers to be shown. */

/** `-579091/6689228` as a number. @param {string | number} exact */
export function fraction(exact) {
  const [above, below = "1"] = String(exact).split("/");
  return Number(above) / Number(below);
}

/** Of 100, with so many places. @param {string | number} exact @param {number} [places] */
export function percent(exact, places = 3) {
  const shown = (100 * fraction(exact)).toFixed(places);
  return `${shown.replace("-", "−")} %`;
}
