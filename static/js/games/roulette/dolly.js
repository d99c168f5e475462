// The dolly: the marker that the croupier puts on the drawn number.  [AR-16] [FR-R17]

import { svg } from "../../dom.js";

export function dolly() {
  return svg(
    "g",
    { class: "dolly", "aria-hidden": "true" },
    svg("ellipse", { class: "dolly-shade", cx: 2, cy: 15, rx: 12, ry: 5 }),
    svg("path", { class: "dolly-foot", d: "M-10.5 12 a10.5 5 0 0 0 21 0 l-2.2 -5 a8.4 3.6 0 0 0 -16.6 0 Z" }),
    svg("path", { class: "dolly-stem", d: "M-3.4 8 C-2 1 -4.8 -3 -4.8 -7.5 h9.6 C4.8 -3 2 1 3.4 8 Z" }),
    svg("circle", { class: "dolly-head", cy: -11, r: 6.6 }),
    svg("circle", { class: "dolly-glint", cx: -2, cy: -13, r: 1.9 }),
  );
}
