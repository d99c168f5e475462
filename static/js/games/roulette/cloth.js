// The printed cloth: squares of the numbers, boxes of the outside chances, and the highlight on what a bet
// covers.
// [AR-6d] [AR-8] [FR-6d] [FR-9]

import { mark, svg } from "../../dom.js";

/**
 * @typedef {import("../../dom.js").Attributes} Attributes
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("./types.d.ts").Box} Box
 * @typedef {import("./types.d.ts").Cell} Cell
 * @typedef {import("./types.d.ts").Layout} Layout
 * @typedef {import("./types.d.ts").Measures} Measures
 * @typedef {import("./types.d.ts").Place} Place
 */

const INSET = 5;

/** @param {string | null} id @param {Box} box @param {number} rx @param {Attributes} [attributes] */
function rounded(id, box, rx, attributes = {}) {
  return svg("rect", {
    ...attributes,
    "data-box": id,
    x: box.x,
    y: box.y,
    width: box.width,
    height: box.height,
    rx,
  });
}

/** @param {Box} box @param {number} by */
const shrunk = (box, by) => ({
  x: box.x + by,
  y: box.y + by,
  width: box.width - 2 * by,
  height: box.height - 2 * by,
});
/** The box in which a place is printed. @param {Place} place @param {Measures} size */
function boxOf({ spot }, size) {
  const { u, v } = /** @type {Cell} */ (spot.cell);
  return size.box(u[0], v[0], u[1], v[1]);
}

/** @param {Box} box */
const centre = (box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

/** @param {boolean} upright */
function weave(upright) {
  // Baize for money, a woven stripe for demonstration: the style sheet selects the pattern.  [AR-30] [FR-R31]
  /** @param {string} d @param {string} name */
  const thread = (d, name) => svg("path", { d, class: name });
  return svg(
    "defs",
    {},
    svg(
      "pattern",
      { id: "baize", width: 5, height: 5, patternUnits: "userSpaceOnUse", patternTransform: "rotate(28)" },
      thread("M0 1.2 H5", "thread-light"),
      thread("M0 3.8 H5", "thread-dark"),
      thread("M1.4 0 V5", "thread-dark"),
    ),
    svg(
      "pattern",
      {
        id: "stripe",
        width: 22,
        height: 22,
        patternUnits: "userSpaceOnUse",
        patternTransform: `rotate(${upright ? 45 : -45})`,
      },
      thread("M0 5.5 H22", "stripe-wide"),
      thread("M0 14 H22", "stripe-thin"),
      thread("M0 17 H22", "stripe-thin"),
    ),
    svg(
      "radialGradient",
      { id: "lamp", cx: "50%", cy: "34%", r: "78%" },
      svg("stop", { offset: 0, class: "stop-lamp" }),
      svg("stop", { offset: 1, class: "stop-night" }),
    ),
  );
}

/** @param {Place} place @param {I18n} i18n */
function boxText(place, i18n) {
  const { t } = i18n;
  if (place.kind === "dozen" || place.kind === "column") return t(`felt.${place.id}`);
  return t(`felt.${place.kind}`);
}

/** @param {Place} place @param {Measures} size @param {Layout} layout @param {I18n} i18n */
function print(place, size, layout, i18n) {
  const { spot, kind } = place;
  const box = boxOf(place, size);
  const at = centre(box);
  /** @param {string} text @param {string} name @param {number} [turn] */
  const write = (text, name, turn = 0) =>
    svg("text", {
      class: name,
      x: at.x,
      y: at.y,
      "text-anchor": "middle",
      "dominant-baseline": "central",
      transform: turn ? `rotate(${turn} ${at.x} ${at.y})` : null,
    }, text);
  const line = rounded(place.id, box, 0, { class: "line" });
  if (kind === "straight") {
    const number = place.numbers[0];
    const field = shrunk(box, INSET);
    const ink = { class: "ink-field", "data-colour": layout.colours[number] };
    if (layout.zeros.includes(number)) {
      return [
        line,
        svg("path", { ...ink, d: zeroField(field, spot.cell?.v ?? [], size) }),
        write(number, "number"),
      ];
    }
    return [
      line,
      rounded(place.id, field, Math.min(field.width, field.height) * 0.42, ink),
      write(number, "number"),
    ];
  }
  if (kind === "red" || kind === "black") {
    const reach = Math.min(box.width, box.height) * 0.3;
    const wide = size.upright ? reach : reach * 1.9;
    const high = size.upright ? reach * 1.9 : reach;
    const d = `M${at.x - wide} ${at.y} L${at.x} ${at.y - high} L${at.x + wide} ${at.y} L${at.x} ${
      at.y + high
    } Z`;
    return [line, svg("path", { class: "diamond", "data-colour": kind, d })];
  }
  const turn = size.upright && kind !== "column" ? -90 : 0;
  return [
    line,
    write(boxText(place, i18n), kind === "column" ? "box-name narrow" : "box-name", turn),
  ];
}

// The box of a zero is rounded only at the end of the cloth.
/**
 * @param {{ x: number, y: number, width: number, height: number }} options
 * @param {number[]} v
 * @param {{ upright: boolean, zero: number }} more
 */
function zeroField({ x, y, width, height }, v, { upright, zero }) {
  const end = zero * (upright ? 0.5 : 0.46);
  const low = v[0] === 0 ? end : 4;
  const high = v[1] === 3 ? end : 4;
  // Clockwise from the upper left corner.
  const [a, b, c, d] = upright ? [low, high, 4, 4] : [high, 4, 4, low];
  return `M${x + a} ${y} H${x + width - b} q${b} 0 ${b} ${b} V${y + height - c} q0 ${c} ${-c} ${c} H${
    x + d
  } q${-d} 0 ${-d} ${-d} V${y + a} q0 ${-a} ${a} ${-a} Z`;
}

// The frame follows the rounded ends that a real cloth has at its zeros and corners.
/** @param {Measures} size */
function frame(size) {
  const end = size.zero * 0.62;
  const a = size.box(-1, 0, 12, 3);
  const path = size.upright
    ? `M${a.x} ${a.y + a.height} V${a.y + end} Q${a.x} ${a.y} ${a.x + end * 1.4} ${a.y} H${
      a.x + a.width - end * 1.4
    } Q${a.x + a.width} ${a.y} ${a.x + a.width} ${a.y + end} V${a.y + a.height}`
    : `M${a.x + a.width} ${a.y} H${a.x + end} Q${a.x} ${a.y} ${a.x} ${a.y + end * 1.4} V${
      a.y + a.height - end * 1.4
    } Q${a.x} ${a.y + a.height} ${a.x + end} ${a.y + a.height} H${a.x + a.width}`;
  return path;
}

/**
 * The cloth for one layout at one size: {nodes, light(numbers, place), mark(number)}.
 * @param {Layout} layout
 * @param {Measures} size
 * @param {I18n} i18n
 */
export function cloth(layout, size, i18n) {
  const boxes = layout.list.filter((place) => place.spot.cell);
  const printed = svg("g", { class: "printing" });
  const zeros = boxes.filter((place) => layout.zeros.includes(place.numbers[0]) && place.kind === "straight");
  for (const place of boxes) {
    const parts = print(place, size, layout, i18n);
    if (zeros.includes(place)) parts.shift(); // its outline is the rounded frame
    printed.append(...parts);
  }
  if (zeros.length === 2) {
    const [from, to] = [size.at(-1, 1.5), size.at(0, 1.5)];
    printed.append(svg("path", { class: "line", d: `M${from.x} ${from.y} L${to.x} ${to.y}` }));
  }
  printed.append(svg("path", { class: "line frame", d: frame(size) }));

  const lights = new Map();
  const light = svg("g", { class: "lights" });
  for (const place of boxes) {
    const box = boxOf(place, size);
    const node = rounded(place.id, shrunk(box, 1), 3, { class: "light" });
    lights.set(place.id, node);
    light.append(node);
  }
  return {
    nodes: [
      weave(size.upright),
      svg("rect", { class: "baize", width: size.width, height: size.height, rx: 10 }),
      svg("rect", { class: "weave", width: size.width, height: size.height, rx: 10 }),
      svg("rect", { class: "lamp", width: size.width, height: size.height, rx: 10 }),
      printed,
      light,
    ],
    /**
     * Highlights the numbers that a bet covers, and its own box.
     * @param {Set<string> | null | undefined} numbers
     * @param {string | null} id
     */
    light(numbers, id) {
      for (const [place, node] of lights) {
        const covered = place.startsWith("straight:") && numbers?.has(place.slice(9));
        mark(node, "data-lit", covered ? "covered" : place === id ? "own" : null);
      }
    },
    /**
     * Marks the places that the drawn number makes win.  [AR-16] [FR-R17]
     * @param {string | undefined} number
     * @param {Set<string> | null} won
     */
    win(number, won) {
      for (const [place, node] of lights) {
        mark(node, "data-won", number !== undefined && (place === `straight:${number}` || won?.has(place)));
      }
    },
  };
}
