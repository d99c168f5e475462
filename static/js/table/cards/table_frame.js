// What every card game does around its table: it puts the cloth, the bets and the decisions on the page, lets
// a click skip the animation, and turns keys into actions of the tray.

import { closestTo, el, mark } from "../../dom.js";
import { footStack } from "./decision_bar.js";

/**
 * @typedef {{
 *   skip: () => void, takeMissedEvents: () => import("../messages.d.ts").GameEvent[],
 * }} Animation
 */

/**
 * @param {{
 *   regions: import("../game.d.ts").GameContext["regions"],
 *   i18n: import("../i18n.js").I18n,
 *   table: HTMLElement,
 *   side: HTMLElement,
 *   hands?: HTMLElement,
 *   below?: (HTMLElement | "" | undefined)[],
 *   foot: HTMLElement[],
 *   handleKey?: (event: KeyboardEvent) => unknown,
 * }} options
 */
export function placeTable({ regions, i18n: { t }, table, side, hands, below = [], foot, handleKey }) {
  regions.side.append(side);
  regions.middle.append(table, ...below.map((node) => node ?? ""));
  mark(table, "role", "group");
  mark(table, "aria-label", t("felt.name"));
  regions.foot.append(hands ?? "", footStack(...foot));
  if (!handleKey) return;
  regions.middle.append(el("p", { class: "hidden-text", id: "felt-keys" }, t("felt.keys")));
  mark(table, "aria-describedby", "felt-keys");
  table.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !handleKey(event)) return;
    event.preventDefault();
  });
}

/**
 * A click on the cloth skips the animation, except on what can be pressed.
 * @param {{ table: HTMLElement, pressable: string, deal: Animation, requestDraw: () => void }} options
 */
export function skipOnClick({ table, pressable, deal, requestDraw }) {
  table.addEventListener("click", (event) => {
    if (closestTo(event.target, pressable)) return;
    deal.skip();
    requestDraw();
  });
}

/**
 * The events to announce: those whose animation was skipped, then those that are shown now.
 * @param {Animation} deal
 * @param {import("../game.d.ts").View} before
 * @param {import("../game.d.ts").View} after
 */
export function eventsToAnnounce(deal, before, after) {
  return [...deal.takeMissedEvents(), ...(after.playing === before.playing ? [] : after.playing ?? [])];
}

/**
 * Redraws a list only when its signature changes.
 * @template Entry
 * @param {(entries: Entry[]) => void} draw
 */
export function drawOnChange(draw) {
  /** @type {string | null} */
  let drawn = null;
  /** @param {Entry[]} entries */
  return (entries) => {
    const signature = JSON.stringify(entries);
    if (signature === drawn) return;
    drawn = signature;
    draw(entries);
  };
}
