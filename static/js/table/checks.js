// The checks of a round as people read them: a line for each, with its result in words and the figures behind it.

import { el } from "./dom.js";

const SUITS = { S: "♠", H: "♥", C: "♣", D: "♦" };

/** A card as text: «10♥»; a card that was never turned by its words. */
export function cardText(name, t) {
  const suit = name.slice(-1);
  if (!(suit in SUITS)) return el("span", { class: "card-text", "data-suit": "none" }, name || t("verify.unturned"));
  return el("span", { class: "card-text", "data-suit": suit }, `${name.slice(0, -1)}${SUITS[suit]}`);
}

const cards = (names, t) => el("span", { class: "card-row" }, names.map((name) => [cardText(name, t), " "]));
const figure = (text) => el("code", {}, text);
const named = (label, ...nodes) => el("span", { class: "figure-named" }, `${label}: `, nodes);

const FIGURES = {
  promise: (said, t) => [figure(t("figure.seed", said)), figure(t("figure.hash", said))],
  shoe: ({ shoe, decks, start, end }, t) => [figure(t(end > start ? "figure.shoe" : "figure.shoe.none", { shoe, decks, first: start + 1, last: end }))],
  drawn: (said, t) => [
    said.label && figure(t("figure.label", said)),
    said.key && figure(t("figure.key", said)),
    said.pockets && figure(t("figure.word", said)),
    named(t("figure.drawn"), cards(said.drawn, t)),
    named(t("figure.made"), cards(said.made, t), said.pockets && t("figure.pocket", { position: said.index + 1 })),
  ],
  root: (said, t) => [figure(t("figure.root", said))],
  opening: ({ card, position, to }, t) => [el("span", { class: "figure-named" }, cardText(card, t), " ", t(to ? "figure.seat" : "figure.table", { to, place: position + 1 }))],
  tree: (said, t) => [figure(t("figure.top", said)), named(t("figure.cards"), cards(said.cards, t))],
};

export function line(code, good, t, figures = []) {
  const result = good === undefined ? null : String(good);
  return el("li", { "data-agrees": result },
    el("span", { class: "check-said" }, t(code)), " ", good !== undefined && el("strong", { class: "verdict" }, t(good ? "verify.yes" : "verify.no")),
    ...figures);
}

/** The lines of a verdict, in its order. */
export function lines({ checks }, t) {
  return checks.map(({ code, good, said }) => line(`check.${code}`, good, t, FIGURES[code]?.(said, t).filter(Boolean) ?? []));
}

/** The sentence that sums a verdict up. */
export function summary({ good, checks }, t) {
  const code = good ? (checks.some((each) => each.code === "root") ? "verify.good.pack" : "verify.good")
    : checks.some((each) => each.code === "unreadable") ? "verify.unreadable" : "verify.bad";
  return el("p", { class: "verdict-all", "data-agrees": String(good) }, t(code));
}
