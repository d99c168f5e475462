// The table of a card game: cloth with printed lines, shoe, discard pile, the bank's cards, and a layer for
// moving copies. Its shape follows the screen: "wide", "low" (a phone in landscape) or "upright" (a phone in
// portrait).
//
//   cardTable({ i18n, printedLines, shapes, onShape }), then start() once everything is on it
//     printedLines(shape)  SVG nodes in the units of that shape: SHAPES[shape] = [width, height]
//     onShape(shape)       called by start() and whenever the shape changes
//   showShoe(count, size, isLast)  how full the shoe is, and its label
//   showDiscardPile(count)         how high the dealt cards lie
//   textAlong(id, path, text)      text printed along a path, such as one of arcPath(...)

import { el, listenWhileShown, mark, svg, write } from "../../dom.js";

/**
 * @typedef {import("../i18n.js").I18n} I18n
 */

/** @type {Record<string, number[]>} */
export const SHAPES = { wide: [1000, 610], low: [1000, 365], upright: [360, 424] };
const UPRIGHT = matchMedia("(max-width: 640px) and (orientation: portrait)");
const LOW = matchMedia("(max-height: 480px) and (orientation: landscape)");
const shapeNow = () => (UPRIGHT.matches ? "upright" : LOW.matches ? "low" : "wide");

const RAD = Math.PI / 180;

/**
 * @param {number} rx
 * @param {number} ry
 * @param {number} cx
 * @param {number} cy
 * @param {number} [from]
 * @param {number} [to]
 */
export function arcPath(rx, ry, cx, cy, from = 155, to = 25) {
  /** @param {number} degrees */
  const point = (degrees) =>
    `${(cx + rx * Math.cos(degrees * RAD)).toFixed(1)} ${(cy + ry * Math.sin(degrees * RAD)).toFixed(1)}`;
  return `M${point(from)} A${rx} ${ry} 0 0 0 ${point(to)}`;
}

/** @param {string} id @param {string} path @param {string} text @param {string} [name] */
export function textAlong(id, path, text, name = "print") {
  return [
    svg("path", { id, d: path, class: "print-line", fill: "none" }),
    svg(
      "text",
      { class: name, "text-anchor": "middle" },
      svg("textPath", { href: `#${id}`, startOffset: "50%" }, text),
    ),
  ];
}

/** @param {I18n} i18n */
function createShoe(i18n) {
  const label = el("span", { class: "shoe-label" });
  const root = el(
    "div",
    { class: "shoe", role: "img", "aria-label": i18n.t("shoe.name") },
    svg(
      "svg",
      { viewBox: "0 0 100 74", "aria-hidden": "true" },
      svg("path", { class: "shoe-side", d: "M8 20 L92 8 V60 L14 70 Z" }),
      svg("path", { class: "shoe-cards", d: "M16 25 L84 14 V54 L20 62 Z" }),
      svg("path", {
        class: "shoe-edge",
        d: "M16 29 L84 18 M16.5 34 L84 23 M17 39 L84 28 M17.5 44 L84 33 M18 49 L84 38 M18.5 54 L84 44",
      }),
      svg("path", { class: "shoe-front", d: "M2 28 L30 22 L34 72 L8 74 Z" }),
      svg("path", { class: "shoe-mouth", d: "M8 37 L26 33 L28 62 L12 64 Z" }),
    ),
    label,
  );
  return {
    root,
    /** @param {number | undefined} count @param {number} whole @param {boolean} last */
    show(count, whole, last) {
      if (count === undefined) return;
      const text = last ? i18n.t("shoe.last") : i18n.t("shoe.left", { count });
      mark(root, "aria-label", `${i18n.t("shoe.name")}: ${text}`);
      mark(root, "title", text);
      mark(root, "data-last", last);
      write(label, count);
      root.style.setProperty("--full", whole ? (count / whole).toFixed(2) : "1");
    },
  };
}

/**
 * @param {{
 *   i18n: import("../i18n.js").I18n,
 *   printedLines: (shape: string) => (Node | Node[])[],
 *   shapes?: Record<string, number[]>,
 *   onShape?: (shape: string) => void,
 * }} options
 */
export function cardTable({ i18n, printedLines, shapes = SHAPES, onShape = () => {} }) {
  const { t } = i18n;
  const shoe = createShoe(i18n);
  const discardPile = el("span", { class: "discard-cards" });
  const discard = el("div", {
    class: "discard",
    role: "img",
    "aria-label": t("discard.name"),
    title: t("discard.name"),
  }, discardPile);
  const bank = el("div", { class: "bank", role: "group", "aria-label": t("bank.name") });
  const layer = el("div", { class: "ghosts", "aria-hidden": "true" });
  const printing = svg("svg", { class: "card-printing", "aria-hidden": "true" });
  const surface = el("div", { class: "card-cloth" }, printing, discard, shoe.root, bank, layer);
  const root = el("div", { class: "card-table felt-box" }, surface);
  let shape = "";

  function updateShape() {
    const next = shapeNow();
    if (next === shape) return;
    shape = next;
    const [width, height] = shapes[shape];
    mark(root, "data-shape", shape);
    root.style.setProperty("--aspect", `${width} / ${height}`);
    root.style.setProperty("--ratio", (width / height).toFixed(4));
    mark(printing, "viewBox", `0 0 ${width} ${height}`);
    printing.replaceChildren(...printedLines(shape).flat());
    onShape(shape);
  }
  listenWhileShown(root, UPRIGHT, "change", updateShape);
  listenWhileShown(root, LOW, "change", updateShape);

  return {
    root,
    surface,
    bank,
    layer,
    discard,
    shoe: shoe.root,
    start: updateShape,
    get shape() {
      return shape;
    },
    showShoe: shoe.show,
    /** @param {number} count */
    showDiscardPile(count) {
      discardPile.style.setProperty("--pile", String(Math.min(14, Math.ceil(count / 6))));
    },
  };
}
