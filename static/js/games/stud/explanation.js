// Why a round of stud was paid as it was: both hands, whether the bank played, each box with its formula and
// rule, and the effect on the balance.
// [CS-10] [CS-13] [CS-25] [CS-26] [CS-28a] [CS-29] [CS-37] [MS-9.1] [MS-9.2] [MS-9.4] [MS-9.5] [MS-10.2]

import { compact, el } from "../../dom.js";
import { cardsText } from "../../table/cards/card_text.js";
import { paymentRow, paymentTable, roundTally, ruleId } from "../../table/result.js";

/**
 * @typedef {import("../../table/game.d.ts").ExplanationLine} ExplanationLine
 * @typedef {import("../../table/game.d.ts").PlayedRound} PlayedRound
 * @typedef {import("../../table/game.d.ts").RoundResult} RoundResult
 * @typedef {import("../../table/i18n.js").I18n} I18n
 */

const HANDS = new Set(["hand", "bank", "no-game"]);

/**
 * `lines` is the server's explanation of the round; `result` has the totals.
 * @param {{
 *   i18n: I18n, lines: ExplanationLine[], result: RoundResult, balance: PlayedRound["balance"],
 * }} options
 */
export function explanation({ i18n, lines, result, balance }) {
  const { t, money } = i18n;
  const rows = lines.filter((line) => line.details?.box).map((line) => boxRow(line, i18n));
  return el(
    "div",
    { class: "explained" },
    ...lines.filter((line) => HANDS.has(line.code)).map((line) => handLine(line, i18n)),
    ...compact(lines.map((line) => noteLine(line, i18n))),
    rows.length > 0 && paymentTable(i18n, t("st.box"), rows),
    roundTally(i18n, {
      result,
      balance,
      afterStake: [result.carried > 0 && ["st.carried", money(result.carried)]],
      afterPrize: [result.held > 0 && ["sum.held", money(result.held)]],
    }),
    el("p", { class: "soft" }, t("st.order.paid")),
  );
}

/** @param {ExplanationLine} options @param {I18n} i18n */
function handLine({ code, rule, details }, i18n) {
  const { t } = i18n;
  return el(
    "p",
    { class: "explained-hand" },
    el("span", { class: "soft" }, t(code === "hand" ? "st.why.hand" : "st.why.bank")),
    " ",
    cardsText(i18n, details.cards),
    " ",
    t(`st.${details.kind}`),
    code !== "hand" && ` · ${t(code === "bank" ? "st.why.plays" : "st.why.no-game")}`,
    ruleId(rule),
  );
}

/**
 * @param {string} code
 * @param {Record<string, any>} details
 * @param {{ t: I18n["t"], money: I18n["money"] }} options
 */
function noteText(code, details, { t, money }) {
  if (code === "void") return `${t("st.why.void")} ${t(`void.cause.${details.cause}`)}`;
  if (code === "same-kind") return t("st.why.same-kind", { kind: t(`st.${details.kind}`) });
  if (code === "jackpot-held") return t("st.why.jackpot-held", { held: money(details.held) });
  return "";
}

/** @param {ExplanationLine} options @param {I18n} i18n */
function noteLine({ code, rule, details }, i18n) {
  const text = noteText(code, details, i18n);
  return text && el("p", {}, text, ruleId(rule));
}

/** @param {ExplanationLine} options @param {I18n} i18n */
function boxRow({ code, rule, details }, i18n) {
  const { t, money } = i18n;
  const { box, stake, prize = 0, lost = 0, back = 0, kind, maximum } = details;
  const form = code !== "won" || !kind ? code : maximum === undefined ? "won.kind" : "won.capped";
  const figures = {
    ...details,
    stake: money(stake),
    prize: money(prize),
    lost: money(lost),
    back: money(back),
    kind: kind && t(`st.${kind}`),
    maximum: maximum && money(maximum),
  };
  const reason = t(`st.why.${form}`, figures);
  return paymentRow(i18n, { bet: [t(`kind.${box}`)], stake, reason, rule, net: prize - lost });
}
