// The table of a card game: cloth with its printing, the shoe, the tray of dealt cards, the bank's cards, and a layer for what
// travels. Its shape follows the screen: "wide", "low" (a phone lying down) or "upright" (a phone held up).
//
//   const stage = cardTable({ speaker, print, shapes, reshape }), then stage.start() once everything is on it
//     print(shape)     -> SVG nodes of the printed lines, in the units of that shape: SHAPES[shape] = [width, height]
//     reshape(shape)   called at once and whenever the shape changes: lay the places anew
//     shapes           other sizes than SHAPES, where a game wants them
//   stage.root, stage.surface (put seats and other parts here), stage.shoe, stage.discard, stage.bank, stage.layer, stage.shape
//   stage.shoeLeft(count, whole, last)   how full the shoe is drawn, and what its label says
//   stage.pile(count)                    how high the dealt cards lie
//   arcPath(rx, ry, cx, cy, from, to)    a path for text that follows the table's curve (see `along`)
//   along(id, path, text, name)          text printed along a path

import { el, mark, svg, write } from "../../dom.js";

export const SHAPES = { wide: [1000, 610], low: [1000, 365], upright: [360, 424] };
const UPRIGHT = matchMedia("(max-width: 640px) and (orientation: portrait)");
const LOW = matchMedia("(max-height: 480px) and (orientation: landscape)");
const shapeNow = () => (UPRIGHT.matches ? "upright" : LOW.matches ? "low" : "wide");

const RAD = Math.PI / 180;

export function arcPath(rx, ry, cx, cy, from = 155, to = 25) {
  const at = (turn) =>
    `${(cx + rx * Math.cos(turn * RAD)).toFixed(1)} ${(cy + ry * Math.sin(turn * RAD)).toFixed(1)}`;
  return `M${at(from)} A${rx} ${ry} 0 0 0 ${at(to)}`;
}

export function along(id, path, text, name = "print") {
  return [
    svg("path", { id, d: path, class: "print-line", fill: "none" }),
    svg(
      "text",
      { class: name, "text-anchor": "middle" },
      svg("textPath", { href: `#${id}`, startOffset: "50%" }, text),
    ),
  ];
}

function shoeBox(speaker) {
  const label = el("span", { class: "shoe-label" });
  const root = el(
    "div",
    { class: "shoe", role: "img", "aria-label": speaker.t("shoe.name") },
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
    tell(count, whole, last) {
      if (count === undefined) return;
      const text = last ? speaker.t("shoe.last") : speaker.t("shoe.left", { count });
      mark(root, "aria-label", `${speaker.t("shoe.name")}: ${text}`);
      mark(root, "title", text);
      mark(root, "data-last", last);
      write(label, count);
      root.style.setProperty("--full", whole ? (count / whole).toFixed(2) : 1);
    },
  };
}

export function cardTable({ speaker, print, shapes = SHAPES, reshape = () => {} }) {
  const { t } = speaker;
  const shoe = shoeBox(speaker);
  const piled = el("span", { class: "discard-cards" });
  const discard = el("div", {
    class: "discard",
    role: "img",
    "aria-label": t("discard.name"),
    title: t("discard.name"),
  }, piled);
  const bank = el("div", { class: "bank", role: "group", "aria-label": t("bank.name") });
  const layer = el("div", { class: "ghosts", "aria-hidden": "true" });
  const printing = svg("svg", { class: "card-printing", "aria-hidden": "true" });
  const surface = el("div", { class: "card-cloth" }, printing, discard, shoe.root, bank, layer);
  const root = el("div", { class: "card-table felt-box" }, surface);
  let shape = null;

  function turn() {
    const next = shapeNow();
    if (next === shape) return;
    shape = next;
    const [width, height] = shapes[shape];
    mark(root, "data-shape", shape);
    root.style.setProperty("--aspect", `${width} / ${height}`);
    root.style.setProperty("--ratio", (width / height).toFixed(4));
    mark(printing, "viewBox", `0 0 ${width} ${height}`);
    printing.replaceChildren(...print(shape).flat());
    reshape(shape);
  }
  UPRIGHT.addEventListener("change", turn);
  LOW.addEventListener("change", turn);

  return {
    root,
    surface,
    bank,
    layer,
    discard,
    shoe: shoe.root,
    start: turn,
    get shape() {
      return shape;
    },
    shoeLeft: shoe.tell,
    pile(count) {
      piled.style.setProperty("--pile", Math.min(14, Math.ceil(count / 6)));
    },
  };
}
