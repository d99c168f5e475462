// On a phone held upright, repeats the player's own hands in a strip above the buttons, with large cards.
// The table announces them to screen readers, so the strip does not.

import { createHand } from "../../table/cards/card.js";
import { el, listenWhileShown, mark, write } from "../../dom.js";

/**
 * @typedef {{ cards: string[], total?: string, isActive?: boolean }} OwnHand
 * @typedef {ReturnType<typeof createHand>} Hand
 */

/** @param {import("../../table/i18n.js").I18n} i18n */
export function handStrip(i18n) {
  const upright = matchMedia("(max-width: 640px) and (orientation: portrait)");
  const root = el("div", { class: "hand-strip", "aria-hidden": "true", hidden: true });
  /** @type {{ node: HTMLElement, total: HTMLElement, hand: Hand }[]} */
  let shown = [];

  function addHand() {
    const cards = el("div", { class: "strip-cards" });
    const total = el("strong", { class: "strip-total figure" });
    const node = el("div", { class: "strip-hand" }, cards, total);
    root.append(node);
    shown.push({ node, total, hand: createHand(i18n, cards) });
  }

  /** @type {OwnHand[]} */
  let hands = [];

  function draw() {
    const wanted = upright.matches ? hands : [];
    root.hidden = !wanted.length;
    for (const { node } of shown.slice(wanted.length)) node.remove();
    shown = shown.slice(0, wanted.length);
    while (shown.length < wanted.length) addHand();
    for (const [place, { node, total, hand }] of shown.entries()) {
      hand.render(wanted[place].cards);
      write(total, wanted[place].total ?? "");
      const isActive = Boolean(wanted[place].isActive);
      if (isActive && !node.hasAttribute("data-active")) {
        root.scrollLeft = node.offsetLeft - root.offsetLeft;
      }
      mark(node, "data-active", isActive);
    }
  }
  listenWhileShown(root, upright, "change", draw); // the phone was turned

  return {
    root,
    /** @param {OwnHand[]} shownHands the hands with cards; empty between rounds */
    render(shownHands) {
      hands = shownHands;
      draw();
    },
  };
}
