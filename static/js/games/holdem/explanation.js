// Why a round of hold'em ended for the player as it did: the hand, each pot that was won with its commission,
// and the totals.
// [HE-17a] [HE-18] [HE-19] [HE-27] [HE-33] [HE-35] [HE-36] [HE-40] [HE-60] [HE-65] [HE-72]

import { el } from "../../dom.js";
import { cardsText } from "../../table/cards/card_text.js";
import { ruleId, tally, voidText } from "../../table/result.js";
import { kindText, seatOf } from "./selectors.js";

/**
 * @typedef {import("../../table/game.d.ts").ExplanationLine} ExplanationLine
 * @typedef {import("../../table/game.d.ts").RoundResult} RoundResult
 * @typedef {import("../../table/game.d.ts").View} View
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("../../table/messages.d.ts").Cents} Cents
 * @typedef {import("./types.d.ts").Pot} Pot
 */

const AMOUNTS = ["amount", "gross", "commission", "net", "lost", "back"];

/**
 * `lines` is the server's explanation of the round; `result` has the totals.
 * @param {{ i18n: I18n, lines: ExplanationLine[], result: RoundResult }} options
 */
export function explanation({ i18n, lines, result }) {
  const reasons = lines.filter((line) => line.code !== "total").map(({ code, rule, details }) =>
    el("li", {}, ...reasonText(code, details, i18n), ruleId(rule))
  );
  return el(
    "div",
    { class: "explained" },
    el("ul", { class: "he-why" }, ...reasons),
    result && totals(i18n, result),
  );
}

/**
 * What was staked, what came back, and the difference: a stake that a won pot returns was not lost.
 * @param {I18n} i18n
 * @param {RoundResult} result
 */
function totals(i18n, { staked, back = 0, prize = 0, commission = 0, net = 0 }) {
  const { money, signed } = i18n;
  return tally(i18n, [
    ["sum.staked", money(staked)],
    back > 0 && ["he.sum.back", money(back)],
    ["he.sum.won", money(prize)],
    commission > 0 && ["he.sum.commission", money(commission)],
    ["sum.net", signed(net)],
  ]);
}

/** @param {string} code @param {Record<string, any>} details @param {I18n} i18n */
function reasonText(code, details, i18n) {
  const { t, money } = i18n;
  if (code === "void") return [voidText(i18n, details.cause)];
  if (code === "hand") {
    return [t("he.why.hand", { kind: kindText(details.kind, t) }), " ", cardsText(i18n, details.cards)];
  }
  if (code === "commission") {
    return [t("he.why.commission", { rate: `${i18n.figure(details.rate, false)} %` })];
  }
  const figures = Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, AMOUNTS.includes(name) ? money(value) : value]),
  );
  const form = code === "pot-won" && details.winners > 1 ? "pot-shared" : code;
  return [t(`he.why.${form}`, figures)];
}

/**
 * The explanation of a round that has just ended, from the data on the page.
 * @param {View} view
 */
export function explanationLines(view) {
  const { game } = view.table;
  const own = view.mine?.game;
  const seat = seatOf(view);
  const { outcome } = own;
  if (game.phase === "void") return [{ code: "void", rule: "HE-72", details: { cause: game.cause } }];
  const lines = [];
  if (game.seats[seat ?? 0]?.state === "folded") {
    lines.push({ code: "folded", rule: "HE-35", details: { lost: outcome.lost } });
  } else if (Object.values(game.won ?? {}).some((winner) => winner.kind === "last-in")) {
    lines.push({ code: "last-in", rule: "HE-36", details: {} });
  } else if (own.hand) lines.push({ code: "hand", rule: "HE-60", details: own.hand });
  if (outcome.back) lines.push({ code: "unmatched", rule: "HE-40", details: { back: outcome.back } });
  return [...lines, ...(game.paid ?? []).flatMap((/** @type {Pot} */ pot) => potLines(pot, seat))];
}

/** @param {Pot} pot @param {number | undefined} ownSeat */
function potLines({ amount, shares = [] }, ownSeat) {
  const rule = shares.length > 1 ? "HE-33" : "HE-27";
  return shares.filter(({ seat }) => seat === ownSeat).map(({ gross, commission, net }) => ({
    code: "pot-won",
    rule,
    details: { amount, winners: shares.length, gross, commission, net },
  }));
}
