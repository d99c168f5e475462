// Beside the cloth: the bank's last results, what the round meant for the player, and what this table pays
// and allows.
// [BJ-4c] [BJ-16] [BJ-31] [BJ-32]

import { el, mark, write } from "../../dom.js";
import { lastRound } from "../../table/last_round.js";
import { explained } from "./explain.js";
import { lastKind, lastText } from "./read.js";

const SHOWN = 14;

export function side({ describe, i18n, facts, openVerification, openPanel }) {
  const { t, money, signed } = i18n;
  const figure = el("span", { class: "bank-figure" });
  const named = el("span", { class: "result-name" });
  const outcome = el("p", { class: "result-mine" });
  const explain = (round) =>
    explained({ i18n, lines: round.explain ?? [], result: round.result, balance: round.balance });
  const why = el("button", {
    type: "button",
    class: "act",
    click: () => openPanel(t("explain.title"), lastRound({ i18n, url: facts.urls.last, explain })),
  }, t("explain.open"));
  const verify = el(
    "button",
    { type: "button", class: "act", click: () => openVerification() },
    t("verify.open"),
  );
  const result = el(
    "div",
    { class: "result" },
    el("div", { class: "result-head" }, figure, el("div", {}, named, outcome)),
    el("div", { class: "result-acts" }, why, verify),
  );
  const lasts = el("ol", { class: "bank-lasts", "aria-label": t("bj.lasts") });
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
      lasts,
    ),
    rules,
  );
  let lines = "";

  function drawLasts(history) {
    const entries = history.slice(0, SHOWN);
    if (lines === entries.join(" ")) return;
    lines = entries.join(" ");
    lasts.replaceChildren(
      ...entries.map((entry) =>
        el(
          "li",
          { class: "bank-tile", "data-kind": lastKind(entry), title: t(`bj.last.${lastKind(entry)}`) },
          lastText(entry),
          el("span", { class: "hidden-text" }, ` ${t(`bj.last.${lastKind(entry)}`)}`),
        )
      ),
    );
  }

  return {
    root,
    explain,
    render({ view, step }) {
      const { game = {}, phase, history = [] } = view.table;
      // What is still being played is not yet history for the eyes.
      drawLasts(history);
      const bank = game.bank?.result;
      const entry = bank ? (bank === "blackjack" ? "BJ" : String(game.bank.total)) : history[0];
      mark(result, "data-fresh", Boolean(bank));
      write(figure, lastText(entry));
      mark(figure, "data-kind", entry ? lastKind(entry) : null);
      write(
        named,
        bank
          ? t(`bj.bank.${bank}`, { total: game.bank.total })
          : t(entry === "idle" ? "bj.bank.idle" : entry ? "bj.bank.last" : "bj.bank.none"),
      );
      const mine = step === "live" && phase !== "betting" ? view.mine?.game?.result : null;
      // Said plainly: no celebration where no more came back than was staked.
      write(
        outcome,
        mine
          ? t("result.mine", {
            staked: money(mine.staked),
            back: money(mine.back + mine.prize),
            net: signed(mine.net),
          })
          : "",
      );
      why.disabled = !facts.me || step !== "live";
      verify.disabled = !view.proof;
    },
  };
}
