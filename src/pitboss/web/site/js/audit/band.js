// @ts-check
/** The plot of a win against its confidence bands. */

import { formatDollars, fractionToNumber } from "../format.js";
import { html, svg } from "../html.js";
import { DAY } from "../texts_audit.js";

/** @typedef {NonNullable<import("../types").PitReport["bands"]>} Bands */

/** Percent of the width that is free on each side. */
const MARGIN = 4;

/** Return a function from cents to a place in percent. @param {number} win @param {Bands} bands */
export function bandScale(win, bands) {
  const low = Math.min(win, bands.low_99);
  const high = Math.max(win, bands.high_99);
  return (/** @type {number} */ cents) => MARGIN + ((100 - 2 * MARGIN) * (cents - low)) / (high - low || 1);
}

/** @param {number} win @param {string | null} theoretical @param {Bands} bands */
export function bandPlot(win, theoretical, bands) {
  const place = bandScale(win, bands);
  const expected = Math.round(fractionToNumber(theoretical ?? 0));
  const bar = (/** @type {string} */ kind, /** @type {number} */ low, /** @type {number} */ high) => svg`
    <rect class=${kind} x=${`${place(low)}%`} width=${`${place(high) - place(low)}%`} y="8" height="16" rx="3"></rect>`;
  const alt = DAY.plot(formatDollars(win), formatDollars(expected), formatDollars(bands.low_99), formatDollars(bands.high_99));
  return html`
    <svg class="band-plot" role="img" aria-label=${alt} width="100%" height="32">
      ${[bar("band-99", bands.low_99, bands.high_99), bar("band-95", bands.low_95, bands.high_95)]}
      <line class="expected" x1=${`${place(expected)}%`} x2=${`${place(expected)}%`} y1="4" y2="28"></line>
      <circle class=${bands.is_outside ? "win outside" : "win"} cx=${`${place(win)}%`} cy="16" r="6"></circle>
    </svg>`;
}
