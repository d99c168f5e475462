// Beside the cloth: the bank's last results, what the round meant for the player, and what this table pays
// and allows.
// [BJ-4c] [BJ-16] [BJ-31] [BJ-32]

import { el, mark, write } from "../../dom.js";
import { lastRound } from "../../table/last_round.js";
import { explanation } from "./explanation.js";
import { resultKind, resultText } from "./selectors.js";

const MAX_RESULTS = 14;

export function sidePanel({ describe, i18n, facts, openVerification, openPanel }) {
  const { t, money, signed } = i18n;
  const resultFigure = el("span", { class: "bank-figure" });
  const resultName = el("span", { class: "result-name" });
  const outcome = el("p", { class: "result-mine" });
  const explain = (round) =>
    explanation({ i18n, lines: round.explain ?? [], result: round.result, balance: round.balance });
  const explainButton = el("button", {
    type: "button",
    class: "act",
    click: () => openPanel(t("explain.title"), lastRound({ i18n, url: facts.urls.last, explain })),
  }, t("explain.open"));
  const verifyButton = el(
    "button",
    { type: "button", class: "act", click: () => openVerification() },
    t("verify.open"),
  );
  const result = el(
    "div",
    { class: "result" },
    el("div", { class: "result-head" }, resultFigure, el("div", {}, resultName, outcome)),
    el("div", { class: "result-acts" }, explainButton, verifyButton),
  );
  const lastResults = el("ol", { class: "bank-lasts", "aria-label": t("bj.lasts") });
  const row = (name, value) => value && el("div", {}, el("dt", {}, name), el("dd", {}, value));
  const pays = (name) => describe.prizes[name]?.times.join(" : ");
  const rules = el(
    "dl",
    { class: "bj-rules" },
    row(t("bj.pays.blackjack"), pays("blackjack")),
    row(t("bj.pays.insurance"), pays("insurance")),
    row(t("bj.pays.special"), pays("special")),
    row(t("bj.limits"), `${money(describe.minimum)} – ${money(describe.maximum)}`),
    row(t("bj.decks"), describe.shoe.decks),
  );
  const root = el(
    "div",
    { class: "bj-side" },
    result,
    el(
      "section",
      { class: "bj-lasts", "aria-label": t("bj.lasts") },
      el("h2", { class: "small-label" }, t("bj.lasts")),
      lastResults,
    ),
    rules,
  );
  let drawnResults = "";

  function drawLastResults(history) {
    const entries = history.slice(0, MAX_RESULTS);
    if (drawnResults === entries.join(" ")) return;
    drawnResults = entries.join(" ");
    lastResults.replaceChildren(
      ...entries.map((entry) =>
        el(
          "li",
          { class: "bank-tile", "data-kind": resultKind(entry), title: t(`bj.last.${resultKind(entry)}`) },
          resultText(entry),
          el("span", { class: "hidden-text" }, ` ${t(`bj.last.${resultKind(entry)}`)}`),
        )
      ),
    );
  }

  return {
    root,
    explain,
    render({ view, step }) {
      const { game = {}, phase, history = [] } = view.table;
      // A round that is still being played is not part of the history shown.
      drawLastResults(history);
      const bank = game.bank?.result;
      const entry = bank ? (bank === "blackjack" ? "BJ" : String(game.bank.total)) : history[0];
      mark(result, "data-fresh", Boolean(bank));
      write(resultFigure, resultText(entry));
      mark(resultFigure, "data-kind", entry ? resultKind(entry) : null);
      write(
        resultName,
        bank
          ? t(`bj.bank.${bank}`, { total: game.bank.total })
          : t(entry === "idle" ? "bj.bank.idle" : entry ? "bj.bank.last" : "bj.bank.none"),
      );
      const ownResult = step === "live" && phase !== "betting" ? view.mine?.game?.result : null;
      // Stated plainly: no celebration where no more was returned than was staked.
      write(
        outcome,
        ownResult
          ? t("result.mine", {
            staked: money(ownResult.staked),
            back: money(ownResult.back + ownResult.prize),
            net: signed(ownResult.net),
          })
          : "",
      );
      explainButton.disabled = !facts.me || step !== "live";
      verifyButton.disabled = !view.proof;
    },
  };
}
