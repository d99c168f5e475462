// Why a round of blackjack was paid as it was: each hand with its cards and total against the bank's, the
// formula, the rule, and the effect on the balance.
// [BJ-25a] [BJ-25b] [BJ-25c] [BJ-25d] [BJ-25e] [BJ-25f] [BJ-25g] [BJ-25h] [BJ-25i] [BJ-26] [BJ-31]

import { cardsText } from "../../table/cards/card_text.js";
import { paymentRow, paymentTable, roundTally, ruleId, voidText } from "../../table/result.js";
import { el } from "../../dom.js";

/**
 * @typedef {import("../../table/game.d.ts").ExplanationLine} ExplanationLine
 * @typedef {import("../../table/game.d.ts").PlayedRound} PlayedRound
 * @typedef {import("../../table/game.d.ts").RoundResult} RoundResult
 * @typedef {import("../../table/i18n.js").I18n} I18n
 */

/**
 * `lines` is the server's explanation of the round; `result` has the totals.
 * @param {{
 *   i18n: I18n, lines: ExplanationLine[], result: RoundResult, balance: PlayedRound["balance"],
 * }} options
 */
export function explanation({ i18n, lines, result, balance }) {
  const { t } = i18n;
  const bank = lines.find((line) => line.code === "bank" || line.code === "bank-idle");
  const rows = lines.filter((line) => line.details?.place !== undefined).map((line) =>
    stakeRow(line, i18n, lines)
  );
  return el(
    "div",
    { class: "explained" },
    bank && bankLine(bank, i18n),
    ...lines.filter((line) => line.code === "void").map((line) =>
      el("p", {}, voidText(i18n, line.details.cause), ruleId(line.rule))
    ),
    rows.length > 0 && paymentTable(i18n, t("bj.hand"), rows),
    roundTally(i18n, { result, balance }),
    el("p", { class: "soft" }, t("explain.order")),
  );
}

/** @param {ExplanationLine} options @param {I18n} i18n */
function bankLine({ code, rule, details }, i18n) {
  const { cards, result, total } = details;
  const sentence = i18n.t(code === "bank" ? `bj.bank.${result}` : "bj.bank.idle", { total });
  return el("p", {}, cardsText(i18n, cards), " ", sentence, ruleId(rule));
}

/**
 * @param {ExplanationLine} options
 * @param {I18n} i18n
 * @param {ExplanationLine[]} lines
 */
function stakeRow({ code, rule, details }, i18n, lines) {
  const { t, money } = i18n;
  const { place, hand, cards, stake, prize = 0, lost = 0, back = 0, total, times } = details;
  const isSplit = lines.some((line) => line.details?.place === place && line.details.hand > 0);
  const figures = {
    stake: money(stake),
    prize: money(prize),
    lost: money(lost),
    back: money(back),
    total,
    times: Array.isArray(times) ? times.join(" : ") : times,
  };
  return paymentRow(i18n, {
    bet: [
      t("seat.place", { place }),
      isSplit && hand !== undefined && ` · ${t("bj.hand.number", { hand: hand + 1 })}`,
      cards && el("span", { class: "explained-cards" }, cardsText(i18n, cards), ` ${total}`),
    ],
    stake,
    reason: t(`bj.why.${code}`, figures),
    rule,
    net: prize - lost,
  });
}
