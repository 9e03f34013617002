// @ts-check
/** A playing card: an index that can be read across a room, one clear pip, and our own back. */

import { define } from "../define.js";
import { html, svg } from "../html.js";
import { describeCard, isFaceUp } from "../texts.js";

const CLUB = [[0, -19, 18], [-19, 8, 18], [19, 8, 18]]
  .map(([x, y, r]) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`)
  .join("");
const STEM = "M-5 8C-5 28-9 37-17 42H17C9 37 5 28 5 8Z";
/** Each suit, centered on the origin. @type {Record<string, string>} */
export const PIPS = {
  h: "M0 41C-46 8-45-35-21-35C-9-35-1-27 0-17C1-27 9-35 21-35C45-35 46 8 0 41Z",
  d: "M0-43C9-26 19-13 32 0C19 13 9 26 0 43C-9 26-19 13-32 0C-19-13-9-26 0-43Z",
  s: `M0-42C-10-21-39-7-39 14C-39 31-17 35-5 21V8H5V21C17 35 39 31 39 14C39-7 10-21 0-42Z${STEM}`,
  c: CLUB + STEM,
  o: "M0-42L10-14L40-13L16 5L25 34L0 17L-25 34L-16 5L-40-13L-10-14Z",
};
/** What the court cards wear. @type {Record<string, string>} */
const COURT = {
  K: "M-17 12V-6L-9 1L0-13L9 1L17-6V12ZM-17 16H17",
  Q: "M-14 12L-17-5L-7 3L0-9L7 3L17-5L14 12ZM-14 16H14M-17-9a2 2 0 1 0 .1 0M0-13a2 2 0 1 0 .1 0M17-9a2 2 0 1 0 .1 0",
  J: "M0-16L4-10V8H-4V-10ZM-11 8H11M0 8V17M-4 17H4",
};

/** @param {string} face */
export const drawFace = (face) => {
  const [rank, suit] = face;
  if (suit === "o") {
    return svg`
      <text class="index joker" x="9" y="34">JOKER</text>
      <path class="pip" d=${PIPS[suit]} transform="translate(50 88) scale(.9)"></path>`;
  }
  return svg`
    <text class=${rank === "T" ? "index ten" : "index"} x="9" y="45">${rank === "T" ? "10" : rank}</text>
    <path class="pip" d=${PIPS[suit]} transform="translate(66 100) scale(.66)"></path>
    ${COURT[rank] ? svg`<path class="court" d=${COURT[rank]} transform="translate(75 25) scale(.82)"></path>` : svg`<path class="pip" d=${PIPS[suit]} transform="translate(20 62) scale(.27)"></path>`}
  `;
};

/** @typedef {{face: string, label?: string, dim?: boolean}} CardState */

define("pb-card", (/** @type {CardState} */ { face, label, dim }) => {
  const up = isFaceUp(face);
  const description = label ? `${label}: ${describeCard(face)}` : describeCard(face);
  return html`
    <span class=${`turn${up ? " up" : ""}${dim ? " dim" : ""}`} role="img" aria-label=${description}>
      <svg class=${`front suit-${up ? face[1] : "none"}`} viewBox="0 0 100 140" aria-hidden="true">
        <rect x="1" y="1" width="98" height="138" rx="8"></rect>${up ? drawFace(face) : null}
      </svg>
      <span class="back" aria-hidden="true"></span>
    </span>`;
});
