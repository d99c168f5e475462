// The checks of a round as people read them: a line for each, with its result in words and the figures behind it.

import { el } from "../../dom.js";

const SUITS = { S: "♠", H: "♥", C: "♣", D: "♦" };

/** A card as text, «10♥»; a card that was never turned by its words. */
const plain = (
  name,
  t,
) => (name.slice(-1) in SUITS
  ? `${name.slice(0, -1)}${SUITS[name.slice(-1)]}`
  : name || t("verify.unturned"));

/** A row of cards or numbers; those that are not the others' are marked. */
function row(names, others, t) {
  const one = (name, at) =>
    el("span", {
      class: "card-text",
      "data-suit": name.slice(-1),
      "data-differs": Boolean(others) && name !== "" && others[at] !== "" && name !== others[at],
    }, plain(name, t));
  return el("span", { class: "card-row" }, names.flatMap((name, at) => [one(name, at), " "]));
}

const figure = (text) => el("code", {}, text);
const named = (label, ...nodes) => el("span", { class: "figure-named" }, `${label}: `, nodes);

const FIGURES = {
  promise: (said, t) => [figure(t("figure.seed", said)), figure(t("figure.hash", said))],
  shoe: (
    { shoe, decks, start, end },
    t,
  ) => [
    figure(t(end > start ? "figure.shoe" : "figure.shoe.none", { shoe, decks, first: start + 1, last: end })),
  ],
  drawn: (said, t) => [
    said.label && figure(t("figure.label", said)),
    said.key && figure(t("figure.key", said)),
    said.pockets && figure(t("figure.word", said)),
    named(t("figure.drawn"), row(said.drawn, said.made, t)),
    named(
      t("figure.made"),
      row(said.made, said.drawn, t),
      said.pockets && `(${t("figure.pocket", { position: said.index + 1 })})`,
    ),
  ],
  root: (said, t) => [figure(t("figure.root", said))],
  tree: (said, t) => [figure(t("figure.top", said)), named(t("figure.cards"), row(said.cards, null, t))],
};

export function line(code, good, t, figures = [], said = {}) {
  const result = good === undefined ? null : String(good);
  return el(
    "li",
    { "data-agrees": result },
    el("span", { class: "check-said" }, t(code, said)),
    " ",
    good !== undefined && el("strong", { class: "verdict" }, t(good ? "verify.yes" : "verify.no")),
    ...figures,
  );
}

/** The lines of a verdict, in its order. */
export function lines({ checks }, t) {
  return checks.map(({ code, good, said }) => {
    if (code === "opening") {
      return line(said.to ? "check.opening" : "check.opening.table", good, t, [], {
        card: plain(said.card, t),
        place: said.position + 1,
        to: said.to,
      });
    }
    return line(`check.${code}`, good, t, FIGURES[code]?.(said, t).filter(Boolean) ?? []);
  });
}

/** The sentence that sums a verdict up. */
export function summary({ good, checks }, t) {
  const code = good
    ? (checks.some((each) => each.code === "root") ? "verify.good.pack" : "verify.good")
    : checks.some((each) => each.code === "unreadable")
    ? "verify.unreadable"
    : "verify.bad";
  return el("p", { class: "verdict-all", "data-agrees": String(good) }, t(code));
}

/** Published data as people can read and copy them: a line for each thing. */
export function written(told) {
  const value = (
    each,
  ) => (Array.isArray(each) && typeof each[0] === "object"
    ? `[\n  ${each.map((one) => JSON.stringify(one)).join(",\n  ")}\n ]`
    : JSON.stringify(each));
  return `{\n${
    Object.entries(told).map(([name, each]) => ` ${JSON.stringify(name)}: ${value(each)}`).join(",\n")
  }\n}`;
}
