// A playing card: ivory, five by seven, with a corner index that is legible at 28 px, pips, court figures,
// and a back.
//
//   createCard(i18n, "10H")     a node, face up; without a name it lies face down
//   showFace(i18n, node, "AS")  shows that face, or the back for ""; returns whether anything changed
//   cardName(i18n, "AS")        the name in words, for screen readers and announcements
//   createHand(i18n, node)      keeps the cards of one hand in `node`
//
// A card is as wide as the style's length `--card`; below 52 px only its large index is shown. A card is
// named by rank and suit, "10H". The four-colour deck is a matter of style: see table/appearance.js.

import { el, mark, svg } from "../../dom.js";
import { courtFigure } from "./court_figures.js";
import { PIPS, SUITS } from "./suits.js";

/**
 * @typedef {import("../i18n.js").I18n} I18n
 */

/** @param {string} name */
const splitCard = (name) => [name.slice(0, -1), name.slice(-1)];

/** @param {I18n} i18n @param {string} name */
export function cardName(i18n, name) {
  if (!name) return i18n.t("playing.down");
  const [rank, suit] = splitCard(name);
  const figures = /\d/.test(rank) ? rank : i18n.t(`playing.rank.${rank}`);
  return i18n.t("playing.name", { rank: figures, suit: i18n.t(`playing.suit.${suit}`) });
}

/** @param {I18n} i18n @param {string[]} names */
export const cardList = (i18n, names) => i18n.joinList(names.map((name) => cardName(i18n, name)));

/**
 * @param {string} suit
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {boolean} [wasDown]
 */
const pip = (suit, x, y, size, wasDown = false) =>
  svg("path", {
    class: "pip",
    d: SUITS[suit],
    transform: `translate(${x} ${y}) scale(${wasDown ? -size : size})`,
  });

/** @param {string} rank @param {string} suit */
function faceCentre(rank, suit) {
  if (rank === "A") return [pip(suit, 50, 70, 2.3)];
  if (PIPS[rank]) return PIPS[rank].map(([x, y]) => pip(suit, x, y, 0.98, y > 72));
  return [courtFigure(rank, suit)];
}

/** @param {string} rank @param {string} suit */
function corner(rank, suit) {
  return svg(
    "g",
    {},
    svg("text", {
      class: "index",
      x: 12.5,
      y: 17.5,
      "text-anchor": "middle",
      "dominant-baseline": "central",
      "data-long": rank.length > 1,
    }, rank),
    pip(suit, 12.5, 36, 0.62),
  );
}

/** @param {string} rank @param {string} suit */
function face(rank, suit) {
  const turned = corner(rank, suit);
  turned.setAttribute("transform", "rotate(180 50 70)");
  return svg(
    "svg",
    { class: "pcard-face", viewBox: "0 0 100 140", "aria-hidden": "true" },
    svg("g", { class: "pcard-full" }, corner(rank, suit), turned, ...faceCentre(rank, suit)),
    svg(
      "g",
      { class: "pcard-small" },
      svg("text", {
        class: "index",
        x: 27,
        y: 30,
        "text-anchor": "middle",
        "dominant-baseline": "central",
        "data-long": rank.length > 1,
      }, rank),
      pip(suit, 26, 75, 1.5),
      pip(suit, 68, 106, 2),
    ),
  );
}

/** @param {I18n} i18n @param {HTMLElement} node @param {string} [name] */
function showFace(i18n, node, name = "") {
  if (node.dataset.card === name) return false;
  const [rank, suit] = name ? splitCard(name) : ["", ""];
  mark(node, "data-card", name || "");
  node.dataset.card = name;
  mark(node, "data-suit", suit || null);
  mark(node, "data-down", !name);
  mark(node, "aria-label", cardName(i18n, name));
  const sides = /** @type {HTMLElement} */ (node.firstChild);
  sides.querySelector(".pcard-face")?.remove();
  if (name) sides.prepend(face(rank, suit));
  return true;
}

/** @param {I18n} i18n @param {string} [name] */
export function createCard(i18n, name = "") {
  const node = el(
    "span",
    { class: "pcard", role: "img" },
    el("span", { class: "pcard-sides" }, el("span", { class: "pcard-back" })),
  );
  showFace(i18n, node, name);
  return node;
}

/** @typedef {Record<"added" | "turned" | "removed", HTMLElement[]>} HandChanges */

/**
 * The cards of one hand. `render(names)` adds, turns and removes cards and returns {added, turned, removed},
 * so that the caller can animate them (deal_animation.js). A node stays the same while its card lies there,
 * so that no animation is disturbed.
 * @param {I18n} i18n
 * @param {HTMLElement} node
 */
export function createHand(i18n, node) {
  /** @type {HTMLElement[]} */
  let cards = [];
  return {
    get cards() {
      return cards;
    },
    /** @param {string[]} names */
    render(names) {
      /** @type {HandChanges} */
      const changes = { added: [], turned: [], removed: cards.slice(names.length) };
      for (const removedCard of changes.removed) removedCard.remove();
      cards = cards.slice(0, names.length);
      names.forEach((name, index) => {
        if (index >= cards.length) {
          cards.push(createCard(i18n, name));
          node.append(cards[index]);
          changes.added.push(cards[index]);
        } else {
          const wasDown = cards[index].dataset.card === "";
          if (showFace(i18n, cards[index], name)) changes[wasDown ? "turned" : "added"].push(cards[index]);
        }
      });
      mark(node, "data-count", names.length);
      node.style.setProperty("--count", String(names.length));
      return changes;
    },
  };
}
