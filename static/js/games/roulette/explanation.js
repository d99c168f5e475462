// Why a round was paid as it was: every place with its stake, the formula, the rule, and the effect on the
// balance.
// [AR-13b] [AR-18a] [AR-18b] [AR-24] [FR-R14b] [FR-R19a] [FR-R19b] [FR-R25]

import { paymentRow, paymentTable, roundTally } from "../../table/result.js";
import { el } from "../../dom.js";

/**
 * @typedef {import("../../table/game.d.ts").PlayedRound} PlayedRound
 * @typedef {import("../../table/game.d.ts").RoundResult} RoundResult
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("../../table/messages.d.ts").Cents} Cents
 * @typedef {import("./types.d.ts").Chance} Chance
 * @typedef {import("./types.d.ts").Layout} Layout
 * @typedef {import("./types.d.ts").ResultLine} ResultLine
 */

/**
 * The table of one settled round, from the lines that the server sent with its result.
 * @param {{
 *   layout: Layout, i18n: I18n, result: RoundResult, number: string | undefined,
 *   balance: PlayedRound["balance"],
 * }} options
 */
export function explanation({ layout, i18n, result, number, balance }) {
  const { t, money } = i18n;
  const rules = result.rules ?? {};
  const rows = (result.lines ?? []).map((/** @type {ResultLine} */ line) =>
    lineRow(line, { layout, i18n, rules })
  );
  return el(
    "div",
    { class: "explained" },
    number !== undefined &&
      el(
        "p",
        {},
        el("span", { class: "number-tile", "data-colour": layout.colours[number] }, number),
        " ",
        t("explain.number", { number, colour: t(`colour.${layout.colours[number]}`) }),
      ),
    paymentTable(i18n, t("explain.place"), rows),
    roundTally(i18n, {
      result,
      balance,
      afterPrize: [result.held > 0 && ["sum.held", money(result.held)]],
    }),
    el("p", { class: "soft" }, t("explain.order")),
  );
}

/**
 * @param {ResultLine} line
 * @param {{ layout: Layout, i18n: I18n, rules: Record<string, string> }} options
 */
function lineRow(line, { layout, i18n, rules }) {
  const { place, stake, prize = 0, lost = 0 } = line;
  const kind = layout.kinds[layout.places.get(place)?.kind ?? place.split(":")[0]];
  return paymentRow(i18n, {
    bet: [i18n.placeName(place)],
    stake,
    reason: formulaText(line, kind, i18n),
    rule: line.rule ?? rules[place] ?? (prize ? kind?.rules.prize : undefined),
    net: prize - lost,
  });
}

/**
 * @param {{
 *   code?: string, stake: number, prize?: Cents, lost?: Cents,
 *   back?: Cents,
 * }} options
 * @param {Chance | undefined} kind
 * @param {{ t: I18n["t"], money: I18n["money"] }} more
 */
function formulaText({ code, stake, prize, lost, back }, kind, { t, money }) {
  if (prize) {
    const [times, staked] = kind?.prize ?? [0, 1];
    const form = staked === 1 ? "explain.won" : "explain.won.half";
    return t(form, { times, stake: money(stake), prize: money(prize) });
  }
  const figures = { stake: money(stake), back: money(back ?? 0), lost: money(lost ?? 0) };
  return t(`explain.${code ?? (lost ? "lost" : "returned")}`, figures);
}
