// Helpers that build and change elements. Text is always inserted as text nodes, never as markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {string | number | boolean | null | undefined | ((event: any) => void)} AttributeValue
 * @typedef {Record<string, AttributeValue>} Attributes
 * @typedef {Node | string | number | boolean | null | undefined} Child
 */

/**
 * @template {Element} Created
 * @param {Created} node
 * @param {Attributes | undefined} attributes
 * @param {(Child | Child[])[]} children
 * @returns {Created}
 */
function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") node.addEventListener(name, value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat()) {
    if (child === undefined || child === null || child === false) continue;
    node.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return node;
}

/**
 * Creates an HTML element. A function among the attributes becomes the listener for the event of that name.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 */
export function el(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/**
 * Creates an SVG element in the same way.
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 */
export function svg(name, attributes, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

/**
 * Sets or removes an attribute. The page is only changed when the value differs.
 * @param {Element} node
 * @param {string} name
 * @param {string | number | boolean | null | undefined} [value]
 */
export function mark(node, name, value) {
  if (value === undefined || value === null || value === false) {
    if (node.hasAttribute(name)) node.removeAttribute(name);
    return;
  }
  const text = value === true ? "" : String(value);
  if (node.getAttribute(name) !== text) node.setAttribute(name, text);
}

/**
 * Sets the text. The page is only changed when the text differs.
 * @param {Node} node
 * @param {string | number | null} [text]
 */
export function write(node, text) {
  const next = String(text ?? "");
  if (node.textContent !== next) node.textContent = next;
}

/**
 * Reads the JSON that the server wrote into the page under an id.
 * @param {string} id
 */
export function pageData(id) {
  const block = document.getElementById(id);
  return block ? JSON.parse(block.textContent) : null;
}

/**
 * The values that are there, without the gaps that conditions leave in a list of nodes or texts.
 * @template Value
 * @param {(Value | false | null | undefined | "")[]} values
 * @returns {Value[]}
 */
export function compact(values) {
  return /** @type {Value[]} */ (values.filter(Boolean));
}

/**
 * The nearest element at or above an event's target that matches the selector.
 * @param {EventTarget | null} target
 * @param {string} selector
 * @returns {HTMLElement | SVGElement | null}
 */
export function closestTo(target, selector) {
  return target instanceof Element ? target.closest(selector) : null;
}

/**
 * Whether the user is typing into a field; such keys are no shortcuts of the table.
 * @param {EventTarget | null} target
 */
export function isTyping(target) {
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
}

/**
 * Listens on something outside a node for as long as the node is on the page.
 * @param {Node} node
 * @param {EventTarget} target
 * @param {string} kind
 * @param {(event: any) => void} handle
 */
export function listenWhileShown(node, target, kind, handle) {
  /** @param {Event} event */
  const listener = (event) => {
    if (node.isConnected) handle(event);
    else target.removeEventListener(kind, listener);
  };
  target.addEventListener(kind, listener);
}
