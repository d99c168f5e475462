// Chips seen from above: a colour and edge spots for each value, stacked with a small rise, the sum above the
// stack.

import { svg } from "../dom.js";

/**
 * @typedef {import("./i18n.js").I18n} I18n
 */

/**
 * The chips, by value in cents and name of their colour.
 * @type {[number, string][]}
 */
export const CHIPS = [
  [50, "slate"],
  [100, "ivory"],
  [500, "red"],
  [2500, "green"],
  [10000, "black"],
  [50000, "purple"],
  [100000, "brass"],
];
export const RADIUS = 13;
const RISE = 2;
const MAX_DRAWN = 5; // chips drawn of one stack; the sum gives the full amount

/**
 * The chips that make an amount, largest first. A remainder smaller than any chip is shown as the smallest
 * one.  [HE-4d] [HE-13]
 * @param {number} cents
 */
export function splitIntoChips(cents) {
  /** @type {[number, string][]} */
  const values = [];
  let remaining = cents;
  for (const [value, name] of [...CHIPS].reverse()) {
    while (remaining >= value && values.length < 40) {
      values.push([value, name]);
      remaining -= value;
    }
  }
  if (remaining > 0) values.push([remaining, CHIPS[0][1]]);
  return values;
}

/** @param {number} cents @param {I18n["figure"]} figure */
const faceText = (cents, figure) => {
  const text = cents >= 100000 && cents % 100000 === 0 ? `${cents / 100000}k` : figure(cents, false);
  return text;
};

/**
 * One chip around the origin: body, spots on the edge, inlay, value.  [HE-13]
 * @param {number} cents
 * @param {string} name
 * @param {I18n["figure"]} figure
 */
export function chipDrawing(cents, name, figure) {
  const face = faceText(cents, figure);
  return svg(
    "g",
    { class: "chip", "data-chip": name },
    svg("circle", { class: "chip-body", r: RADIUS }),
    svg("circle", { class: "chip-spots", r: RADIUS - 2.2 }),
    svg("circle", { class: "chip-ring", r: RADIUS - 4.6 }),
    svg("circle", { class: "chip-inlay", r: RADIUS - 5.2 }),
    svg("text", {
      class: "chip-value",
      "text-anchor": "middle",
      "dominant-baseline": "central",
      y: 0.4,
      "data-long": face.length > 3 || null,
    }, face),
  );
}

/**
 * A stack of chips worth an amount, its base at the origin.
 * @param {number} cents
 * @param {I18n["figure"]} figure
 */
export function chipStack(cents, figure) {
  const values = splitIntoChips(cents);
  // The largest chip is drawn on top, where it can be seen.
  const drawn = values.slice(0, MAX_DRAWN).reverse();
  const group = svg(
    "g",
    { class: "stack" },
    svg("ellipse", { class: "chip-shade", cx: 1, cy: 2.4, rx: RADIUS + 0.8, ry: RADIUS }),
  );
  drawn.forEach(([value, name], level) => {
    const token = chipDrawing(value, name, figure);
    token.setAttribute("transform", `translate(0 ${-level * RISE})`);
    group.append(token);
  });
  if (values.length > 1 || !CHIPS.some(([value]) => value === cents)) {
    const sum = figure(cents, false);
    const width = 9 + sum.length * 5.1;
    const y = -(drawn.length - 1) * RISE - RADIUS - 5.5;
    group.append(
      svg("rect", { class: "sum-ground", x: -width / 2, y: y - 6.4, width, height: 12.8, rx: 6.4 }),
      svg("text", { class: "sum", y: y + 0.4, "text-anchor": "middle", "dominant-baseline": "central" }, sum),
    );
  }
  return group;
}
