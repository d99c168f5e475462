// Why a round of ponto e banca was paid as it was: both hands with the values of their cards, why each drew
// or stood, every bet with its formula and rule, the commission, and the effect on the balance.
// [PB-8] [PB-11] [PB-20] [PB-22] [PB-23a] [PB-23b] [PB-24] [PB-25a] [PB-25b] [PB-25c] [PB-26] [PB-31]

import { cardName } from "../../table/cards/card.js";
import { cardsText } from "../../table/cards/card_text.js";
import { paymentRow, paymentTable, roundTally, ruleId, voidText } from "../../table/result.js";
import { el } from "../../dom.js";
import { moveText } from "./announcements.js";

/**
 * @typedef {import("../../table/game.d.ts").ExplanationLine} ExplanationLine
 * @typedef {import("../../table/game.d.ts").PlayedRound} PlayedRound
 * @typedef {import("../../table/game.d.ts").RoundResult} RoundResult
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("./types.d.ts").Description} Description
 */

const HAND_MOVES = ["natural", "draws", "stands"];

/**
 * `lines` is the server's explanation of the round; `result` has the totals.
 * @param {{
 *   describe: Description, i18n: I18n, lines: ExplanationLine[], result: RoundResult,
 *   balance: PlayedRound["balance"],
 * }} options
 */
export function explanation({ describe, i18n, lines, result, balance }) {
  const { t, signed } = i18n;
  const thirdCard = lines.find((line) => line.code === "hand" && line.details.hand === "punto")?.details
    .cards[2];
  const rows = lines.filter((line) => line.details?.place !== undefined).map((line) =>
    betRow(line, describe, i18n)
  );
  const commission = lines.find((line) => line.code === "commission");
  if (commission && rows.length) rows.push(commissionRow(commission, i18n));
  const winner = lines.find((line) => line.code === "winner");
  return el(
    "div",
    { class: "explained" },
    ...lines.filter((line) => line.code === "void").map((line) =>
      el("p", {}, voidText(i18n, line.details.cause), ruleId(line.rule))
    ),
    winner && winnerLine(winner, i18n),
    winner && el(
      "ul",
      { class: "explained-hands" },
      ...lines.filter((line) => line.code === "hand").map((line) => handLine(line, i18n)),
      ...lines.filter((line) => HAND_MOVES.includes(line.code)).map((line) =>
        moveLine(line, { describe, i18n, thirdCard })
      ),
    ),
    rows.length > 0 && paymentTable(i18n, t("explain.place"), rows),
    roundTally(i18n, {
      result,
      balance,
      afterPrize: [(result.commission ?? 0) > 0 && ["pb.commission.name", signed(-(result.commission ?? 0))]],
    }),
    el("p", { class: "soft" }, t("explain.order")),
  );
}

/** @param {ExplanationLine} options @param {I18n} i18n */
function winnerLine({ rule, details }, i18n) {
  const pairs = details.pairs.map((/** @type {string} */ pair) => i18n.placeName(pair));
  const sentences = [i18n.t(`pb.won.${details.winner}`, details), ...pairs].join(". ");
  return el("p", { class: "explained-winner" }, sentences, ".", ruleId(rule));
}

/** @param {ExplanationLine} options @param {I18n} i18n */
function handLine({ rule, details }, i18n) {
  return el(
    "li",
    {},
    el("strong", {}, i18n.t(`kind.${details.hand}`)),
    " ",
    cardsText(i18n, details.cards),
    ` = ${details.values.join(" + ")} → `,
    el("b", {}, details.score),
    ruleId(rule),
  );
}

/**
 * @param {ExplanationLine} options
 * @param {{ describe: Description, i18n: I18n, thirdCard: string | undefined }} more
 */
function moveLine({ code, rule, details }, { describe, i18n, thirdCard }) {
  const text = moveText({
    t: i18n.t,
    /** @param {string} card */
    cardText: (card) => cardName(i18n, card),
    thirds: describe.thirds,
    hand: details.hand,
    move: { code, rule, on: details.on },
    thirdCard,
  });
  return el("li", {}, text, ruleId(rule));
}

/**
 * @param {ExplanationLine} options
 * @param {{ t: I18n["t"], money: I18n["money"], signed: I18n["signed"] }} more
 */
function commissionRow({ rule, details }, { t, money, signed }) {
  const { percent, commission } = details;
  const reason = t("pb.why.commission", { percent, commission: money(commission) });
  return el(
    "tr",
    {},
    el("th", { scope: "row" }, t("pb.commission.name")),
    el("td", {}),
    el("td", {}, reason, ruleId(rule)),
    el("td", { class: "figure" }, signed(-commission)),
  );
}

/**
 * @param {ExplanationLine} options
 * @param {Description} describe
 * @param {I18n} i18n
 */
function betRow({ code, rule, details }, describe, i18n) {
  const { t, money } = i18n;
  const { place, stake, prize = 0, lost = 0, back = 0 } = details;
  const figures = {
    times: describe.kinds[place]?.prize[0],
    stake: money(stake),
    prize: money(prize),
    lost: money(lost),
    back: money(back),
  };
  const reason = t(`pb.why.${code}`, figures);
  return paymentRow(i18n, { bet: [i18n.placeName(place)], stake, reason, rule, net: prize - lost });
}
