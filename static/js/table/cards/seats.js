// The seats around a card table, each with cards, a bet circle with chips, and a plate with the name. Nothing
// here depends on a game: whose seat it is, what may be bet and when come from the server through the game's
// module.
//
//   arcPoints(count, shape)  [{x, y, turn}] in hundredths of the table's size, from the dealer's left (the
//     right of the screen); `shape` is an ellipse around (x, y) and the angles between which the seats lie (0
//     is right, 90 is down)
//   seatPlaces({ i18n, names, press, labelOf })
//     press(name)        the bet circle was pressed, offered or not
//     labelOf(name)      its label for screen readers
//     moveTo(points)     moves the seats; called again when the shape of the screen changes
//     of(name)           the nodes of a seat: {root, cards, chips, title, note, total}
//     drawChips(name, piles)
//     render(name, {title, note, turn, mine, open, state})  what the plate says and how the seat is marked

import { el, mark, svg, write } from "../../dom.js";
import { drawPiles } from "./pile_drawing.js";

/**
 * @typedef {import("../game.d.ts").Pile} Pile
 * @typedef {import("../i18n.js").I18n} I18n
 */

const RAD = Math.PI / 180;

/**
 * @param {number} count
 * @param {{ x?: number, y?: number, rx?: number, ry?: number, from?: number, to?: number }} [options]
 */
export function arcPoints(count, { x = 50, y = 0, rx = 42, ry = 80, from = 30, to = 150 } = {}) {
  return Array.from({ length: count }, (_, index) => {
    const turn = count === 1 ? (from + to) / 2 : from + ((to - from) * index) / (count - 1);
    return { x: x + rx * Math.cos(turn * RAD), y: y + ry * Math.sin(turn * RAD), turn: 90 - turn };
  });
}

/**
 * @param {{
 *   i18n: I18n, names: string[], press: (name: string) => void,
 *   labelOf: (name: string) => string | undefined,
 * }} options
 */
export function seatPlaces({ i18n, names, press, labelOf }) {
  const spots = new Map();
  for (const name of names) {
    const chips = svg("svg", { class: "spot-chips", viewBox: "-25 -25 50 50", "aria-hidden": "true" });
    const circle = el("button", {
      type: "button",
      class: "spot",
      "data-place": name,
      click: () => press?.(name),
    }, chips);
    const [title, note, total] = ["seat-title", "seat-note", "seat-total"].map((kind) =>
      el("span", { class: kind })
    );
    const cards = el("div", { class: "seat-cards" });
    const root = el(
      "div",
      { class: "seat", "data-place": name, role: "group" },
      cards,
      circle,
      el("div", { class: "seat-plate" }, title, note),
      total,
    );
    spots.set(name, { root, circle, chips, cards, title, note, total });
  }
  const root = el("div", { class: "seats" }, ...[...spots.values()].map((spot) => spot.root));

  return {
    root,
    /** @param {string} name */
    of: (name) => spots.get(name),
    /** @param {{ x: number, y: number, turn?: number }[]} points */
    moveTo(points) {
      names.forEach((name, index) => {
        const { style } = spots.get(name).root;
        style.setProperty("--x", `${points[index].x.toFixed(2)}%`);
        style.setProperty("--y", `${points[index].y.toFixed(2)}%`);
        mark(
          spots.get(name).root,
          "data-side",
          points[index].x > 72 ? "right" : points[index].x < 28 ? "left" : null,
        );
        style.setProperty("--outward", ((points[index].x - 50) / 12).toFixed(2));
        style.setProperty("--turn", `${(points[index].turn ?? 0).toFixed(1)}deg`);
      });
    },
    /** @param {string} name @param {Pile[]} piles */
    drawChips: (name, piles) => drawPiles(spots.get(name).chips, piles, i18n.figure),
    /**
     * @param {string} name
     * @param {{
     *   title?: string, note?: string, turn?: boolean, mine?: boolean, open?: boolean, state?: string | null,
     * }} seat
     */
    render(name, { title = "", note = "", turn = false, mine = false, open = false, state = null }) {
      const spot = spots.get(name);
      write(spot.title, title);
      write(spot.note, note);
      mark(spot.root, "data-turn", turn);
      mark(spot.root, "data-mine", mine);
      mark(spot.root, "data-open", open);
      mark(spot.root, "data-state", state);
      const label = labelOf?.(name) ?? title;
      mark(spot.root, "aria-label", title);
      mark(spot.circle, "aria-label", label);
      // A place that is not offered says why when it is pressed; the keyboard leads to offered ones only.
      mark(spot.circle, "aria-disabled", open ? null : "true");
      spot.circle.tabIndex = open ? 0 : -1;
    },
  };
}
