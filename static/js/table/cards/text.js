// Cards as short text with their suits, and their names for readers.

import { el } from "../../dom.js";
import { cardList } from "./card.js";

const SIGNS = { S: "♠", H: "♥", C: "♣", D: "♦" };

export function cardsText(speaker, names) {
  return el(
    "span",
    { class: "cards-text", role: "img", "aria-label": cardList(speaker, names) },
    ...names.map((name) =>
      el(
        "span",
        { class: "card-text", "data-suit": name.slice(-1) },
        name.slice(0, -1) + SIGNS[name.slice(-1)],
      )
    ),
  );
}
