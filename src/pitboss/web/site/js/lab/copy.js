// @ts-check
/** Figures that can be copied exactly. */

import { html, svg } from "../html.js";
import { TEXTS } from "../texts.js";

const FEEDBACK_TIME = 1600;

/** Copy to the clipboard, or select the text if there is none. @param {MouseEvent} event @param {string} text */
async function copy(event, text) {
  const button = /** @type {HTMLElement} */ (event.currentTarget);
  const statusLine = document.querySelector("#lab-status");
  try {
    await navigator.clipboard.writeText(text);
    if (statusLine) statusLine.textContent = TEXTS.lab.copied;
    button.classList.add("copied");
    window.setTimeout(() => button.classList.remove("copied"), FEEDBACK_TIME);
  } catch {
    const figure = button.previousElementSibling;
    if (figure) window.getSelection()?.selectAllChildren(figure);
    if (statusLine) statusLine.textContent = TEXTS.lab.selected;
  }
}

/** A copy button. @param {string} text @param {string} description @param {unknown} [label] */
export const copyButton = (text, description, label) => html`
  <button class=${label ? "copy quiet" : "copy"} aria-label=${label ? null : TEXTS.lab.copy(description)} title=${TEXTS.lab.copy(description)}
    @click=${(/** @type {MouseEvent} */ event) => copy(event, text)}>${ICON}${label ?? null}</button>`;

/** A fraction with its copy button. @param {string} text @param {string} description */
export const exactFigure = (text, description) => html`<span class="exact"><code title=${text}>${text.replace("-", "−")}</code>${copyButton(text, description)}</span>`;

const ICON = html`<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">${svg`
  <g class="sheets"><rect x="5.5" y="5.5" width="8" height="8" rx="1.5"></rect><path d="M10.5 3.5v-1h-8v8h1"></path></g>
  <path class="done" d="M3 8.5l3.2 3.2L13 5"></path>`}</svg>`;
