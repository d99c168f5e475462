// A playing card of ours: ivory, five by seven, with a corner index that reads at 28 px, pips, simple court figures, and a back.
//
//   card(speaker, "10H")       -> a node, face up; `card(speaker)` or `card(speaker, "")` lies face down
//   show(speaker, node, "AS")  -> the same node turned to that face (or down again with ""); answers whether anything changed
//   cardName(speaker, "AS")    -> "ás de espadas": what readers and announcements say
//   cardList(speaker, [...])   -> the same for several cards
//   hand(speaker, node)        -> keeps the cards of one hand in `node`: see below
//
// A card is as wide as `--card` (a length of the style) says; below 52 px it shows its large index alone. Names of cards are the
// house's: rank and suit, "10H". The four-colour deck is a matter of style: see table/deck.js.

import { el, mark, svg } from "../../dom.js";
import { court } from "./court.js";
import { PIPS, SUITS } from "./suits.js";

const read = (name) => [name.slice(0, -1), name.slice(-1)];

export function cardName(speaker, name) {
  if (!name) return speaker.t("playing.down");
  const [rank, suit] = read(name);
  const figures = /\d/.test(rank) ? rank : speaker.t(`playing.rank.${rank}`);
  return speaker.t("playing.name", { rank: figures, suit: speaker.t(`playing.suit.${suit}`) });
}

export const cardList = (speaker, names) => speaker.list(names.map((name) => cardName(speaker, name)));

const pip = (suit, x, y, size, down = false) =>
  svg("path", {
    class: "pip",
    d: SUITS[suit],
    transform: `translate(${x} ${y}) scale(${down ? -size : size})`,
  });

function middle(rank, suit) {
  if (rank === "A") return [pip(suit, 50, 70, 2.3)];
  if (PIPS[rank]) return PIPS[rank].map(([x, y]) => pip(suit, x, y, 0.98, y > 72));
  return [court(rank, suit)];
}

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

function face(rank, suit) {
  const turned = corner(rank, suit);
  turned.setAttribute("transform", "rotate(180 50 70)");
  return svg(
    "svg",
    { class: "pcard-face", viewBox: "0 0 100 140", "aria-hidden": "true" },
    svg("g", { class: "pcard-full" }, corner(rank, suit), turned, ...middle(rank, suit)),
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

export function show(speaker, node, name = "") {
  if (node.dataset.card === name) return false;
  const [rank, suit] = name ? read(name) : ["", ""];
  mark(node, "data-card", name || "");
  node.dataset.card = name;
  mark(node, "data-suit", suit || null);
  mark(node, "data-down", !name);
  mark(node, "aria-label", cardName(speaker, name));
  const sides = node.firstChild;
  sides.querySelector(".pcard-face")?.remove();
  if (name) sides.prepend(face(rank, suit));
  return true;
}

export function card(speaker, name = "") {
  const node = el(
    "span",
    { class: "pcard", role: "img" },
    el("span", { class: "pcard-sides" }, el("span", { class: "pcard-back" })),
  );
  show(speaker, node, name);
  return node;
}

/**
 * The cards of one hand, kept in step with what the house says: `render(names)` adds, turns and takes away, and answers
 * {added: [node], turned: [node], removed: [node]} so that the caller may let them travel (deal.js). A node stays the same
 * as long as its card lies there, so that what is under way is never disturbed.
 */
export function hand(speaker, node) {
  let cards = [];
  return {
    get cards() {
      return cards;
    },
    render(names) {
      const told = { added: [], turned: [], removed: cards.slice(names.length) };
      for (const gone of told.removed) gone.remove();
      cards = cards.slice(0, names.length);
      names.forEach((name, at) => {
        if (at >= cards.length) {
          cards.push(card(speaker, name));
          node.append(cards[at]);
          told.added.push(cards[at]);
        } else {
          const down = cards[at].dataset.card === "";
          if (show(speaker, cards[at], name)) told[down ? "turned" : "added"].push(cards[at]);
        }
      });
      mark(node, "data-count", names.length);
      return told;
    },
  };
}
