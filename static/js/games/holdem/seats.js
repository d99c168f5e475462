// The seats of a hold'em table: name, stack, cards, bet, the button, whose turn it is and the time left, and
// the last decision.
// [HE-2c] [HE-2d] [HE-2k] [HE-4a] [HE-4c] [HE-4e] [HE-47] [HE-61]

import { createHand } from "../../table/cards/card.js";
import { drawPiles } from "../../table/cards/pile_drawing.js";
import { el, mark, svg, write } from "../../dom.js";
import { points } from "./layout.js";

export function createSeats({ names, i18n, press }) {
  const { t, figure } = i18n;
  const root = el("div", { class: "he-seats" });
  const spots = new Map(names.map((seat) => [seat, place(seat)]));
  const button = el("span", {
    class: "he-button",
    role: "img",
    "aria-label": t("he.button"),
    title: t("he.button"),
  }, "D");
  button.hidden = true;
  root.append(button);
  let laid = { shape: "wide", first: names[0] };

  function place(seat) {
    const fan = el("div", { class: "fan he-cards" });
    const [alias, stack] = [el("span", { class: "he-alias" }), el("span", { class: "he-stack figure" })];
    const time = el("i", { class: "he-time", "aria-hidden": "true" });
    const partner = el(
      "span",
      { class: "he-partner", title: t("he.partner.what") },
      el("span", { class: "he-long" }, t("he.partner")),
      el("span", { class: "he-short" }, t("he.partner.short")),
    );
    const plate = el(
      "button",
      {
        type: "button",
        class: "he-plate",
        "data-seat": seat,
        click: () => press(seat),
      },
      alias,
      partner,
      stack,
      time,
    );
    const [words, made] = [el("span", {}), el("span", { class: "he-kind" })];
    const says = el("span", { class: "pill he-says" }, words, made);
    const body = el("div", { class: "he-seat", role: "group", "data-place": seat }, fan, plate, says);
    const chips = svg("svg", { class: "he-chips", viewBox: "-15 -24 30 42", "aria-hidden": "true" });
    const amount = el("span", { class: "he-amount figure" });
    const bet = el("div", { class: "he-bet", "data-place": seat }, chips, amount);
    root.append(body, bet);
    return {
      body,
      fan,
      plate,
      alias,
      stack,
      time,
      says,
      words,
      made,
      bet,
      chips,
      amount,
      cards: createHand(i18n, fan),
    };
  }

  function at(node, { x, y }) {
    node.style.setProperty("--x", `${x.toFixed(2)}%`);
    node.style.setProperty("--y", `${y.toFixed(2)}%`);
  }

  /** The player's own seat is shown at the lower middle; spectators see the first seat there. */
  function lay(shape, first) {
    laid = { shape, first };
    const around = points(names.length, shape);
    names.forEach((seat, index) => {
      const point = around[(index - names.indexOf(first) + names.length) % names.length];
      const spot = spots.get(seat);
      at(spot.body, point);
      at(spot.bet, point.bet);
      spot.point = point;
    });
  }

  return {
    root,
    lay,
    of: (seat) => spots.get(seat),
    follow(shape, first) {
      if (shape !== laid.shape || first !== laid.first) lay(shape, first);
    },
    buttonAt(seat) {
      button.hidden = !seat;
      if (seat && spots.get(seat)?.point) at(button, spots.get(seat).point.button);
    },
    bet(seat, cents) {
      const spot = spots.get(seat);
      mark(spot.bet, "data-shown", cents > 0);
      drawPiles(spot.chips, cents ? [{ cents, as: "accepted" }] : [], figure);
      if (cents) write(spot.amount, figure(cents, false));
    },
    /** Draws the plate and the marks of a seat. `open` makes the plate a button to sit down. */
    /**
     * @param {number} seat
     * @param {{
     *   alias: string, stack: string, label: string, open: boolean, mine: boolean, turn: boolean,
     *   state: string | null, says?: string, kind?: string | false, saysAs?: string | null, won: boolean,
     *   partner: boolean,
     * }} plate
     */
    render(seat, { alias, stack, label, open, mine, turn, state, says, kind, saysAs, won, partner }) {
      const spot = spots.get(seat);
      write(spot.alias, alias);
      write(spot.stack, stack);
      write(spot.words, says ?? "");
      write(spot.made, kind ? ` · ${kind}` : "");
      mark(spot.says, "data-shown", Boolean(says));
      mark(spot.says, "data-as", saysAs);
      for (
        const [name, value] of Object.entries({
          open,
          mine,
          turn,
          state,
          won,
          partner,
          taken: Boolean(state),
        })
      ) mark(spot.body, `data-${name}`, value);
      mark(spot.body, "aria-label", label);
      mark(spot.plate, "aria-label", open ? label : null);
      if (spot.plate.disabled !== !open) spot.plate.disabled = !open;
    },
    /** The part of the time to decide that is left, from one to zero. */
    time(seat, part, called) {
      const { time } = spots.get(seat);
      time.style.setProperty("--left", part.toFixed(3));
      mark(time, "data-called", called);
    },
  };
}
