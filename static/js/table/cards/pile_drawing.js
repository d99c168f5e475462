// Chips in a drawing of their own, around its middle: [{cents, as, dx, dy, rule}], redrawn when they change.

import { svg } from "../../dom.js";
import { chipStack } from "../chips.js";

/**
 * @typedef {import("../game.d.ts").Pile} Pile
 * @typedef {import("../i18n.js").I18n} I18n
 */

/** @param {SVGElement | HTMLElement} drawing @param {Pile[]} piles @param {I18n["figure"]} figure */
export function drawPiles(drawing, piles, figure) {
  const signature = JSON.stringify(piles);
  if (drawing.dataset.drawn === signature) return;
  drawing.dataset.drawn = signature;
  drawing.replaceChildren(
    ...piles.map(({ cents, as, dx = 0, dy = 0, rule }) =>
      svg(
        "g",
        { class: "pile", "data-as": as, transform: dx || dy ? `translate(${dx} ${dy})` : null },
        rule && svg("title", {}, rule),
        svg("g", { class: "pile-body" }, chipStack(cents, figure)),
      )
    ),
  );
}
