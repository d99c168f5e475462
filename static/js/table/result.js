// What a round meant for the player: one sentence, the card that shows it beside the table, and the parts of
// its explanation that are the same in every game.

import { compact, el, mark, write } from "../dom.js";
import { lastRound } from "./last_round.js";
import { sheetTable } from "./sheet.js";

/**
 * @typedef {import("./i18n.js").I18n} I18n
 * @typedef {import("./game.d.ts").RoundResult} RoundResult
 * @typedef {import("./game.d.ts").PlayedRound} PlayedRound
 * @typedef {{ before: number, after: number }} Balance
 * @typedef {[code: string, amount: string]} TallyRow
 */

/** What the round won or lost. @param {RoundResult} result */
export const netOf = ({ net, prize = 0, lost = 0, commission = 0 }) => net ?? prize - lost - commission;

/**
 * A round is explained to players who are signed in, once one has ended and its result has been shown.
 * @param {Pick<import("./game.d.ts").View, "proof" | "table" | "mine">} view
 * @param {{ me: unknown, isShown: boolean }} options
 */
export const mayExplain = (view, { me, isShown }) =>
  Boolean(
    me && isShown &&
      (view.mine?.game?.result || view.mine?.rounds || view.proof || view.table.history?.length),
  );

/**
 * Stated plainly: no celebration where no more was returned than was staked.
 * @param {I18n} i18n
 * @param {RoundResult} result
 * @param {string} [code]
 */
export function resultText({ t, money, signed }, result, code = "result.mine") {
  const { staked, back = 0, prize = 0, commission = 0 } = result;
  return t(code, {
    staked: money(staked),
    back: money(back + prize),
    net: signed(netOf(result)),
    commission: money(commission),
  });
}

/**
 * The announcement of a result, with a sound where the player won.
 * @param {I18n} i18n
 * @param {RoundResult} result
 * @param {string} [code]
 * @returns {import("./game.d.ts").Announcement}
 */
export function resultAnnouncement(i18n, result, code) {
  const text = resultText(i18n, result, code).replaceAll(" · ", ", "); // a voice pauses at commas
  return { text: `${text}.`, sound: netOf(result) > 0 ? "paid" : undefined };
}

/**
 * What the round meant for the player, in a sentence and as a figure; gold only if it is a gain.
 * @param {I18n} i18n
 */
export function ownOutcome(i18n) {
  const net = el("p", { class: "result-net figure", "aria-hidden": "true" });
  const sentence = el("p", { class: "result-mine" });
  /** @param {RoundResult | null | undefined} result @param {string} text */
  function show(result, text) {
    write(sentence, text);
    write(net, result ? i18n.signed(netOf(result)) : "");
    mark(net, "data-gain", Boolean(result && netOf(result) > 0));
  }
  return { net, sentence, show };
}

/**
 * The result with its buttons. `head` is what stands before the name of the result, `label` what stands above
 * it, `more` the further buttons of the game.
 * @param {{
 *   i18n: I18n,
 *   lastRoundUrl: string,
 *   openPanel: import("./panels.js").OpenPanel,
 *   openVerification: () => void,
 *   explain: (round: PlayedRound) => HTMLElement,
 *   panelOptions?: import("./panels.js").PanelOptions,
 *   head?: HTMLElement,
 *   label?: HTMLElement,
 *   more?: HTMLElement[],
 * }} options
 */
export function resultCard(
  { i18n, lastRoundUrl, openPanel, openVerification, explain, panelOptions, head, label, more = [] },
) {
  const { t } = i18n;
  const name = el("span", { class: "result-name" });
  const outcome = ownOutcome(i18n);
  const openExplanation = () =>
    openPanel(t("explain.title"), lastRound({ i18n, url: lastRoundUrl, explain }), panelOptions);
  const explainButton = el(
    "button",
    { type: "button", class: "act", click: openExplanation },
    t("explain.open"),
  );
  const verifyButton = el(
    "button",
    { type: "button", class: "act", click: () => openVerification() },
    t("verify.open"),
  );
  const root = el(
    "div",
    { class: "result" },
    el(
      "div",
      { class: "result-head" },
      head,
      el(
        "div",
        { class: "result-words" },
        label,
        el("div", { class: "result-line" }, name, outcome.net),
        outcome.sentence,
      ),
    ),
    el("div", { class: "result-acts" }, explainButton, verifyButton, ...more),
  );
  /**
   * @param {import("./game.d.ts").View} view
   * @param {{ me: unknown, isShown: boolean }} options
   */
  function updateButtons(view, options) {
    explainButton.disabled = !mayExplain(view, options);
    verifyButton.disabled = !view.proof;
  }
  return { root, name, showOutcome: outcome.show, verifyButton, updateButtons };
}

/**
 * A rule's number after the text that it belongs to.
 * @param {string | null | undefined} rule
 */
export const ruleId = (rule) => rule ? el("span", { class: "rule-id" }, ` ${rule}`) : null;

/**
 * Why a round was void, in two sentences.
 * @param {I18n} i18n
 * @param {string} cause
 */
export const voidText = ({ t }, cause) => `${t("void.said")} ${t(`void.cause.${cause}`)}`;

/**
 * The table of the bets of a round: what was bet, the stake, the formula with its rule, the net result.
 * @param {I18n} i18n
 * @param {string} betHeading
 * @param {Element[]} rows
 */
export function paymentTable({ t }, betHeading, rows) {
  const headings = [
    { text: betHeading },
    { text: t("explain.stake"), isFigure: true },
    { text: t("explain.why") },
    { text: t("explain.net"), isFigure: true },
  ];
  return sheetTable(headings, el("tbody", {}, ...rows));
}

/**
 * One bet of that table.
 * @param {I18n} i18n
 * @param {{
 *   bet: import("../dom.js").Child[], stake: number, reason: string, rule?: string | null, net: number,
 * }} payment
 */
export function paymentRow({ t, money, signed }, { bet, stake, reason, rule, net }) {
  return el(
    "tr",
    {},
    el("th", { scope: "row" }, ...bet),
    el("td", { class: "figure", "data-label": t("explain.stake") }, money(stake)),
    el("td", {}, reason, ruleId(rule)),
    el("td", { class: "figure" }, signed(net)),
  );
}

/**
 * Amounts with their names.
 * @param {I18n} i18n
 * @param {(TallyRow | false | null | undefined)[]} rows
 */
export function tally({ t }, rows) {
  const nodes = compact(rows).map(([code, amount]) =>
    el("div", {}, el("dt", {}, t(code)), el("dd", {}, amount))
  );
  return el("dl", { class: "tally" }, ...nodes);
}

/**
 * The totals of a round against the bank. The game adds its own rows after the stake and after the prizes.
 * @param {I18n} i18n
 * @param {{
 *   result: RoundResult, balance?: Balance | null, afterStake?: (TallyRow | false)[],
 *   afterPrize?: (TallyRow | false)[],
 * }} totals
 */
export function roundTally(i18n, { result, balance, afterStake = [], afterPrize = [] }) {
  const { t, money, signed } = i18n;
  const { staked, lost = 0, back = 0, prize = 0 } = result;
  return tally(i18n, [
    ["sum.staked", money(staked)],
    ...afterStake,
    lost > 0 && ["sum.lost", money(lost)],
    ["sum.back", money(back)],
    ["sum.prize", money(prize)],
    ...afterPrize,
    ["sum.net", signed(netOf(result))],
    balance && ["sum.balance", t("from.to", { from: money(balance.before), to: money(balance.after) })],
  ]);
}
