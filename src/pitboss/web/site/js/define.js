// @ts-check
/** Custom elements that are functions of their state: set it, and they redraw what changed. */

import { render } from "./html.js";

/**
 * @template State
 * @typedef {HTMLElement & {state: State}} StatefulElement
 */

/**
 * Define an element. Its `state` is whatever its view takes; nothing is drawn before it is set.
 * @template State
 * @param {string} tag
 * @param {(state: State, element: HTMLElement) => unknown} view
 */
export function define(tag, view) {
  class ViewElement extends HTMLElement {
    /** @type {State | undefined} */
    #state;
    #isScheduled = false;

    get state() {
      return /** @type {State} */ (this.#state);
    }

    set state(state) {
      this.#state = state;
      this.#draw();
    }

    connectedCallback() {
      // An element created before this module was loaded has an own `state` property, which would hide the setter.
      if (Object.hasOwn(this, "state")) {
        const initialState = this.state;
        Reflect.deleteProperty(this, "state");
        this.state = initialState;
      }
      this.#draw();
    }

    #draw() {
      if (this.#isScheduled || this.#state === undefined || !this.isConnected) return;
      this.#isScheduled = true;
      // Draw once, however often the state changes in one turn of the event loop.
      queueMicrotask(() => {
        this.#isScheduled = false;
        if (this.isConnected) render(view(this.state, this), this);
      });
    }
  }
  customElements.define(tag, ViewElement);
}
