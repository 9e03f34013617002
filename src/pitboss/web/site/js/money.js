// @ts-check
/** Whole cents in words. */

const whole = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", maximumFractionDigits: 0 });
const parts = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** `$5`, `$1,204.50`, `−$3`. @param {number} cents */
export function dollars(cents) {
  const shown = cents % 100 ? parts.format(Math.abs(cents) / 100) : whole.format(Math.abs(cents) / 100);
  return cents < 0 ? `−${shown}` : shown;
}

/** With its sign: `+$10`, `−$5`, `$0`. @param {number} cents */
export function gained(cents) {
  return cents > 0 ? `+${dollars(cents)}` : dollars(cents);
}

/** With the cents always: what a meter or an account shows. @param {number} cents */
export function exactly(cents) {
  return `${cents < 0 ? "−" : ""}${parts.format(Math.abs(cents) / 100)}`;
}

/** With its sign and two places: an average, not a sum that is paid. @param {number} cents */
export function average(cents) {
  return `${cents < 0 ? "−" : "+"}${exactly(Math.round(Math.abs(cents)))}`;
}
