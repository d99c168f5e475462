// Jack, queen and king as simple figures of circles and straight cuts: drawn once in the upper half of the card, and again in
// the lower half on their heads.

import { svg } from "../../dom.js";
import { SUITS } from "./suits.js";

const p = (name, d) => svg("path", { class: `court-${name}`, d });
const round = (name, cx, cy, r) => svg("circle", { class: `court-${name}`, cx, cy, r });

const SHOULDERS = "M25 70 L33 55 Q50 47 67 55 L75 70 Z";
const FACE = "M42 33 H58 V42 Q58 50 50 50 Q42 50 42 42 Z";

const FIGURES = {
  J: () => [
    p("suit", SHOULDERS),
    p("brass", "M50 51 L57 55 L50 70 L43 55 Z"),
    p("line", "M33 70 L41 54 M67 70 L59 54"),
    p("pale", FACE),
    p("suit", "M40 45 V35 H43.5 V45 Z M60 45 V35 H56.5 V45 Z"),
    p("suit", "M37 35 Q38 25 50 24 Q63 24 64 35 Z"),
    p("brass", "M36 34 H65 V38 H36 Z"),
    p("line", "M58 26 Q66 16 73 24 M61 25 Q66 20 71 23"),
  ],
  Q: () => [
    p("suit", "M37 56 Q34 32 50 27 Q66 32 63 56 Z"),
    p("suit", SHOULDERS),
    p("pale", "M41 58 L50 70 L59 58 Q50 53 41 58 Z"),
    p("pale", FACE),
    p("suit", "M41 38 Q43 31 50 31 Q57 31 59 38 Q50 33 41 38 Z"),
    p("brass", "M39 30 L37 21 L44 26 L50 18 L56 26 L63 21 L61 30 Q50 26 39 30 Z"),
    round("brass", 50, 58.5, 2.4),
    round("brass", 33, 62, 3),
    round("brass", 67, 62, 3),
  ],
  K: () => [
    p("suit", SHOULDERS),
    p("brass", "M45.5 50 H54.5 V70 H45.5 Z"),
    p("line", "M30 62 L42 70 M70 62 L58 70"),
    p("pale", FACE),
    p("suit", "M41 41 Q44 44 50 43 Q56 44 59 41 V47 Q57 56 50 57 Q43 56 41 47 Z"),
    p("pale", "M46.5 46 Q50 44.5 53.5 46 L50 48.5 Z"),
    p("brass", "M37 33 V21 L43.5 26 L50 17 L56.5 26 L63 21 V33 Z"),
    p("line", "M38 30 H62"),
    round("suit", 50, 26, 1.8),
  ],
};

/** The whole figure of a rank, both ways up, in its frame. */
export function court(rank, suit) {
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
