// Small helpers to build elements. Text always goes in as text nodes, never as markup.

const SVG = "http://www.w3.org/2000/svg";

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

/** An HTML element; a function among the attributes listens to the event of that name. */
export function el(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** An SVG element, built in the same way. */
export function svg(name, attributes, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

/** Sets or takes away an attribute, touching the page only when it changes. */
export function mark(node, name, value) {
  if (value === undefined || value === null || value === false) {
    if (node.hasAttribute(name)) node.removeAttribute(name);
    return;
  }
  const text = value === true ? "" : String(value);
  if (node.getAttribute(name) !== text) node.setAttribute(name, text);
}

/** Sets the text, touching the page only when it changes. */
export function write(node, text) {
  const next = String(text ?? "");
  if (node.textContent !== next) node.textContent = next;
}

/** The JSON that the server wrote into the page under an id. */
export function pageData(id) {
  const block = document.getElementById(id);
  return block ? JSON.parse(block.textContent) : null;
}

/** True while a person writes, so that keys meant for words never reach the table. */
export function typing(target) {
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
}
