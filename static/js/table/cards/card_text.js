// Cards as short text with their suits, and their names for screen readers.

import { el } from "../../dom.js";
import { cardList } from "./card.js";

/**
 * @typedef {import("../i18n.js").I18n} I18n
 */

/** @type {Record<string, string>} */
const SUIT_SYMBOLS = { S: "♠", H: "♥", C: "♣", D: "♦" };

/** "10♥" @param {string} name */
export const shortCardName = (name) => name.slice(0, -1) + SUIT_SYMBOLS[name.slice(-1)];

/** @param {I18n} i18n @param {string[]} names */
export function cardsText(i18n, names) {
  return el(
    "span",
    { class: "cards-text", role: "img", "aria-label": cardList(i18n, names) },
    ...names.map((name) =>
      el(
        "span",
        { class: "card-text", "data-suit": name.slice(-1) },
        shortCardName(name),
      )
    ),
  );
}
