// The places around a card table: where they lie, and what stands at each: cards, a bet circle with chips, a plate with the name.
//
//   arcOf(count, shape)  -> [{x, y, turn}] in hundredths of the table's width and height, from the dealer's left (the right of the screen)
//     shape: {x, y, rx, ry, from, to} an ellipse around (x, y) and the angles between which places lie (0 is right, 90 is down)
//   const seats = places({ speaker, names, press, say })
//     names   the places in order; press(name): the bet circle was pressed (or Enter on it); say(name): its spoken label
//     seats.root        goes onto the table (position: relative)
//     seats.lay(points) moves the places; call it again when the shape of the screen changes
//     seats.of(name)    -> {root, cards, chips, title, note, total}: nodes to put things into
//     seats.chips(name, piles)  draws the chips of a circle: [{cents, as, dx, dy, name}] as in felt/piles.js, redrawn on change
//     seats.render(name, {title, note, turn, mine, open, state})  what the plate says and how the place is marked
//
// Nothing here knows a game: whose place it is, what may be bet and when come from the house through the game's own module.

import { el, mark, svg, write } from "../../dom.js";
import { pilesOn } from "./pile_drawing.js";

const RAD = Math.PI / 180;

export { pilesOn };

export function arcOf(count, { x = 50, y = 0, rx = 42, ry = 80, from = 30, to = 150 } = {}) {
  return Array.from({ length: count }, (_, at) => {
    const turn = count === 1 ? (from + to) / 2 : from + ((to - from) * at) / (count - 1);
    return { x: x + rx * Math.cos(turn * RAD), y: y + ry * Math.sin(turn * RAD), turn: 90 - turn };
  });
}

export function places({ speaker, names, press, say }) {
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
    of: (name) => spots.get(name),
    lay(points) {
      names.forEach((name, at) => {
        const { style } = spots.get(name).root;
        style.setProperty("--x", `${points[at].x.toFixed(2)}%`);
        style.setProperty("--y", `${points[at].y.toFixed(2)}%`);
        mark(
          spots.get(name).root,
          "data-side",
          points[at].x > 72 ? "right" : points[at].x < 28 ? "left" : null,
        );
        style.setProperty("--turn", `${(points[at].turn ?? 0).toFixed(1)}deg`);
      });
    },
    chips: (name, piles) => pilesOn(spots.get(name).chips, piles, speaker.figure),
    render(name, { title = "", note = "", turn = false, mine = false, open = false, state = null }) {
      const spot = spots.get(name);
      write(spot.title, title);
      write(spot.note, note);
      mark(spot.root, "data-turn", turn);
      mark(spot.root, "data-mine", mine);
      mark(spot.root, "data-open", open);
      mark(spot.root, "data-state", state);
      const label = say?.(name) ?? title;
      mark(spot.root, "aria-label", title);
      mark(spot.circle, "aria-label", label);
      if (spot.circle.disabled !== !open) spot.circle.disabled = !open;
    },
  };
}
