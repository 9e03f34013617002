// @ts-check
/** Templates as they are read once: what the browser copies, and where their values go. */

/** @typedef {{strings: TemplateStringsArray, values: unknown[], svg: boolean, key: unknown}} Template */
/** @typedef {{path: number[], kind: string, name: string}} Place */
/** @typedef {{source: HTMLTemplateElement, places: Place[]}} Prepared */

/** @type {WeakMap<TemplateStringsArray, Prepared>} */
const prepared = new WeakMap();
const ATTRIBUTE = /\s([@.?]?[\w:-]+)=$/;
const MARK = "part-";

/** @param {Template} template @returns {Prepared} */
export function prepare({ strings, svg }) {
  const known = prepared.get(strings);
  if (known) return known;
  let text = "";
  strings.forEach((chunk, at) => {
    if (at === strings.length - 1) {
      text += chunk;
      return;
    }
    const attribute = ATTRIBUTE.exec(chunk);
    text += attribute
      ? `${chunk.slice(0, attribute.index)} ${MARK}${at}="${attribute[1]}"`
      : `${chunk}<!--${MARK}${at}-->`;
  });
  const source = document.createElement("template");
  source.innerHTML = svg ? `<svg>${text}</svg>` : text;
  if (svg) source.content.replaceChildren(.../** @type {Element} */ (source.content.firstChild).childNodes);
  /** @type {Place[]} */
  const places = [];
  collect(source.content, [], places);
  const made = { source, places };
  prepared.set(strings, made);
  return made;
}

/** @param {Node} node @param {number[]} path @param {Place[]} places */
function collect(node, path, places) {
  if (node.nodeType === Node.COMMENT_NODE && /** @type {Comment} */ (node).data.startsWith(MARK)) {
    places[Number(/** @type {Comment} */ (node).data.slice(MARK.length))] = { path, kind: "child", name: "" };
  }
  if (node instanceof Element) {
    for (const { name, value } of [...node.attributes]) {
      if (!name.startsWith(MARK)) continue;
      node.removeAttribute(name);
      const kind = "@.?".includes(value[0]) ? value[0] : "=";
      places[Number(name.slice(MARK.length))] = { path, kind, name: kind === "=" ? value : value.slice(1) };
    }
  }
  node.childNodes.forEach((child, at) => collect(child, [...path, at], places));
}
