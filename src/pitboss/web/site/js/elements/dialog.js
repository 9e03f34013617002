// @ts-check
/** A modal dialog. It uses the browser's own element, so focus and Escape work as expected. */

import { define } from "../define.js";
import { html } from "../html.js";
import { TEXTS } from "../texts.js";

/** @typedef {{title: string, body: unknown, close: () => void}} DialogState */

define("pb-dialog", (/** @type {DialogState} */ { title, body, close }, element) => {
  queueMicrotask(() => {
    const dialog = element.querySelector("dialog");
    if (dialog && !dialog.open) dialog.showModal();
  });
  return html`
    <dialog aria-labelledby="dialog-title" @close=${close} @click=${(/** @type {Event} */ event) => { if (event.target === event.currentTarget) close(); }}>
      <div class="sheet">
        <header><h2 id="dialog-title">${title}</h2><button class="quiet" aria-label=${TEXTS.close} @click=${close}>✕</button></header>
        ${body}
      </div>
    </dialog>`;
});
