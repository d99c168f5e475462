// Chips seen from above: a colour and edge spots for each value, stacked with a small rise, the sum written above the stack.

import { svg } from "../dom.js";

/** The chips there are, in cents; the name is the colour's. */
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
const SEEN = 5; // chips drawn of one stack; the sum tells the rest

/** The chips that make an amount, largest first; what no chip makes is stood for by the smallest.  [HE-4d] [HE-13] */
export function chipsOf(cents) {
  const made = [];
  let left = cents;
  for (const [value, name] of [...CHIPS].reverse()) {
    while (left >= value && made.length < 40) {
      made.push([value, name]);
      left -= value;
    }
  }
  if (left > 0) made.push([left, CHIPS[0][1]]);
  return made;
}

const faceOf = (cents, figure) => {
  const text = cents >= 100000 && cents % 100000 === 0 ? `${cents / 100000}k` : figure(cents, false);
  return text;
};

/** One chip around the origin: body, eight spots on the edge, inlay, value.  [HE-13] */
export function chip(cents, name, figure) {
  const face = faceOf(cents, figure);
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

/** A stack of chips worth so many cents, its foot at the origin. */
export function stack(cents, figure) {
  const made = chipsOf(cents);
  const seen = made.slice(0, SEEN).reverse(); // the largest below would hide it: it lies on top
  const group = svg(
    "g",
    { class: "stack" },
    svg("ellipse", { class: "chip-shade", cx: 1, cy: 2.4, rx: RADIUS + 0.8, ry: RADIUS }),
  );
  seen.forEach(([value, name], level) => {
    const one = chip(value, name, figure);
    one.setAttribute("transform", `translate(0 ${-level * RISE})`);
    group.append(one);
  });
  if (made.length > 1 || !CHIPS.some(([value]) => value === cents)) {
    const sum = figure(cents, false);
    const width = 9 + sum.length * 5.1;
    const y = -(seen.length - 1) * RISE - RADIUS - 5.5;
    group.append(
      svg("rect", { class: "sum-ground", x: -width / 2, y: y - 6.4, width, height: 12.8, rx: 6.4 }),
      svg("text", { class: "sum", y: y + 0.4, "text-anchor": "middle", "dominant-baseline": "central" }, sum),
    );
  }
  return group;
}
