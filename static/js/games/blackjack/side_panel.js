// Beside the cloth: the bank's last results, what the round meant for the player, and what this table pays
// and allows.
// [BJ-4c] [BJ-16] [BJ-31] [BJ-32]

import { el, mark, write } from "../../dom.js";
import { drawOnChange } from "../../table/cards/table_frame.js";
import { resultCard, resultText } from "../../table/result.js";
import { explanation } from "./explanation.js";
import { bankResultKind, bankResultText } from "./selectors.js";

/**
 * @typedef {import("../../table/game.d.ts").GameContext} GameContext
 * @typedef {import("../../table/game.d.ts").PlayedRound} PlayedRound
 * @typedef {import("../../table/game.d.ts").View} View
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("../../table/panels.js").OpenPanel} OpenPanel
 * @typedef {import("./types.d.ts").Description} Description
 */

const MAX_RESULTS = 14;

/**
 * @param {{
 *   describe: Description, i18n: I18n, facts: GameContext["facts"], openVerification: () => void,
 *   openPanel: OpenPanel,
 * }} options
 */
export function sidePanel({ describe, i18n, facts, openVerification, openPanel }) {
  const { t, money } = i18n;
  const resultFigure = el("span", { class: "bank-figure" });
  /** @param {PlayedRound} round */
  const explain = (round) =>
    explanation({ i18n, lines: round.explain ?? [], result: round.result, balance: round.balance });
  const card = resultCard({
    i18n,
    lastRoundUrl: facts.urls.last,
    openPanel,
    openVerification,
    explain,
    head: resultFigure,
  });
  const lastResults = el("ol", { class: "bank-lasts", "aria-label": t("bj.lasts") });
  /** @param {string} name @param {string | number | undefined} value */
  const row = (name, value) => value && el("div", {}, el("dt", {}, name), el("dd", {}, value));
  /** @param {string} name */
  const pays = (name) => describe.prizes[name]?.times.join(" : ");
  const prizes = el(
    "dl",
    { class: "bj-rules" },
    row(t("bj.pays.blackjack"), pays("blackjack")),
    row(t("bj.even-money"), pays("even-money")),
    row(t("bj.pays.win"), pays("win")),
    row(t("bj.pays.insurance"), pays("insurance")),
    row(t("bj.pays.special"), pays("special")),
    row(t("bj.limits"), `${money(describe.minimum)} – ${money(describe.maximum)}`), // [BJ-10]
    row(t("bj.decks"), describe.shoe.decks),
  );
  /** @param {string} name */
  const option = (name) => describe.rules[name].is;
  const splits = option("split_limit");
  const { decision_seconds: seconds, extra_seconds: extra } = describe;
  const decisionTime = t(`time.decide.${extra ? "seconds" : "alone"}`, { seconds, extra });
  const options = el(
    "section",
    { class: "bj-options", "aria-label": t("bj.rules") },
    el("h2", { class: "small-label" }, t("bj.rules")),
    el(
      "dl",
      { class: "bj-rules" },
      row(t("bj.rules.double"), t(`bj.rules.double.${option("double_any") ? "any" : "some"}`)),
      row(t("bj.rules.cards"), t(`bj.rules.cards.${option("double_late") ? "any" : "two"}`)),
      row(t("bj.rules.split"), t(`bj.rules.split.${option("pairs_only") ? "pairs" : "value"}`)),
      row(
        t("bj.rules.splits"),
        t(splits === "none" ? "bj.rules.splits.none" : "bj.rules.splits.most", { most: splits }),
      ),
      row(t("bj.rules.surrender"), t(`bj.rules.surrender.${option("surrender_late") ? "any" : "first"}`)),
      row(t("time.decide"), decisionTime), // [BJ-24b]
      row(t("bj.rules.lapse"), t("bj.rules.lapse.draws", { most: option("lapse_draws_to") })), // [BJ-15a]
      row(t("bj.rules.places"), t("bj.rules.splits.most", { most: describe.places_per_player })),
    ),
  );
  const root = el(
    "div",
    { class: "bj-side" },
    card.root,
    el(
      "section",
      { class: "bj-lasts", "aria-label": t("bj.lasts") },
      el("h2", { class: "small-label" }, t("bj.lasts")),
      lastResults,
    ),
    prizes,
    options,
  );
  const drawLastResults = drawOnChange((entries) => {
    const tiles = entries.map((entry) => {
      const name = t(`bj.last.${bankResultKind(entry)}`);
      return el(
        "li",
        { class: "bank-tile", "data-kind": bankResultKind(entry), title: name },
        bankResultText(entry),
        el("span", { class: "hidden-text" }, ` ${name}`),
      );
    });
    lastResults.replaceChildren(...tiles);
  });

  return {
    root,
    explain,
    /** @param {{ view: View, step: string }} options */
    render({ view, step }) {
      const { game = {}, phase, history = [] } = view.table;
      // A round that is still being played is not part of the history shown.
      drawLastResults(history.slice(0, MAX_RESULTS));
      const bank = game.bank?.result;
      const entry = bank ? (bank === "blackjack" ? "BJ" : String(game.bank.total)) : history[0];
      mark(card.root, "data-fresh", Boolean(bank));
      write(resultFigure, bankResultText(entry));
      mark(resultFigure, "data-kind", entry ? bankResultKind(entry) : null);
      write(
        card.name,
        bank
          ? t(`bj.bank.${bank}`, { total: game.bank.total })
          : t(entry === "idle" ? "bj.bank.idle" : entry ? "bj.bank.last" : "bj.bank.none"),
      );
      const ownResult = step === "live" && phase !== "betting" ? view.mine?.game?.result : null;
      card.showOutcome(ownResult, ownResult ? resultText(i18n, ownResult) : "");
      card.updateButtons(view, { me: facts.me, isShown: step === "live" });
    },
  };
}
