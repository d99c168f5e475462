// The phase of the round, what just happened, and why a third card is drawn or not, in the words of the
// regulation. The server decides who draws and names the rule; the printed rows of that rule are part of the
// table's description.
// [PB-18] [PB-19] [PB-20] [PB-21] [PB-22] [PB-27b]

import { cardList, cardName } from "../../table/cards/card.js";
import { resultAnnouncement } from "../../table/result.js";
import { isReached } from "./selectors.js";

/**
 * @typedef {import("../../table/game.d.ts").RoundResult} RoundResult
 * @typedef {import("../../table/game.d.ts").View} View
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("../../table/messages.d.ts").GameEvent} GameEvent
 * @typedef {import("./types.d.ts").Description} Description
 * @typedef {import("./types.d.ts").GameView} GameView
 * @typedef {import("./types.d.ts").Move} Move
 * @typedef {import("./types.d.ts").Step} Step
 * @typedef {import("./types.d.ts").ThirdCardRule} ThirdCardRule
 */

const IDLE_PHASES = ["held", "shut", "asleep", "preparing", "void"];

/**
 * The sentence about one hand's move. `thirdCard` is punto's third card, where there is one.  [PB-20]
 * @param {{
 *   t: I18n["t"], cardText: (card: string) => string, thirds: ThirdCardRule, hand: string,
 *   move: Move, thirdCard: string | undefined,
 * }} options
 */
export function moveText({ t, cardText, thirds, hand, move, thirdCard }) {
  /** @param {number[]} values */
  const row = (values) => (values ?? []).join("-");
  const figures = {
    on: move.on,
    natural: row(thirds.natural),
    draws: row(thirds.punto),
    always: row(thirds.banco_always),
    alone: row(thirds.banco_alone),
    against: row(thirds.banco[move.on]),
    card: thirdCard ? cardText(thirdCard) : "",
  };
  const rule = (move.rule ?? "").replace(/^PB-(19|20)-?/, "");
  if (move.code === "natural") return t(`pb.why.${hand}.natural`, figures);
  if (!rule) return t(`pb.why.${hand}.other-natural`, figures);
  if (hand === "punto") return t(`pb.why.punto.${move.code}`, figures);
  if (rule === "banca-0-2") return t("pb.why.banco.always", figures);
  if (rule === "banca-7") return t("pb.why.banco.seven", figures);
  if (rule.startsWith("nodraw")) return t(`pb.why.banco.alone.${move.code}`, figures);
  return t(`pb.why.banco.${move.code}`, figures);
}

/**
 * The code of the sentence about the player's result: with the commission where there was one.  [PB-26]
 * [PB-31]
 * @param {RoundResult} result
 */
export const resultCode = (result) => (result.commission ? "pb.result.charged" : "result.mine");

/** @param {{ i18n: I18n, describe: Description }} options */
export function createAnnouncements({ i18n, describe }) {
  const { t } = i18n;
  /** @param {string} card */
  const cardText = (card) => cardName(i18n, card);

  /** @param {GameView} game @param {string} hand */
  function currentMove(game, hand) {
    const handView = game.hands?.[/** @type {"punto" | "banco"} */ (hand)];
    return handView?.move
      ? moveText({
        t,
        cardText,
        thirds: describe.thirds,
        hand,
        move: handView.move,
        thirdCard: game.hands?.punto.third,
      })
      : "";
  }

  /**
   * The rule of the third card as it is applied: banco's move as soon as it is known, until then punto's.
   * [PB-20]
   * @param {View} view
   * @param {Step} step
   */
  function reasonText(view, step) {
    const { game = {} } = view.table;
    if (!game.hands || step.name === "deal" || step.name === "turn") return "";
    const { punto, banco } = game.hands;
    if (punto.natural || banco.natural) {
      return [punto, banco].map((hand, at) => (hand.natural ? currentMove(game, ["punto", "banco"][at]) : ""))
        .filter(Boolean).join(" ");
    }
    if (step.event?.t === "card-drawn" && step.event.hand === "punto" && step.into < 500) {
      return currentMove(game, "punto");
    }
    return currentMove(game, "banco") || currentMove(game, "punto");
  }

  /** @param {View} view @param {Step} step */
  function phrase(view, step) {
    const { game, phase } = view.table;
    if (IDLE_PHASES.includes(phase ?? "") && step.name === "live") return [t(`phase.${phase}`), ""];
    if (step.name === "collect" || step.name === "pay") return [t(`phase.${step.name}`), outcomeText(game)];
    if (game?.phase === "settled" && isReached(game, step, "count")) {
      return [outcomeText(game), phase === "resting" ? t("phase.resting") : ""];
    }
    if (game?.phase === "betting") {
      return [
        t("phase.betting"),
        view.isIndividual && view.mine?.seat !== undefined ? t("phase.individual") : "",
      ];
    }
    if (game?.phase === "dealing" || game?.phase === "settled") {
      return [t("phase.closed"), stepText(step, game)];
    }
    return [t(`phase.${phase ?? "preparing"}`), ""];
  }

  /** @param {Step} step @param {GameView} game */
  function stepText(step, game) {
    const { event } = step;
    if (event?.t === "hand-turned") return t(`pb.phase.turned.${event.hand}`);
    if (event?.t === "card-drawn") return t(`pb.phase.third.${event.hand}`);
    return game.hands ? "" : t("pb.phase.cards");
  }

  /** @param {GameView} game */
  const outcomeText = (game) =>
    t(`pb.won.${game.winner}`, { punto: game.hands?.punto.score, banco: game.hands?.banco.score });

  /**
   * One event in words.
   * @param {GameEvent} item
   * @param {View} view
   */
  function event(item, view) {
    const { game = {} } = view.table;
    const side = item.hand && t(`pb.the.${item.hand}`);
    switch (item.t) {
      case "hand-turned":
        return t("pb.say.turned", { side, cards: cardList(i18n, item.cards), score: item.score });
      case "natural-announced":
        return t("pb.say.natural", { side, score: item.score });
      case "card-drawn":
        return [
          currentMove(game, item.hand),
          t("pb.say.third", { side, card: cardText(item.card), score: game.hands?.[item.hand].score ?? "" }),
        ].join(" ");
      case "scores-counted":
        return [
          t(`pb.won.${item.winner}`, { punto: item.punto, banco: item.banco }),
          ...item.pairs.map((/** @type {string} */ pair) => i18n.placeName(pair)),
        ].join(". ").concat(".");
      case "time-called":
        return t("time.called");
      default:
        return "";
    }
  }

  /**
   * What changed between two views, in words and sounds.
   * @param {View} before
   * @param {View} after
   * @param {GameEvent[]} news
   * @param {{ from: string, to: string }} options
   */
  function changes(before, after, news, { from, to }) {
    /** @type {{ text?: string, sound?: string }[]} */
    const announcements = news.some((item) => item.t === "card-dealt") ? [{ text: t("pb.say.dealt") }] : [];
    for (const item of news) announcements.push({ text: event(item, after) });
    if (to === "collect" && from !== "collect") announcements.push({ sound: "collect" });
    const ownResult = after.mine?.game?.result;
    if (ownResult && to === "live" && !before.mine?.game?.result) {
      announcements.push(resultAnnouncement(i18n, ownResult, resultCode(ownResult)));
    }
    return announcements;
  }

  return { phrase, changes, reasonText, moveText: currentMove };
}
