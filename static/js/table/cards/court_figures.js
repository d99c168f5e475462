// Jack, queen and king as simple figures: drawn in the upper half of the card, and turned around in the lower
// half.

import { svg } from "../../dom.js";
import { SUITS } from "./suits.js";

/** @param {string} name @param {string} d */
const shape = (name, d) => svg("path", { class: `court-${name}`, d });
/** @param {string} name @param {number} cx @param {number} cy @param {number} r */
const disc = (name, cx, cy, r) => svg("circle", { class: `court-${name}`, cx, cy, r });

const SHOULDERS = "M25 70 L33 55 Q50 47 67 55 L75 70 Z";
const FACE = "M42 33 H58 V42 Q58 50 50 50 Q42 50 42 42 Z";

/** @type {Record<string, () => SVGElement[]>} */
const FIGURES = {
  J: () => [
    shape("suit", SHOULDERS),
    shape("brass", "M50 51 L57 55 L50 70 L43 55 Z"),
    shape("line", "M33 70 L41 54 M67 70 L59 54"),
    shape("pale", FACE),
    shape("suit", "M40 45 V35 H43.5 V45 Z M60 45 V35 H56.5 V45 Z"),
    shape("suit", "M37 35 Q38 25 50 24 Q63 24 64 35 Z"),
    shape("brass", "M36 34 H65 V38 H36 Z"),
    shape("line", "M58 26 Q66 16 73 24 M61 25 Q66 20 71 23"),
  ],
  Q: () => [
    shape("suit", "M37 56 Q34 32 50 27 Q66 32 63 56 Z"),
    shape("suit", SHOULDERS),
    shape("pale", "M41 58 L50 70 L59 58 Q50 53 41 58 Z"),
    shape("pale", FACE),
    shape("suit", "M41 38 Q43 31 50 31 Q57 31 59 38 Q50 33 41 38 Z"),
    shape("brass", "M39 30 L37 21 L44 26 L50 18 L56 26 L63 21 L61 30 Q50 26 39 30 Z"),
    disc("brass", 50, 58.5, 2.4),
    disc("brass", 33, 62, 3),
    disc("brass", 67, 62, 3),
  ],
  K: () => [
    shape("suit", SHOULDERS),
    shape("brass", "M45.5 50 H54.5 V70 H45.5 Z"),
    shape("line", "M30 62 L42 70 M70 62 L58 70"),
    shape("pale", FACE),
    shape("suit", "M41 41 Q44 44 50 43 Q56 44 59 41 V47 Q57 56 50 57 Q43 56 41 47 Z"),
    shape("pale", "M46.5 46 Q50 44.5 53.5 46 L50 48.5 Z"),
    shape("brass", "M37 33 V21 L43.5 26 L50 17 L56.5 26 L63 21 V33 Z"),
    shape("line", "M38 30 H62"),
    disc("suit", 50, 26, 1.8),
  ],
};

/**
 * The whole figure of a rank, both halves, in its frame.
 * @param {string} rank
 * @param {string} suit
 */
export function courtFigure(rank, suit) {
  const half = () =>
    svg(
      "g",
      {},
      ...FIGURES[rank](),
      svg("path", { class: "court-suit", d: SUITS[suit], transform: "translate(31 29) scale(0.62)" }),
    );
  const lower = half();
  lower.setAttribute("transform", "rotate(180 50 70)");
  return svg(
    "g",
    { class: "court" },
    svg("rect", { class: "court-frame", x: 23, y: 16, width: 54, height: 108, rx: 2 }),
    half(),
    lower,
    svg("path", { class: "court-line", d: "M23 70 H77" }),
  );
}
