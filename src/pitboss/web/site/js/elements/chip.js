// @ts-check
/** Chips: a stack is drawn as its highest chip, with the amount on it. */

import { define } from "../define.js";
import { formatDollars } from "../format.js";
import { html } from "../html.js";

/** Chip values in cents; the index picks the color. */
export const CHIPS = [100, 500, 2500, 10000, 50000];

/** Return the index of the largest chip in an amount: its color stands for the stack. @param {number} cents */
export const colorIndex = (cents) => Math.max(0, CHIPS.findLastIndex((chip) => chip <= cents));

/** Format an amount to fit on a chip: `5`, `12.3k`, `.25M`. @param {number} cents */
export function shortAmount(cents) {
  if (cents >= 100_000_00) return `${Math.round(cents / 100_000_0) / 100}M`.replace("0.", ".");
  if (cents >= 10_000_00) return `${Math.round(cents / 100_00) / 10}k`;
  if (cents % 100) return (cents / 100).toFixed(2);
  return `${cents / 100}`;
}

/** @typedef {{cents: number, plain?: boolean}} ChipState */

define("pb-chip", (/** @type {ChipState} */ { cents }) => html`
  <svg class=${`chip color-${colorIndex(cents)}`} viewBox="0 0 100 100" role="img" aria-label=${formatDollars(cents)}>
    <circle class="edge" cx="50" cy="50" r="46"></circle>
    <circle class="spots" cx="50" cy="50" r="41"></circle>
    <circle class="inlay" cx="50" cy="50" r="30"></circle>
    <text x="50" y="60" class=${shortAmount(cents).length > 4 ? "tiny" : shortAmount(cents).length > 3 ? "small" : ""}>${shortAmount(cents)}</text>
  </svg>`);
