// @ts-check
/** Elements that are functions of their state: set it, and what changed is drawn anew. */

import { render } from "./html.js";

/**
 * @template State
 * @typedef {HTMLElement & {state: State}} StatefulElement
 */

/**
 * Define an element. Its `state` is whatever its view takes; nothing is drawn before there is one.
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
      // Who was there before this module came has a state of its own, which would hide ours.
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
      // However often the state changes in one turn, it is drawn once.
      queueMicrotask(() => {
        this.#isScheduled = false;
        if (this.isConnected) render(view(this.state, this), this);
      });
    }
  }
  customElements.define(tag, ViewElement);
}
