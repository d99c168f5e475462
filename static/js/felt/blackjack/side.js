// Beside the cloth: the bank's last results, what the round meant for the player, and what this table pays and allows.
// [BJ-4c] [BJ-16] [BJ-31] [BJ-32]

import { el, mark, write } from "../../table/dom.js";
import { explained, linesOf } from "./explain.js";
import { lastKind } from "./read.js";

const SHOWN = 14;

export function side({ describe, speaker, places, panel }) {
  const { t, money, signed } = speaker;
  const figure = el("span", { class: "bank-figure" });
  const named = el("span", { class: "result-name" });
  const outcome = el("p", { class: "result-mine" });
  const why = el("button", { type: "button", class: "act", click: () => panel(t("explain.title"), last ? explained({ speaker, ...last }) : el("p", {}, t("explain.none"))) }, t("explain.open"));
  const verify = el("button", { type: "button", class: "act", click: () => places.verify() }, t("verify.open"));
  const result = el("div", { class: "result" }, el("div", { class: "result-head" }, figure, el("div", {}, named, outcome)), el("div", { class: "result-acts" }, why, verify));
  const lasts = el("ol", { class: "bank-lasts", "aria-label": t("bj.lasts") });
  const row = (name, value) => value && el("div", {}, el("dt", {}, name), el("dd", {}, value));
  const pays = (name) => describe.prizes[name]?.times.join(" : ");
  const rules = el("dl", { class: "bj-rules" },
    row(t("bj.pays.blackjack"), pays("blackjack")),
    row(t("bj.pays.insurance"), pays("insurance")),
    row(t("bj.pays.special"), pays("special")),
    row(t("bj.limits"), `${money(describe.minimum)} – ${money(describe.maximum)}`),
    row(t("bj.decks"), describe.shoe.decks));
  const root = el("div", { class: "bj-side" }, result,
    el("section", { class: "bj-lasts", "aria-label": t("bj.lasts") }, el("h2", { class: "small-label" }, t("bj.lasts")), lasts), rules);
  let last = null; // the last settled round that this player took part in
  let lines = "";
  let balance = null; // {round, before, after}: what the settlement did to it

  function drawLasts(history) {
    const entries = history.slice(0, SHOWN);
    if (lines === entries.join(" ")) return;
    lines = entries.join(" ");
    lasts.replaceChildren(...entries.map((entry) => el("li", { class: "bank-tile", "data-kind": lastKind(entry), title: t(`bj.last.${lastKind(entry)}`) }, entry,
      el("span", { class: "hidden-text" }, ` ${t(`bj.last.${lastKind(entry)}`)}`))));
  }

  return {
    root,
    render({ seen, step }) {
      const { game = {}, phase, history = [] } = seen.table;
      // What is still being played is not yet history for the eyes.
      drawLasts(history);
      const bank = game.bank?.result;
      const entry = bank ? (bank === "blackjack" ? "BJ" : String(game.bank.total)) : history[0];
      mark(result, "data-fresh", Boolean(bank));
      write(figure, entry ?? "–");
      mark(figure, "data-kind", entry ? lastKind(entry) : null);
      write(named, bank ? t(`bj.bank.${bank}`, { total: game.bank.total }) : t(entry ? "bj.bank.last" : "bj.bank.none"));
      const mine = step === "live" && phase !== "betting" ? seen.mine?.game?.result : null;
      // Said plainly: no celebration where no more came back than was staked.
      write(outcome, mine ? t("result.mine", { staked: money(mine.staked), back: money(mine.back + mine.prize), net: signed(mine.net) }) : "");
      if (seen.purse && (step === "collect" || step === "pay")) balance = { round: seen.table.round, before: seen.purse.cents };
      if (balance && balance.round === seen.table.round && step === "live" && balance.after === undefined && seen.purse) balance.after = seen.purse.cents;
      if (mine && mine.lines.length) last = { lines: linesOf(mine, game.bank), result: mine, balance: balance && balance.round === seen.table.round && balance.after !== undefined ? balance : null };
      why.disabled = !last;
      verify.disabled = !seen.proof;
    },
  };
}
