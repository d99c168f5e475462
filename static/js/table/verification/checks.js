// The checks of a round as text: a line for each, with its result and the figures behind it.

import { el } from "../../dom.js";

const SUITS = { S: "♠", H: "♥", C: "♣", D: "♦" };

/** A card as text, «10♥»; a word for a card that was never turned. */
const cardText = (
  name,
  t,
) => (name.slice(-1) in SUITS
  ? `${name.slice(0, -1)}${SUITS[name.slice(-1)]}`
  : name || t("verify.unturned"));

/** A row of cards or numbers. Those that differ from the other row are marked. */
function cardRow(names, others, t) {
  const item = (name, at) =>
    el("span", {
      class: "card-text",
      "data-suit": name.slice(-1),
      "data-differs": Boolean(others) && name !== "" && others[at] !== "" && name !== others[at],
    }, cardText(name, t));
  return el("span", { class: "card-row" }, names.flatMap((name, at) => [item(name, at), " "]));
}

const figure = (text) => el("code", {}, text);
const labelledFigure = (label, ...nodes) => el("span", { class: "figure-named" }, `${label}: `, nodes);

const FIGURES = {
  promise: (details, t) => [figure(t("figure.seed", details)), figure(t("figure.hash", details))],
  shoe: (
    { shoe, decks, start, end },
    t,
  ) => [
    figure(t(end > start ? "figure.shoe" : "figure.shoe.none", { shoe, decks, first: start + 1, last: end })),
  ],
  drawn: (details, t) => [
    details.label && figure(t("figure.label", details)),
    details.key && figure(t("figure.key", details)),
    details.pockets && figure(t("figure.word", details)),
    labelledFigure(t("figure.drawn"), cardRow(details.drawn, details.made, t)),
    labelledFigure(
      t("figure.made"),
      cardRow(details.made, details.drawn, t),
      details.pockets && `(${t("figure.pocket", { position: details.index + 1 })})`,
    ),
  ],
  root: (details, t) => [figure(t("figure.root", details))],
  tree: (
    details,
    t,
  ) => [figure(t("figure.top", details)), labelledFigure(t("figure.cards"), cardRow(details.cards, null, t))],
};

export function checkLine(code, agrees, t, figures = [], details = {}) {
  const result = agrees === undefined ? null : String(agrees);
  return el(
    "li",
    { "data-agrees": result },
    el("span", { class: "check-said" }, t(code, details)),
    " ",
    agrees !== undefined && el("strong", { class: "verdict" }, t(agrees ? "verify.yes" : "verify.no")),
    ...figures,
  );
}

/** The lines of a verdict, in its order. */
export function checkLines({ checks }, t) {
  return checks.map(({ code, good: agrees, said: details }) => {
    if (code === "opening") {
      return checkLine(details.to ? "check.opening" : "check.opening.table", agrees, t, [], {
        card: cardText(details.card, t),
        place: details.position + 1,
        to: details.to,
      });
    }
    return checkLine(`check.${code}`, agrees, t, FIGURES[code]?.(details, t).filter(Boolean) ?? []);
  });
}

/** The sentence that summarises a verdict. */
export function verdictSummary({ good: agrees, checks }, t) {
  const code = agrees
    ? (checks.some((value) => value.code === "root") ? "verify.good.pack" : "verify.good")
    : checks.some((value) => value.code === "unreadable")
    ? "verify.unreadable"
    : "verify.bad";
  return el("p", { class: "verdict-all", "data-agrees": String(agrees) }, t(code));
}

/** Published data as text that can be read and copied: a line for each field. */
export function publishedText(published) {
  const value = (
    value,
  ) => (Array.isArray(value) && typeof value[0] === "object"
    ? `[\n  ${value.map((item) => JSON.stringify(item)).join(",\n  ")}\n ]`
    : JSON.stringify(value));
  return `{\n${
    Object.entries(published).map(([name, each]) => ` ${JSON.stringify(name)}: ${value(each)}`).join(",\n")
  }\n}`;
}
