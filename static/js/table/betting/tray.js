// The chip tray and what may be done with the bets: undo, redo, clear, repeat, double, favourites; and at an individual wheel,
// the launch of the ball.  [AR-15] [FR-R16]

import { el, mark, svg, write } from "../../dom.js";
import { chip, RADIUS } from "../chips.js";
import { sumOf } from "./hand.js";

const SPAN = RADIUS + 1;

export function tray({ speaker, hand, individual, favourites, launch }) {
  const { t, money } = speaker;
  const radios = hand.chips.map(([value, name]) => {
    const input = el("input", {
      type: "radio",
      name: "chip",
      value,
      checked: value === hand.chip,
      change: () => hand.choose(value),
    });
    return el(
      "label",
      { class: "tray-chip", title: money(value) },
      input,
      el("span", { class: "hidden-text" }, money(value)),
      svg(
        "svg",
        { viewBox: `${-SPAN} ${-SPAN} ${2 * SPAN} ${2 * SPAN}`, "aria-hidden": "true" },
        chip(value, name, speaker.figure),
      ),
    );
  });
  const chips = el(
    "fieldset",
    { class: "tray-chips" },
    el("legend", { class: "hidden-text" }, t("tray.chip")),
    ...radios,
  );

  const act = (name, path, click) =>
    el(
      "button",
      { type: "button", class: "act tool", "data-act": name, click },
      svg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, svg("path", { d: path })),
      el("span", {}, t(`tray.${name}`)),
    );
  let bets = {};
  const acts = {
    undo: act("undo", "M8 4 4 8l4 4M4.5 8H12a4 4 0 0 1 0 8H9", () => hand.undo()),
    redo: act("redo", "m12 4 4 4-4 4M15.5 8H8a4 4 0 0 0 0 8h3", () => hand.redo()),
    clear: act("clear", "m5 5 10 10M15 5 5 15", () => hand.clear()),
    repeat: act(
      "repeat",
      "M4 9a6 6 0 0 1 10.5-3.5L16 7M16 3.5V7h-3.5M16 11a6 6 0 0 1-10.5 3.5L4 13M4 16.5V13h3.5",
      () => hand.repeat(),
    ),
    double: act(
      "double",
      "M4 6.5h3M4 13.5l3.5-4M5 9.5l2.5 4M10 13.5h5M10.2 8.5a2.3 2.3 0 1 1 4.2 1.3L10 13.5",
      () => hand.double(bets),
    ),
    favourites: act(
      "favourites",
      "M10 3.5l2 4.300 4.700.5-3.5 3.200 1 4.700-4.2-2.400-4.2 2.400 1-4.700L3.300 8.300 8 7.800z",
      favourites,
    ),
  };
  const start = individual &&
    el("button", { type: "button", class: "act main launch", click: launch }, t("tray.launch"));
  const total = el("output", { class: "tray-total" });
  const root = el(
    "section",
    { class: "tray", "aria-label": t("tray.name") },
    chips,
    el("div", { class: "tray-acts" }, ...Object.values(acts)),
    el(
      "div",
      { class: "tray-side" },
      el("p", { class: "tray-stake" }, el("span", { class: "small-label" }, t("tray.stake")), total),
      start,
    ),
  );

  const usable = (node, yes) => {
    if (node.disabled === yes) node.disabled = !yes;
  };

  return {
    root,
    /** `open` is whether bets are taken from this player now; `options` is what the house says may be asked; `staked` is what the round holds of his. */
    render({ open, options, accepted, sending, staked = sumOf(accepted) }) {
      bets = accepted;
      mark(root, "data-open", open);
      const laid = sumOf(accepted) + sumOf(sending);
      write(total, money(staked + sumOf(sending)));
      usable(acts.undo, open && Boolean(options.undo));
      usable(acts.clear, open && Boolean(options.clear));
      usable(acts.redo, open && hand.redoable);
      usable(acts.repeat, open && !laid && sumOf(hand.last()) > 0);
      usable(acts.double, open && sumOf(accepted) > 0);
      if (start) usable(start, open && Boolean(options.launch) && !sumOf(sending));
    },
    /** Moves to another chip of the tray, for the keys of the felt. */
    step(by) {
      const values = hand.chips.map(([value]) => value);
      const next = values[Math.min(values.length - 1, Math.max(0, values.indexOf(hand.chip) + by))];
      hand.choose(next);
      for (const label of radios) label.firstChild.checked = Number(label.firstChild.value) === next;
      return next;
    },
  };
}
