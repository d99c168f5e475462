// A gain rises from the player's own chips that won. Nothing rises where the round as a whole returned no
// more than was staked, and nothing travels where reduced motion is wanted.

import { el, write } from "../dom.js";
import { netOf } from "./result.js";

const DURATION = 2400; // ms
const RISE = 52; // px
const GAP = 8; // px
// At seats and insurance places lie the chips of all players; elsewhere only the player's own are piles.
const WINNING_CHIPS = '.pile[data-as="prize"]';
const OTHERS_PLACE = ":is(.seat, .insured):not([data-mine])";

/** @param {import("./game.d.ts").View} view */
const resultOf = ({ mine }) => mine?.game?.result ?? mine?.game?.outcome;

/**
 * @param {{
 *   room: HTMLElement, i18n: import("./i18n.js").I18n, reducedMotion: () => boolean,
 * }} options
 */
export function risingGain({ room, i18n, reducedMotion }) {
  // Screen readers hear the result from the announcements.
  const root = el("p", { class: "rising-gain", "aria-hidden": "true" });
  let shownRound = 0;
  room.append(root);

  function rise() {
    const won = [...room.querySelectorAll(WINNING_CHIPS)].find((chips) => !chips.closest(OTHERS_PLACE));
    const start = won ?? room.querySelector(".result");
    const { left = 0, top = 0, width = 0 } = start?.getBoundingClientRect() ?? {};
    const half = root.offsetWidth / 2;
    const middle = Math.min(Math.max(left + width / 2, half + 8), innerWidth - half - 8);
    const height = clearOf(middle - half, Math.min(Math.max(top, 96), innerHeight - 48));
    root.style.translate = `${middle}px ${height}px`; // what stands elsewhere by its layout has jumped
    const frames = reducedMotion() ? [{ opacity: 1 }, { opacity: 1, offset: 0.9 }, { opacity: 0 }] : [
      { opacity: 0, transform: "translate(-50%, 0)" },
      { opacity: 1, transform: "translate(-50%, -1.5rem)", offset: 0.15 },
      { opacity: 1, transform: "translate(-50%, -3rem)", offset: 0.85 },
      { opacity: 0, transform: "translate(-50%, -3.25rem)" },
    ];
    root.animate(frames, { duration: DURATION, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" });
  }

  /**
   * Where it begins, so that on its way it crosses no line of the result: below it, where it would.
   * @param {number} left @param {number} top
   */
  function clearOf(left, top) {
    const result = room.querySelector(".result")?.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = root;
    const crosses = result && result.height > 0 && left < result.right && left + offsetWidth > result.left &&
      top - RISE < result.bottom && top + offsetHeight > result.top;
    return crosses ? Math.min(result.bottom + RISE + GAP, innerHeight - 48) : top;
  }

  return {
    /**
     * @param {import("./game.d.ts").View | null} before
     * @param {import("./game.d.ts").View} after
     */
    render(before, after) {
      const result = resultOf(after);
      const { round = 0 } = after.table;
      const isNew = before && before.table.round === round && !resultOf(before);
      if (!result || !isNew || shownRound === round || netOf(result) <= 0) return;
      shownRound = round;
      write(root, i18n.signed(netOf(result)));
      rise();
    },
  };
}
