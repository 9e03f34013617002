// @ts-check
/**
 * Templates that are drawn into the page and changed where their values change.
 *
 *   render(html`<p class=${kind} @click=${act}>Hello ${name}</p>`, place)
 *
 * A value stands for text, another template, a list of templates, a node, or nothing; or for a whole
 * attribute: `name=${…}` as text (null removes it), `?name=${…}` on or off, `.name=${…}` a property,
 * `@name=${…}` a listener. `keyed(key, template)` keeps a part of a list with its nodes.
 */

import { prepare } from "./template.js";

/** @typedef {import("./template.js").Template} Template */
/** @typedef {import("./template.js").Place} Place */

/** @type {WeakMap<Node, Child>} */
const roots = new WeakMap();
/** @returns {Template} */
export const html = (/** @type {TemplateStringsArray} */ strings, /** @type {unknown[]} */ ...values) => ({
  strings, values, svg: false, key: undefined,
});

/** The same for what stands inside an `<svg>`. @returns {Template} */
export const svg = (/** @type {TemplateStringsArray} */ strings, /** @type {unknown[]} */ ...values) => ({
  strings, values, svg: true, key: undefined,
});

/** A template of a list that keeps its nodes under a key. @param {unknown} key @param {Template} template @returns {Template} */
export const keyed = (key, template) => ({ ...template, key });

/** Draw into an element, or change what was drawn there before. @param {unknown} value @param {Element} place */
export function render(value, place) {
  let root = roots.get(place);
  if (!root) {
    place.replaceChildren();
    root = new Child(place.appendChild(document.createComment("")));
    roots.set(place, root);
  }
  root.set(value);
}

/** @param {unknown} value @returns {value is Template} */
const isTemplate = (value) => typeof value === "object" && value !== null && "strings" in value;

/** A template in the page. */
class Drawn {
  /** @param {Template} template */
  constructor(template) {
    this.strings = template.strings;
    this.key = template.key;
    const { source, places } = prepare(template);
    this.content = /** @type {DocumentFragment} */ (document.importNode(source.content, true));
    const found = places.map(({ path }) => path.reduce((node, at) => node.childNodes[at], /** @type {Node} */ (this.content)));
    this.parts = places.map((place, at) => partOf(place, found[at]));
    this.update(template.values);
  }

  /** @param {unknown[]} values */
  update(values) {
    this.parts.forEach((part, at) => part.set(values[at]));
  }
}

/** @param {Place} place @param {Node} node @returns {{set(value: unknown): void}} */
function partOf({ kind, name }, node) {
  return kind === "child" ? new Child(node) : new Attribute(/** @type {Element} */ (node), kind, name);
}

/** One attribute, property or listener. */
class Attribute {
  /** @param {Element} element @param {string} kind @param {string} name */
  constructor(element, kind, name) {
    this.element = element;
    this.kind = kind;
    this.name = name;
    /** @type {unknown} */
    this.value = undefined;
    if (kind === "@") element.addEventListener(name, (event) => typeof this.value === "function" && this.value(event));
  }

  /** @param {unknown} value */
  set(value) {
    const before = this.value;
    this.value = value;
    const { element, kind, name } = this;
    if (kind === "@") return;
    // What somebody types changes a property behind our back: it is set if it is another, whatever we set before.
    if (kind === ".") {
      if (/** @type {any} */ (element)[name] !== value) /** @type {any} */ (element)[name] = value;
    } else if (before !== value) {
      if (kind === "?") element.toggleAttribute(name, Boolean(value));
      else if (value === null || value === undefined || value === false) element.removeAttribute(name);
      else element.setAttribute(name, String(value));
    }
  }
}

/** What stands between two tags: text, a template, a list of them, a node, or nothing. */
class Child {
  /** @param {Node} end */
  constructor(end) {
    this.end = end;
    this.start = /** @type {Node} */ (end.parentNode).insertBefore(document.createComment(""), end);
    /** @type {Drawn | null} */
    this.drawn = null;
    /** @type {Map<unknown, Child> | null} */
    this.list = null;
    /** @type {Text | null} */
    this.text = null;
  }

  /** @param {unknown} value */
  set(value) {
    if (isTemplate(value)) this.#template(value);
    else if (Array.isArray(value)) this.#items(value);
    else if (value instanceof Node) {
      if (this.start.nextSibling !== value || value.nextSibling !== this.end) {
        this.#clear();
        this.#insert(value);
      }
    } else this.#say(value);
  }

  /** @param {unknown} value */
  #say(value) {
    const words = value === null || value === undefined || value === false ? "" : String(value);
    if (this.text) {
      if (this.text.data !== words) this.text.data = words;
      return;
    }
    this.#clear();
    if (words) this.text = /** @type {Text} */ (this.#insert(document.createTextNode(words)));
  }

  /** @param {Template} template */
  #template(template) {
    if (this.drawn?.strings === template.strings && this.drawn.key === template.key) {
      this.drawn.update(template.values);
      return;
    }
    this.#clear();
    this.drawn = new Drawn(template);
    this.#insert(this.drawn.content);
  }

  /** @param {unknown[]} items */
  #items(items) {
    if (!this.list) {
      this.#clear();
      this.list = new Map();
    }
    const before = this.list;
    this.list = new Map();
    let at = this.start.nextSibling;
    items.forEach((item, place) => {
      const key = isTemplate(item) && item.key !== undefined ? item.key : place;
      let child = before.get(key);
      before.delete(key);
      if (!child) {
        const end = /** @type {Node} */ (this.end.parentNode).insertBefore(document.createComment(""), at);
        child = new Child(end);
      } else if (child.start === at) at = child.end.nextSibling;
      else child.#moveBefore(/** @type {Node} */ (at));
      child.set(item);
      /** @type {Map<unknown, Child>} */ (this.list).set(key, child);
    });
    for (const gone of before.values()) gone.#remove();
  }

  /** @param {Node} node */
  #insert(node) {
    return /** @type {Node} */ (this.end.parentNode).insertBefore(node, this.end);
  }

  /** @param {Node} place */
  #moveBefore(place) {
    const range = this.#range();
    range.setStartBefore(this.start);
    range.setEndAfter(this.end);
    /** @type {Node} */ (place.parentNode).insertBefore(range.extractContents(), place);
  }

  #range() {
    const range = document.createRange();
    range.setStartAfter(this.start);
    range.setEndBefore(this.end);
    return range;
  }

  #clear() {
    if (this.start.nextSibling !== this.end) this.#range().deleteContents();
    this.drawn = this.list = this.text = null;
  }

  #remove() {
    this.#clear();
    /** @type {ChildNode} */ (this.start).remove();
    /** @type {ChildNode} */ (this.end).remove();
  }
}
