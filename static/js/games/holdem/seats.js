// The seats of a hold'em table: name, stack, cards, bet, the button, whose turn it is and the time left, and
// the last decision.
// [HE-2c] [HE-2d] [HE-2k] [HE-4a] [HE-4c] [HE-4e] [HE-47] [HE-61]

import { createHand } from "../../table/cards/card.js";
import { drawPiles } from "../../table/cards/pile_drawing.js";
import { el, mark, svg, write } from "../../dom.js";
import { points } from "./layout.js";

/**
 * @typedef {import("../../table/i18n.js").I18n} I18n
 */

/** @typedef {any} Spot the nodes of a seat, and its position */

/** The letter that stands for a player. @param {string} alias */
const initialOf = (alias) => ([...alias.trim()][0] ?? "").toLocaleUpperCase();

/**
 * The hue of a player's letter, the same at every table, so that a player is known without reading.
 * @param {string} alias
 */
const hueOf = (alias) =>
  [...alias].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7);

const SLIDE = { duration: 260, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" };

/**
 * @param {{
 *   names: number[], i18n: I18n, press: (seat: number) => void, reducedMotion: () => boolean,
 * }} options
 */
export function createSeats({ names, i18n, press, reducedMotion }) {
  const { t, figure } = i18n;
  const root = el("div", { class: "he-seats" });
  const spots = new Map(names.map((seat) => [seat, createSeat(seat)]));
  /** @param {number} seat */
  const spotOf = (seat) => /** @type {Spot} */ (spots.get(seat));
  const button = el("span", {
    class: "he-button",
    role: "img",
    "aria-label": t("he.button"),
    title: t("he.button"),
  }, "D");
  button.hidden = true;
  root.append(button);
  let arranged = { shape: "wide", first: names[0] };
  let buttonSeat = 0;

  /** @param {number} seat */
  function createSeat(seat) {
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
    const [labelText, labelKind] = [el("span", {}), el("span", { class: "he-kind" })];
    const label = el("span", { class: "pill he-says" }, labelText, labelKind);
    const avatar = el("span", { class: "he-avatar", "aria-hidden": "true" });
    const body = el(
      "div",
      { class: "he-seat", role: "group", "data-place": seat },
      fan,
      plate,
      avatar,
      label,
    );
    const chips = svg("svg", { class: "he-chips", viewBox: "-15 -24 30 42", "aria-hidden": "true" });
    const amount = el("span", { class: "he-amount figure" });
    const bet = el("div", { class: "he-bet", "data-place": seat }, chips, amount);
    root.append(body, bet);
    return {
      body,
      fan,
      plate,
      avatar,
      alias,
      stack,
      time,
      label,
      labelText,
      labelKind,
      bet,
      chips,
      amount,
      cards: createHand(i18n, fan),
    };
  }

  /** The button slides to its new seat. @param {DOMRect} before */
  function slideFrom({ left, top }) {
    if (reducedMotion()) return;
    const now = button.getBoundingClientRect();
    const start = { transform: `translate(${left - now.left}px, ${top - now.top}px)` };
    button.animate([start, { transform: "none" }], SLIDE);
  }

  /** @param {HTMLElement} node @param {{ x: number, y: number }} options */
  function moveTo(node, { x, y }) {
    node.style.setProperty("--x", `${x.toFixed(2)}%`);
    node.style.setProperty("--y", `${y.toFixed(2)}%`);
  }

  /**
   * The player's own seat is shown at the lower middle; spectators see the first seat there.
   * @param {string} shape
   * @param {number} first
   */
  function arrange(shape, first) {
    arranged = { shape, first };
    const positions = points(names.length, shape);
    names.forEach((seat, index) => {
      const point = positions[(index - names.indexOf(first) + names.length) % names.length];
      const spot = spotOf(seat);
      moveTo(spot.body, point);
      moveTo(spot.bet, point.bet);
      for (const node of [spot.body, spot.bet]) mark(node, "data-lowest", seat === first);
      spot.point = point;
    });
    placeButton();
  }

  function placeButton() {
    if (!buttonSeat) return;
    moveTo(button, spotOf(buttonSeat).point.button);
    mark(button, "data-lowest", buttonSeat === arranged.first);
  }

  return {
    root,
    arrange,
    of: spotOf,
    /** @param {string} shape @param {number} first */
    update(shape, first) {
      if (shape !== arranged.shape || first !== arranged.first) arrange(shape, first);
    },
    /** @param {number} seat */
    moveButton(seat) {
      const before = seat && buttonSeat && seat !== buttonSeat ? button.getBoundingClientRect() : null;
      buttonSeat = seat;
      button.hidden = !seat;
      if (!seat) return;
      placeButton();
      if (before?.width) slideFrom(before);
    },
    /** @param {number} seat @param {number} cents */
    drawBet(seat, cents) {
      const spot = spotOf(seat);
      mark(spot.bet, "data-shown", cents > 0);
      drawPiles(spot.chips, cents ? [{ cents, as: "accepted" }] : [], figure);
      if (cents) write(spot.amount, figure(cents, false));
    },
    /**
     * Draws the plate and the marks of a seat. `open` makes the plate a button to sit down; one that
     * `explains` says why it is none; one with a `noteLabel` opens the player's own note.
     * @param {number} seat
     * @param {{
     *   alias: string, stack: string, label: string, open: boolean, explains: boolean, mine: boolean,
     *   turn: boolean,
     *   state: string | null, text?: string, kind?: string | false, labelState?: string | null, won: boolean,
     *   partner: boolean, noteLabel: string, note: string | undefined, isHand?: boolean,
     * }} plate
     */
    render(
      seat,
      {
        alias,
        stack,
        label,
        open,
        explains,
        mine,
        turn,
        state,
        text,
        kind,
        labelState,
        won,
        partner,
        noteLabel,
        note,
        isHand,
      },
    ) {
      const spot = spotOf(seat);
      write(spot.alias, alias);
      write(spot.avatar, state ? initialOf(alias) : "");
      if (state) spot.avatar.style.setProperty("--hue", String(hueOf(alias)));
      write(spot.stack, stack);
      write(spot.labelText, text ?? "");
      write(spot.labelKind, kind ? ` · ${kind}` : "");
      mark(spot.label, "data-shown", Boolean(text));
      mark(spot.label, "data-as", labelState);
      mark(spot.label, "data-hand", isHand);
      for (
        const [name, value] of Object.entries({
          open,
          mine,
          turn,
          state,
          won,
          partner,
          note,
          taken: Boolean(state),
        })
      ) mark(spot.body, `data-${name}`, value);
      mark(spot.body, "aria-label", label);
      mark(spot.plate, "aria-label", open ? label : noteLabel || null);
      mark(spot.plate, "title", noteLabel || null);
      const isPressable = open || explains || Boolean(noteLabel);
      if (spot.plate.disabled === isPressable) spot.plate.disabled = !isPressable;
      mark(spot.plate, "aria-disabled", explains ? "true" : null);
      spot.plate.tabIndex = explains ? -1 : 0;
    },
    /**
     * The part of the time to decide that is left, from one to zero.
     * @param {number} seat
     * @param {number} part
     * @param {boolean | undefined} called
     */
    renderTime(seat, part, called) {
      const { time } = spotOf(seat);
      time.style.setProperty("--left", part.toFixed(3));
      mark(time, "data-called", called);
    },
  };
}
