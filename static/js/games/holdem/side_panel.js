// Beside the table: how the last round ended and for whom, the pots with their contenders, the last results,
// and the terms of this table.
// [HE-2a] [HE-2b] [HE-2f] [HE-2g] [HE-2p] [HE-16] [HE-19] [HE-61] [HE-65] [HE-66]

import { forbiddenConductBrief } from "../../table/about.js";
import { drawOnChange } from "../../table/cards/table_frame.js";
import { ownOutcome, resultText } from "../../table/result.js";
import { compact, el, mark, write } from "../../dom.js";
import { explanation, explanationLines } from "./explanation.js";
import { aliasOf, kindText, parseResult, potsOf, rakeOf, wonOf } from "./selectors.js";
import { terms } from "./terms.js";

/**
 * @typedef {import("../../table/game.d.ts").GameContext} GameContext
 * @typedef {import("../../table/game.d.ts").View} View
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("../../table/panels.js").OpenPanel} OpenPanel
 * @typedef {import("./types.d.ts").Description} Description
 * @typedef {import("./types.d.ts").NamedPot} NamedPot
 */

const MAX_RESULTS = 5;

/**
 * @param {{ facts: GameContext["facts"], describe: Description, i18n: I18n, openPanel: OpenPanel }} options
 */
export function sidePanel({ facts, describe, i18n, openPanel }) {
  const { t, money, joinList } = i18n;
  const headlineLine = el("p", { class: "result-name" });
  const outcome = ownOutcome(i18n);
  // What the seat says it wins, less this stake, is the result.
  const staked = el("p", { class: "he-staked soft" });
  const explainButton = el("button", {
    type: "button",
    class: "act",
    click: () =>
      openPanel(
        t("explain.title"),
        lastRound ? explanation({ i18n, ...lastRound }) : el("p", {}, t("explain.none")),
      ),
  }, t("explain.open"));
  // It leads to the rounds of one's own.
  const verifyLink = facts.me && facts.urls.rounds
    ? el("a", {
      class: "act",
      href: facts.urls.rounds,
      target: "_blank",
      rel: "noopener",
      title: t("he.verify.how"),
    }, t("verify.open"))
    : null;
  const result = el(
    "div",
    { class: "result he-result" },
    el(
      "div",
      { class: "result-words" },
      el("div", { class: "result-line" }, headlineLine, el("div", { class: "he-net" }, outcome.net, staked)),
      outcome.sentence,
    ),
    el("div", { class: "result-acts" }, explainButton, verifyLink),
  );
  const pots = el("ul", { class: "he-side-pots" });
  const potsBox = el(
    "section",
    { class: "he-side-box", "aria-label": t("he.pots") },
    el("h2", { class: "small-label" }, t("he.pots")),
    pots,
  );
  const lastResults = el("ol", { class: "he-lasts" });
  const lastResultsBox = el(
    "section",
    { class: "he-side-box he-lasts-box", "aria-label": t("he.lasts") },
    el("h2", { class: "small-label" }, t("he.lasts")),
    lastResults,
  );
  const forbidden = forbiddenConductBrief({ describe, i18n, urls: facts.urls });
  const root = el(
    "div",
    { class: "he-side" },
    ...compact([result, lastResultsBox, terms({ describe, i18n }), forbidden, potsBox]),
  );
  /** @type {any} */
  let lastRound = null; // the last round in which this player took part

  /** @param {View} view @param {NamedPot} pot */
  function potRow(view, pot) {
    const shares = pot.shares?.map((share) =>
      t(share.commission ? "he.pot.paid.rake" : "he.pot.paid", {
        alias: aliasOf(view, share.seat, t),
        net: money(share.net),
        commission: money(share.commission),
      })
    );
    const contenders = pot.contenders.map((seat) => aliasOf(view, seat, t));
    const text = shares ? shares.join("; ") : t("he.pot.for", { names: joinList(contenders) });
    return [pot.name, money(pot.amount), text];
  }

  const drawPots = drawOnChange((rows) => {
    mark(potsBox, "data-empty", rows.length === 0);
    pots.replaceChildren(
      ...rows.map(([name, amount, players]) =>
        el(
          "li",
          {},
          el("span", {}, name),
          el("span", { class: "figure" }, amount),
          el("span", { class: "soft" }, players),
        )
      ),
    );
  });

  /** @param {View} view */
  function renderPots(view) {
    const game = view.table.game ?? {};
    const rows = potsOf(game, t).map((pot) => potRow(view, pot));
    if (!rows.length && game.pot) rows.push([t("he.pot"), money(game.pot), ""]);
    drawPots(rows);
  }

  const drawLastResults = drawOnChange((entries) => {
    mark(lastResultsBox, "data-empty", entries.length === 0);
    lastResults.replaceChildren(...entries.map((entry) => {
      const { kind, cents } = parseResult(entry);
      return el("li", {}, el("span", {}, kindText(kind, t)), el("span", { class: "figure" }, money(cents)));
    }));
  });

  /** @param {View} view @param {boolean} settled */
  function headline(view, settled) {
    const { game = {}, history = [] } = view.table;
    if (settled) {
      const winners = Object.entries(wonOf(game)).map(([seat, { kind }]) =>
        `${aliasOf(view, seat, t)}: ${kindText(kind ?? "", t)}`
      );
      const rake = rakeOf(game);
      return [...winners, rake ? t("he.rake", { amount: money(rake) }) : t("he.rake.none")].join(" · ");
    }
    if (!history.length) return t("he.last.none");
    const { kind, cents } = parseResult(history[0]);
    return t("he.last", { kind: kindText(kind, t), pot: money(cents) });
  }

  return {
    root,
    /** @param {{ view: View, step: string }} options */
    render({ view, step }) {
      const { game = {}, history = [] } = view.table;
      const settled = Boolean(game.paid) && step !== "collect";
      mark(result, "data-fresh", settled);
      write(headlineLine, headline(view, settled));
      const mine = step === "live" ? view.mine?.game?.outcome : null;
      // The commission is not returned to the player.  [HE-19]
      const received = mine && { ...mine, prize: mine.prize - mine.commission };
      outcome.show(received, received ? resultText(i18n, received) : "");
      write(staked, received?.prize ? t("he.staked", { staked: money(received.staked) }) : "");
      if (mine) lastRound = { result: mine, lines: explanationLines(view) };
      explainButton.disabled = !lastRound;
      renderPots(view);
      if (history.length) drawLastResults(history.slice(0, MAX_RESULTS));
    },
  };
}
