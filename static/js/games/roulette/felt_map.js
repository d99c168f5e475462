// The whole layout in small, beside the phase of the round: on an upright phone the layout is longer than the screen.
// It shows where the player's chips lie and which part is in sight; a press or a moving finger brings a part there.
// Nothing is bet on it.

import { el, listenWhileShown, mark, svg } from "../../dom.js";
import { measures } from "./geometry.js";

/**
 * @typedef {import("./types.d.ts").Cell} Cell
 * @typedef {import("./types.d.ts").Layout} Layout
 */

/**
 * @param {{
 *   layout: Layout, drawing: SVGSVGElement, foot: HTMLElement, label: string,
 * }} options `drawing` is the layout, `foot` what covers the lower part of the window
 */
export function feltMap({ layout, drawing, foot, label }) {
  const size = measures(true);
  const squares = layout.list.filter(({ kind, spot }) => kind === "straight" && spot.cell);
  const chips = svg("g", {});
  const sight = svg("rect", { class: "map-sight", x: 0, width: size.width });
  const drawn = svg(
    "svg",
    { viewBox: `0 0 ${size.width} ${size.height}`, "aria-hidden": "true" },
    svg("rect", { class: "map-cloth", width: size.width, height: size.height }),
    ...squares.map(({ numbers, spot }) => {
      const { u, v } = /** @type {Cell} */ (spot.cell);
      return svg("rect", {
        class: "ink-field",
        "data-colour": layout.colours[numbers[0]],
        ...size.box(u[0], v[0], u[1], v[1]),
      });
    }),
    chips,
    sight,
  );
  const root = el("button", { type: "button", class: "felt-map", "aria-label": label, title: label }, drawn);
  /** @type {string | null} */
  let staked = null;

  /** The part of the window in which the layout can be seen. */
  const edges = () => {
    const top = root.getBoundingClientRect().bottom;
    return { top, bottom: Math.max(top + 1, foot.getBoundingClientRect().top) };
  };

  function showSight() {
    const box = drawing.getBoundingClientRect();
    if (!box.height) return;
    const { top, bottom } = edges();
    const scale = size.height / box.height;
    const from = Math.max(0, (top - box.top) * scale);
    const to = Math.min(size.height, (bottom - box.top) * scale);
    mark(sight, "y", from.toFixed(0));
    mark(sight, "height", Math.max(0, to - from).toFixed(0));
  }

  /**
   * Brings a part of the layout to the middle of what can be seen. At once: nothing moves by itself.
   * @param {number} part from 0, its upper edge, to 1
   */
  function bring(part) {
    const box = drawing.getBoundingClientRect();
    const { top, bottom } = edges();
    scrollBy({ top: box.top + part * box.height - (top + bottom) / 2, behavior: "instant" });
    showSight();
  }

  /** @param {PointerEvent} event */
  function follow(event) {
    const { top, height } = drawn.getBoundingClientRect();
    bring(Math.min(1, Math.max(0, (event.clientY - top) / height)));
  }
  root.addEventListener("pointerdown", (event) => {
    root.setPointerCapture(event.pointerId);
    follow(event);
  });
  root.addEventListener("pointermove", (event) => root.hasPointerCapture(event.pointerId) && follow(event));
  // By keyboard or screen reader: the half that is not in sight.
  root.addEventListener("click", ({ detail }) => {
    if (detail > 0) return;
    const isBelow = Number(sight.getAttribute("y")) * 2 + Number(sight.getAttribute("height")) > size.height;
    bring(isBelow ? 0 : 1);
  });
  for (const name of ["scroll", "resize"]) listenWhileShown(root, globalThis, name, showSight);

  return {
    root,
    /** @param {string[]} places those on which the player's chips lie */
    render(places) {
      const wanted = places.join(" ");
      if (wanted === staked) return;
      staked = wanted;
      requestAnimationFrame(showSight); // once the page is laid out
      chips.replaceChildren(...places.flatMap((id) => {
        const spot = layout.places.get(id)?.spot;
        if (!spot) return [];
        const { x, y } = size.at(spot.u, spot.v);
        return [svg("circle", { class: "map-chip", cx: x, cy: y, r: 20 })];
      }));
    },
  };
}
