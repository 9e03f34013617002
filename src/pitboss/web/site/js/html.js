// @ts-check
/**
 * Templates: drawn once, then updated where their values change.
 *
 *   render(html`<p class=${kind} @click=${act}>Hello ${name}</p>`, container)
 *
 * A value is text, another template, a list of templates, a node, or nothing; or a whole attribute:
 * `name=${…}` as text (null removes it), `?name=${…}` on or off, `.name=${…}` a property,
 * `@name=${…}` a listener. `keyed(key, template)` keeps a list item together with its nodes.
 */

/** @typedef {{strings: TemplateStringsArray, values: unknown[], svg: boolean, key: unknown}} Template */
/** @typedef {{path: number[], kind: string, name: string}} Slot */
/** @typedef {{source: HTMLTemplateElement, slots: Slot[]}} PreparedTemplate */

/** @type {WeakMap<TemplateStringsArray, PreparedTemplate>} */
const cache = new WeakMap();
const ATTRIBUTE = /\s([@.?]?[\w:-]+)=$/;
const MARKER = "part-";

/** @param {Template} template @returns {PreparedTemplate} */
export function prepare({ strings, svg }) {
  const cached = cache.get(strings);
  if (cached) return cached;
  let text = "";
  strings.forEach((chunk, index) => {
    if (index === strings.length - 1) {
      text += chunk;
      return;
    }
    const attribute = ATTRIBUTE.exec(chunk);
    text += attribute
      ? `${chunk.slice(0, attribute.index)} ${MARKER}${index}="${attribute[1]}"`
      : `${chunk}<!--${MARKER}${index}-->`;
  });
  const source = document.createElement("template");
  source.innerHTML = svg ? `<svg>${text}</svg>` : text;
  if (svg) source.content.replaceChildren(.../** @type {Element} */ (source.content.firstChild).childNodes);
  /** @type {Slot[]} */
  const slots = [];
  collectSlots(source.content, [], slots);
  const entry = { source, slots };
  cache.set(strings, entry);
  return entry;
}

/** @param {Node} node @param {number[]} path @param {Slot[]} slots */
function collectSlots(node, path, slots) {
  if (node.nodeType === Node.COMMENT_NODE && /** @type {Comment} */ (node).data.startsWith(MARKER)) {
    slots[Number(/** @type {Comment} */ (node).data.slice(MARKER.length))] = { path, kind: "child", name: "" };
  }
  if (node instanceof Element) {
    for (const { name, value } of [...node.attributes]) {
      if (!name.startsWith(MARKER)) continue;
      node.removeAttribute(name);
      const kind = "@.?".includes(value[0]) ? value[0] : "=";
      slots[Number(name.slice(MARKER.length))] = { path, kind, name: kind === "=" ? value : value.slice(1) };
    }
  }
  node.childNodes.forEach((child, index) => collectSlots(child, [...path, index], slots));
}

/** @typedef {Slot} Place */

/** @type {WeakMap<Node, Child>} */
const roots = new WeakMap();
/** @returns {Template} */
export const html = (/** @type {TemplateStringsArray} */ strings, /** @type {unknown[]} */ ...values) => ({
  strings, values, svg: false, key: undefined,
});

/** The same for content of an `<svg>`. @returns {Template} */
export const svg = (/** @type {TemplateStringsArray} */ strings, /** @type {unknown[]} */ ...values) => ({
  strings, values, svg: true, key: undefined,
});

/** A list item that keeps its nodes under a key. @param {unknown} key @param {Template} template @returns {Template} */
export const keyed = (key, template) => ({ ...template, key });

/** Draw into an element, or update what was drawn there before. @param {unknown} value @param {Element} container */
export function render(value, container) {
  let root = roots.get(container);
  if (!root) {
    container.replaceChildren();
    root = new Child(container.appendChild(document.createComment("")));
    roots.set(container, root);
  }
  root.set(value);
}

/** @param {unknown} value @returns {value is Template} */
const isTemplate = (value) => typeof value === "object" && value !== null && "strings" in value;

/** A template that has been drawn. */
class Instance {
  /** @param {Template} template */
  constructor(template) {
    this.strings = template.strings;
    this.key = template.key;
    const { source, slots } = prepare(template);
    this.content = /** @type {DocumentFragment} */ (document.importNode(source.content, true));
    const nodes = slots.map(({ path }) => path.reduce((node, index) => node.childNodes[index], /** @type {Node} */ (this.content)));
    this.parts = slots.map((slot, index) => partOf(slot, nodes[index]));
    this.update(template.values);
  }

  /** @param {unknown[]} values */
  update(values) {
    this.parts.forEach((part, index) => part.set(values[index]));
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
    const previous = this.value;
    this.value = value;
    const { element, kind, name } = this;
    if (kind === "@") return;
    // Typing changes a property without our knowledge: compare with the element, not with what we set last.
    if (kind === ".") {
      if (/** @type {any} */ (element)[name] !== value) /** @type {any} */ (element)[name] = value;
    } else if (previous !== value) {
      if (kind === "?") element.toggleAttribute(name, Boolean(value));
      else if (value === null || value === undefined || value === false) element.removeAttribute(name);
      else element.setAttribute(name, String(value));
    }
  }
}

/** The content between two tags: text, a template, a list of templates, a node, or nothing. */
class Child {
  /** @param {Node} end */
  constructor(end) {
    this.end = end;
    this.start = /** @type {Node} */ (end.parentNode).insertBefore(document.createComment(""), end);
    /** @type {Instance | null} */
    this.instance = null;
    /** @type {Map<unknown, Child> | null} */
    this.list = null;
    /** @type {Text | null} */
    this.text = null;
  }

  /** @param {unknown} value */
  set(value) {
    if (isTemplate(value)) this.#setTemplate(value);
    else if (Array.isArray(value)) this.#setList(value);
    else if (value instanceof Node) {
      if (this.start.nextSibling !== value || value.nextSibling !== this.end) {
        this.#clear();
        this.#insert(value);
      }
    } else this.#setText(value);
  }

  /** @param {unknown} value */
  #setText(value) {
    const text = value === null || value === undefined || value === false ? "" : String(value);
    if (this.text) {
      if (this.text.data !== text) this.text.data = text;
      return;
    }
    this.#clear();
    if (text) this.text = /** @type {Text} */ (this.#insert(document.createTextNode(text)));
  }

  /** @param {Template} template */
  #setTemplate(template) {
    if (this.instance?.strings === template.strings && this.instance.key === template.key) {
      this.instance.update(template.values);
      return;
    }
    this.#clear();
    this.instance = new Instance(template);
    this.#insert(this.instance.content);
  }

  /** @param {unknown[]} items */
  #setList(items) {
    if (!this.list) {
      this.#clear();
      this.list = new Map();
    }
    const previous = this.list;
    this.list = new Map();
    let cursor = this.start.nextSibling;
    items.forEach((item, index) => {
      const key = isTemplate(item) && item.key !== undefined ? item.key : index;
      let child = previous.get(key);
      previous.delete(key);
      if (!child) {
        const end = /** @type {Node} */ (this.end.parentNode).insertBefore(document.createComment(""), cursor);
        child = new Child(end);
      } else if (child.start === cursor) cursor = child.end.nextSibling;
      else child.#moveBefore(/** @type {Node} */ (cursor));
      child.set(item);
      /** @type {Map<unknown, Child>} */ (this.list).set(key, child);
    });
    for (const stale of previous.values()) stale.#remove();
  }

  /** @param {Node} node */
  #insert(node) {
    return /** @type {Node} */ (this.end.parentNode).insertBefore(node, this.end);
  }

  /** @param {Node} sibling */
  #moveBefore(sibling) {
    const range = this.#range();
    range.setStartBefore(this.start);
    range.setEndAfter(this.end);
    /** @type {Node} */ (sibling.parentNode).insertBefore(range.extractContents(), sibling);
  }

  #range() {
    const range = document.createRange();
    range.setStartAfter(this.start);
    range.setEndBefore(this.end);
    return range;
  }

  #clear() {
    if (this.start.nextSibling !== this.end) this.#range().deleteContents();
    this.instance = this.list = this.text = null;
  }

  #remove() {
    this.#clear();
    /** @type {ChildNode} */ (this.start).remove();
    /** @type {ChildNode} */ (this.end).remove();
  }
}
