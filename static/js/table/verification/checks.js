// The checks of a round as text: a line for each, with its result and the figures behind it.

import { el } from "../../dom.js";

/**
 * @typedef {import("../i18n.js").I18n} I18n
 * @typedef {import("./types.d.ts").Check} Check
 * @typedef {import("./types.d.ts").Published} Published
 * @typedef {import("./types.d.ts").Verdict} Verdict
 */

/** @type {Record<string, string>} */
const SUITS = { S: "♠", H: "♥", C: "♣", D: "♦" };

/**
 * A card as text, «10♥»; a word for a card that was never turned.
 * @param {string} name
 * @param {I18n["t"]} t
 */
const cardText = (
  name,
  t,
) => (name.slice(-1) in SUITS
  ? `${name.slice(0, -1)}${SUITS[name.slice(-1)]}`
  : name || t("verify.unturned"));

/**
 * A row of cards or numbers. Those that differ from the other row are marked.
 * @param {string[]} names
 * @param {string[] | null} others
 * @param {I18n["t"]} t
 */
function cardRow(names, others, t) {
  /** @param {string} name @param {number} at */
  const item = (name, at) =>
    el("span", {
      class: "card-text",
      "data-suit": name.slice(-1),
      "data-differs": Boolean(others) && name !== "" && others?.[at] !== "" && name !== others?.[at],
    }, cardText(name, t));
  return el("span", { class: "card-row" }, names.flatMap((name, at) => [item(name, at), " "]));
}

/** @param {string} text */
const figure = (text) => el("code", {}, text);
/** @param {string} label @param {...(Node | string | false)} nodes */
const labelledFigure = (label, ...nodes) => el("span", { class: "figure-named" }, `${label}: `, nodes);

/** @type {Record<string, (details: Record<string, any>, t: I18n["t"]) => any[]>} */
const FIGURES = {
  /** @param {Record<string, any>} details @param {I18n["t"]} t */
  promise: (details, t) => [figure(t("figure.seed", details)), figure(t("figure.hash", details))],
  shoe: (
    { shoe, decks, start, end },
    t,
  ) => [
    figure(t(end > start ? "figure.shoe" : "figure.shoe.none", { shoe, decks, first: start + 1, last: end })),
  ],
  /** @param {Record<string, any>} details @param {I18n["t"]} t */
  "beacon-number": (details, t) => [
    figure(t(details.kind ? `figure.beacon.number.${details.kind}` : "figure.beacon.number", {
      number: details.number,
      closed: new Date(details.closed).toISOString(),
      at: new Date(details.at).toISOString(),
    })),
  ],
  /** @param {Record<string, any>} details @param {I18n["t"]} t */
  beacon: (details, t) => [figure(t("figure.beacon", details)), figure(t("figure.beacon.value", details))],
  /** @param {Record<string, any>} details @param {I18n["t"]} t */
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
  /** @param {Record<string, any>} details @param {I18n["t"]} t */
  follows: ({ rounds, broken }, t) => [
    figure(t("figure.follows", { count: rounds.length, first: rounds[0], last: rounds.at(-1) })),
    broken && figure(t("figure.broken", { broken })),
  ],
  /** @param {Record<string, any>} details @param {I18n["t"]} t */
  root: (details, t) => [figure(t("figure.root", details))],
  /** @param {Record<string, any>} details @param {I18n["t"]} t */
  "button-promise": (details, t) => [figure(t("figure.seed", details)), figure(t("figure.hash", details))],
  /** @param {Record<string, any>} details @param {I18n["t"]} t */
  button: ({ players, button, made }, t) => [
    figure(t("figure.button", { players: players.join(", "), button })),
    made && figure(t("figure.button.made", { made })),
  ],
  /** @param {Record<string, any>} details @param {I18n["t"]} t */
  tree: (
    details,
    t,
  ) => [figure(t("figure.top", details)), labelledFigure(t("figure.cards"), cardRow(details.cards, null, t))],
};

/**
 * @param {string} code
 * @param {boolean | undefined} agrees
 * @param {I18n["t"]} t
 * @param {Node[]} [figures]
 * @param {Record<string, any>} [details]
 */
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

/** @param {string} code @param {boolean | undefined} agrees @param {Record<string, any>} details */
function sentenceOf(code, agrees, { kind, missing }) {
  if (agrees === undefined) return missing ? `check.${code}.not.${missing}` : `check.${code}.not`;
  return kind ? `check.${code}.${kind}` : `check.${code}`;
}

/**
 * The lines of a verdict, in its order.
 * @param {{ checks: Check[] }} options
 * @param {I18n["t"]} t
 */
export function checkLines({ checks }, t) {
  return checks.map(({ code, good: agrees, details }) => {
    if (code === "opening") {
      return checkLine(details.to ? "check.opening" : "check.opening.table", agrees, t, [], {
        card: cardText(details.card, t),
        place: details.position + 1,
        to: details.to,
      });
    }
    return checkLine(
      sentenceOf(code, agrees, details),
      agrees,
      t,
      FIGURES[code]?.(details, t).filter(Boolean) ?? [],
    );
  });
}

/** @type {Record<string, string>} */
const VERDICTS = { true: "verify.yes", false: "verify.no", part: "verify.part" };

/**
 * Whether a check could not be made that the data or this browser should allow. A draw without a beacon has
 * no signature of its end.
 * @param {Check} check
 */
const isOpen = ({ good, details }) => good === undefined && details.missing !== "beacon";

/**
 * "true" only where everything was checked.
 * @param {{ good: boolean | undefined, checks: Check[] }} verdict
 */
const verdictState = ({ good: agrees, checks }) => agrees && checks.some(isOpen) ? "part" : String(agrees);

/**
 * The lines of a list of rounds: whether they follow each other, and a folded line for each.
 * @param {Published[]} rounds
 * @param {{ verdicts: Verdict[], chain: Check | null }} result
 * @param {I18n["t"]} t
 */
export function roundLines(rounds, { verdicts, chain }, t) {
  const lines = verdicts.map(({ good, checks }, at) => {
    const state = verdictState({ good, checks });
    return el(
      "li",
      { "data-agrees": state },
      el(
        "details",
        { open: !good },
        el(
          "summary",
          {},
          t("verify.round", { round: rounds[at]?.round ?? "?" }),
          " ",
          el("strong", { class: "verdict" }, t(VERDICTS[state])),
        ),
        el("ol", { class: "draw-steps" }, checkLines({ checks }, t)),
      ),
    );
  });
  return chain ? [...checkLines({ checks: [chain] }, t), ...lines] : lines;
}

/**
 * The verdict on a list of rounds as one.
 * @param {{ verdicts: Verdict[], chain: Check | null, good: boolean }} result
 * @returns {Verdict}
 */
export function wholeVerdict({ verdicts, chain, good }) {
  const checks = verdicts.flatMap((verdict) => verdict.checks);
  return { good, checks: chain ? [...checks, chain] : checks };
}

/**
 * The sentence that summarises a verdict.
 * @param {{ good: boolean | undefined, checks: Check[] }} options
 * @param {I18n["t"]} t
 */
export function verdictSummary({ good: agrees, checks }, t) {
  const open = checks.filter(isOpen).map(({ code }) => code);
  const failed = checks.filter(({ good }) => good === false).map(({ code }) => code);
  const code = agrees
    ? (open.includes("beacon")
      ? "verify.good.part"
      : checks.some((check) => check.code === "follows")
      ? "verify.good.shoe"
      : checks.some((check) => check.code === "root")
      ? "verify.good.pack"
      : "verify.good")
    : checks.some((check) => check.code === "unreadable")
    ? "verify.unreadable"
    : failed.length > 0 && failed.every((code) => code === "ending")
    ? "verify.bad.ending"
    : "verify.bad";
  return el(
    "p",
    { class: "verdict-all", "data-agrees": verdictState({ good: agrees, checks }) },
    t(code),
    agrees && open.includes("ending") && ` ${t("verify.good.ending")}`,
  );
}

/**
 * What this browser drew from the opened seed; null where it could draw nothing.
 * @param {{ checks: Check[] }} options
 * @param {I18n["t"]} t
 */
export function drawnAgain({ checks }, t) {
  const made = checks.find((check) => check.code === "drawn" && check.good)?.details.made;
  return made?.length ? el("p", {}, t("verify.again"), " ", cardRow(made, null, t)) : null;
}

/**
 * Published data as text that can be read and copied: a line for each field.
 * @param {Published} published
 */
export function publishedText(published) {
  /** @param {any} value */
  const valueText = (
    value,
  ) => (Array.isArray(value) && typeof value[0] === "object"
    ? `[\n  ${value.map((item) => JSON.stringify(item)).join(",\n  ")}\n ]`
    : JSON.stringify(value));
  return `{\n${
    Object.entries(published).map(([name, value]) => ` ${JSON.stringify(name)}: ${valueText(value)}`).join(
      ",\n",
    )
  }\n}`;
}
