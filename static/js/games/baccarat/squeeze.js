// The first two cards of a hand uncovered slowly, one after the other, where this person chose so. It takes the time
// in which everybody sees the hand turned: the server knows nothing of it, and at its end the cards are open. A
// finger or the mouse draws them up sooner or later within that time, and the arrow key upwards sooner.  [PB-18]

import { el, isTyping, listenWhileShown, mark } from "../../dom.js";
import { eventDuration } from "./selectors.js";

/** @typedef {import("./types.d.ts").Step} Step */

const KEY_STEP = 0.25; // of the whole, for one press
const DRAGGED = 4; // px; what moves less is a click, which ends the dealing

/**
 * The covers of one hand.
 * @param {{ root: HTMLElement, name: string, pair: HTMLElement, isChosen: () => boolean }} options
 */
export function createSqueeze({ root, name, pair, isChosen }) {
  /** @type {HTMLElement[]} */
  let covers = [];
  /** @type {number | null} */
  let own = null; // how far the player has drawn, from 0 to 1
  let shown = 0;
  /** @type {{ from: number, at: number } | null} */
  let drag = null;
  let hasDragged = false;

  /** @param {number} open */
  function draw(open) {
    shown = Math.min(1, Math.max(0, open));
    covers.forEach((cover, index) => {
      const part = Math.min(1, Math.max(0, shown * covers.length - index));
      cover.style.setProperty("--open", part.toFixed(3));
    });
  }

  function end() {
    for (const cover of covers) cover.remove();
    covers = [];
    own = null;
    drag = null;
    mark(pair, "data-covered", null);
  }

  pair.addEventListener("pointerdown", (event) => {
    hasDragged = false;
    if (!covers.length) return;
    pair.setPointerCapture(event.pointerId);
    drag = { from: event.clientY, at: shown };
  });
  pair.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const way = drag.from - event.clientY;
    hasDragged ||= Math.abs(way) > DRAGGED;
    if (hasDragged) own = drag.at + way / (pair.offsetHeight * covers.length || 1);
  });
  const release = () => {
    drag = null;
  };
  pair.addEventListener("pointerup", release);
  pair.addEventListener("pointercancel", release);
  pair.addEventListener("click", (event) => hasDragged && event.stopPropagation());
  listenWhileShown(root, document, "keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "ArrowUp" || !covers.length || isTyping(event.target)) return;
    event.preventDefault();
    own = shown + KEY_STEP;
    draw(own);
  });

  return {
    get isCovering() {
      return covers.length > 0;
    },
    /**
     * Covers cards that were just turned. Returns false where they are turned as usual.
     * @param {HTMLElement[]} cards
     * @param {Step} step
     */
    begin(cards, step) {
      if (!isChosen() || !turnIn(step)) return false;
      covers = cards.map((card) => {
        const cover = el("span", { class: "pcard-cover", "aria-hidden": "true" });
        card.append(cover);
        return cover;
      });
      mark(pair, "data-covered", true);
      draw(0);
      return true;
    },
    /** @param {Step} step */
    render(step) {
      if (!covers.length) return;
      const turn = turnIn(step);
      if (!turn) return end();
      draw(own ?? step.into / eventDuration(turn));
    },
  };

  /** @param {Step} step */
  function turnIn({ event }) {
    return event?.t === "hand-turned" && event.hand === name ? event : null;
  }
}
