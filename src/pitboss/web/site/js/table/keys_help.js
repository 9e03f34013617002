// @ts-check
/** Which keys there are; and a switch, for those whose letters are meant for something else. */

import { html } from "../html.js";
import { keep, kept } from "../kept.js";
import { TEXTS } from "../texts.js";

const PLACE = "keys";

/** Whether single keys play. */
export const keysOn = () => kept(PLACE) !== false;

export const keysHelp = () => html`
  <details class="keys">
    <summary>${TEXTS.keys.title}</summary>
    <p class="switch"><label><input type="checkbox" .checked=${keysOn()} @change=${(/** @type {Event} */ event) => keep(PLACE, /** @type {HTMLInputElement} */ (event.target).checked)}> ${TEXTS.keys.on}</label></p>
    <dl>${TEXTS.keys.list.map(([key, does]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${does}</dd></div>`)}</dl>
  </details>`;
