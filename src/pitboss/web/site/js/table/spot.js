// @ts-check
/** A betting spot: it takes chips by click, tap, drag or key, and shows its result. */

import { formatDollars, formatSignedDollars } from "../format.js";
import { html, keyed } from "../html.js";
import { TEXTS } from "../texts.js";
import { takesChips } from "./draft.js";

/** @typedef {import("./controller.js").TableController} TableController */

/** The data type of a dragged chip. */
export const CHIP_DATA_TYPE = "application/x-pitboss-chip";

/** @param {import("./selectors.js").Spot} spot @param {import("./model.js").TableState} state @param {TableController} controller */
export function spotView(spot, state, controller) {
  const { key, label, cents, result } = spot;
  const isUsable = spot.isDraft && !spot.brokenDevice && takesChips(state.card, key);
  const outcome = result ? result.outcome : "";
  const names = ["spot", spot.kind, result ? "done" : "", isUsable ? "usable" : "", spot.isDraft && spot.brokenDevice ? "closed" : "", spot.isHighlighted ? "glows" : "", outcome];
  const sum = spot.isDraft && spot.brokenDevice ? TEXTS.sideWagerClosed(spot.brokenDevice) : cents ? formatDollars(cents) : TEXTS.empty;
  const description = result ? `${label}, ${sum}: ${describeResult(result, spot)}` : `${label}, ${sum}`;
  return keyed(key, html`
    <div class=${names.filter(Boolean).join(" ")}>
      <button class="ring" ?disabled=${!isUsable} aria-label=${description} title=${label}
        @click=${() => controller.placeChip(key)}
        @contextmenu=${(/** @type {Event} */ event) => { event.preventDefault(); controller.clearSpot(key); }}
        @keydown=${(/** @type {KeyboardEvent} */ event) => { if (event.key === "Backspace" || event.key === "Delete") controller.clearSpot(key); }}
        @dragover=${(/** @type {DragEvent} */ event) => { if (isUsable) event.preventDefault(); }}
        @drop=${(/** @type {DragEvent} */ event) => { event.preventDefault(); controller.placeChip(key, Number(event.dataTransfer?.getData(CHIP_DATA_TYPE)) || undefined); }}>
        ${cents ? html`<pb-chip .state=${{ cents }}></pb-chip>` : null}
      </button>
      <span class="label">${label}</span>
      ${result ? html`
        <span class="result">${spot.odds ? html`<span class="odds">${spot.odds}</span> ` : null}<b>${resultLabel(result)}</b></span>
        <span class=${result.merchandise ? "hand-name merchandise" : "hand-name"} title=${spot.hand}>${spot.handLabel}</span>` : null}
    </div>`);
}

/** @param {import("../types").WagerResult} result */
function resultLabel({ outcome, stake, credit }) {
  if (outcome === "void") return TEXTS.returned(formatDollars(stake));
  return outcome === "push" && credit === stake ? TEXTS.push : formatSignedDollars(credit - stake);
}

/** @param {import("../types").WagerResult} result @param {{hand: string, odds: string}} spot */
export function describeResult(result, { hand, odds }) {
  return [hand, odds === TEXTS.push ? "" : odds, describeOutcome(result)].filter(Boolean).join(", ");
}

/** Say how a wager ended, with its amount. A bonus may pay although the wager loses. @param {import("../types").WagerResult} result */
function describeOutcome({ outcome, stake, credit }) {
  switch (outcome) {
    case "win": return TEXTS.won(formatDollars(credit - stake));
    case "lose": return credit ? TEXTS.lostWithBonus(formatSignedDollars(credit - stake)) : TEXTS.lost(formatDollars(stake));
    case "void": return TEXTS.void(formatDollars(stake));
    default: return credit === stake ? TEXTS.push : TEXTS.pushWithBonus(formatSignedDollars(credit - stake));
  }
}
