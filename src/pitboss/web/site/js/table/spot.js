// @ts-check
/** A betting spot: chips go on by click, tap, drag or key, and its result stands at it. */

import { html, keyed } from "../html.js";
import { dollars, gained } from "../money.js";
import { TEXTS } from "../texts.js";
import { takesChips } from "./draft.js";

/** @typedef {import("./desk.js").Desk} Desk */

/** What dragging carries. */
export const DRAGGED = "application/x-pitboss-chip";

/** @param {import("./read.js").Spot} spot @param {import("./watch.js").TableState} state @param {Desk} desk */
export function spotView(spot, state, desk) {
  const { key, label, cents, result } = spot;
  const usable = spot.draft && !spot.failed && takesChips(state.card, key);
  const outcome = result ? result.outcome : "";
  const names = ["spot", spot.kind, result ? "done" : "", usable ? "usable" : "", spot.draft && spot.failed ? "closed" : "", spot.glows ? "glows" : "", outcome];
  const sum = spot.draft && spot.failed ? TEXTS.notTaken(spot.failed) : cents ? dollars(cents) : TEXTS.empty;
  const told = result ? `${label}, ${sum}: ${resultWords(result, spot)}` : `${label}, ${sum}`;
  return keyed(key, html`
    <div class=${names.filter(Boolean).join(" ")}>
      <button class="ring" ?disabled=${!usable} aria-label=${told} title=${label}
        @click=${() => desk.put(key)}
        @contextmenu=${(/** @type {Event} */ event) => { event.preventDefault(); desk.takeOff(key); }}
        @keydown=${(/** @type {KeyboardEvent} */ event) => { if (event.key === "Backspace" || event.key === "Delete") desk.takeOff(key); }}
        @dragover=${(/** @type {DragEvent} */ event) => { if (usable) event.preventDefault(); }}
        @drop=${(/** @type {DragEvent} */ event) => { event.preventDefault(); desk.put(key, Number(event.dataTransfer?.getData(DRAGGED)) || undefined); }}>
        ${cents ? html`<pb-chip .state=${{ cents }}></pb-chip>` : null}
      </button>
      <span class="label">${label}</span>
      ${result ? html`
        <span class="result">${spot.odds ? html`<span class="odds">${spot.odds}</span> ` : null}<b>${cameTo(result)}</b></span>
        <span class=${result.merchandise ? "made goods" : "made"} title=${spot.made}>${spot.written}</span>` : null}
    </div>`);
}

/** @param {import("../types").WagerResult} result */
function cameTo({ outcome, stake, credit }) {
  if (outcome === "void") return TEXTS.back(dollars(stake));
  return outcome === "push" && credit === stake ? TEXTS.push : gained(credit - stake);
}

/** @param {import("../types").WagerResult} result @param {{made: string, odds: string}} spot */
function resultWords(result, { made, odds }) {
  const ends = /** @type {Record<string, string>} */ ({ win: TEXTS.won, lose: TEXTS.lost, push: TEXTS.push, void: TEXTS.void });
  return `${[made, odds].filter(Boolean).map((word) => `${word}, `).join("")}${ends[result.outcome] ?? result.outcome} ${gained(result.credit - result.stake)}`;
}
