// The phase of the round and what just happened, in the words of the regulation.
// [BJ-12b] [BJ-14a] [BJ-14b] [BJ-17] [BJ-24b] [BJ-31]

import { cardList, cardName } from "../../table/cards/card.js";
import { resultAnnouncement } from "../../table/result.js";
import { handState, totalText } from "./selectors.js";

/**
 * @typedef {import("../../table/game.d.ts").View} View
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("../../table/messages.d.ts").GameEvent} GameEvent
 * @typedef {import("../../table/messages.d.ts").TableView} TableView
 * @typedef {import("./types.d.ts").Bank} Bank
 * @typedef {import("./types.d.ts").Hand} Hand
 * @typedef {import("./types.d.ts").Place} Place
 */

/** @param {{ i18n: I18n }} options */
export function createAnnouncements({ i18n }) {
  const { t, money } = i18n;

  /** @param {View} view @param {string} place */
  const isOwnPlace = (view, place) =>
    view.mine?.seat !== undefined && view.table.game?.places?.[place]?.seat === view.mine.seat;

  /** @param {View} view @param {string} step */
  function phrase(view, step) {
    const { game, phase } = view.table;
    if (["held", "shut", "asleep", "preparing", "void", "resting"].includes(phase ?? "") && step === "live") {
      return [t(`phase.${phase}`), ""];
    }
    if (step === "collect" || step === "pay") return [t(`phase.${step}`), ""];
    switch (game?.phase) {
      case "betting":
        return [
          t("phase.betting"),
          view.isIndividual && view.mine?.seat !== undefined ? t("phase.individual") : "",
        ];
      case "dealing":
        return [t("phase.dealt"), ""];
      case "naturals":
        return [t("bj.phase.naturals"), ""];
      case "offers":
        return [t(view.mine?.game?.options?.offers ? "bj.phase.offers.mine" : "bj.phase.offers"), ""];
      case "playing":
        return [
          t(isOwnPlace(view, game.turn?.place) ? "bj.phase.mine" : "bj.phase.playing", {
            place: game.turn?.place,
          }),
          "",
        ];
      case "bank":
        return [t("bj.phase.bank"), ""];
      case "settling":
        return [t("phase.collect"), ""];
      case "settled":
        return [t("phase.settled"), ""];
      default:
        return [t(`phase.${phase ?? "preparing"}`), ""];
    }
  }

  /**
   * One event in words, where it concerns the player: the player's cards, the bank's cards, the results of
   * the player's hands.
   * @param {GameEvent} event
   * @param {View} view
   */
  function eventText(event, view) {
    const game = view.table.game ?? {};
    const mine = event.place !== undefined && isOwnPlace(view, event.place);
    const hand = game.places?.[event.place]?.hands?.[event.hand ?? 0];
    switch (event.t) {
      case "card-dealt":
        return mine
          ? t("bj.say.card", {
            place: event.place,
            card: cardName(i18n, event.card),
            total: totalText(hand, t),
          })
          : "";
      case "bank-dealt":
        return t("bj.say.bank", { card: cardName(i18n, event.card), total: game.bank.total });
      case "hole-dealt":
        return t("bj.say.hole");
      case "hole-turned":
        return t("bj.say.turned", { card: cardName(i18n, event.card), total: game.bank.total });
      case "hand-settled":
        return mine && hand
          ? t("bj.say.hand", { place: event.place, state: t(`bj.state.${handState(hand)}`) })
          : "";
      case "special-paid":
        return mine
          ? t("bj.say.special", {
            place: event.place,
            combination: event.combination,
            prize: money(event.prize),
          })
          : "";
      case "time-called":
        return t("time.called");
      case "clocks-renewed":
        return view.table.phase === "choosing" ? t("time.renewed") : "";
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
    /** @type {import("../../table/game.d.ts").Announcement[]} */
    const announcements = news.map((event) => ({ text: eventText(event, after) }));
    const turn = ownTurn(after);
    if (turn && turnKey(after) !== turnKey(before)) {
      announcements.push({ text: turnText(after.table.game, turn), sound: "turn" });
    }
    if (after.mine?.game?.options?.offers && !before.mine?.game?.options?.offers) {
      announcements.push({ text: t("bj.say.offers"), sound: "turn" });
    }
    if (after.table.called && !before.table.called) announcements.push({ text: t("time.called") });
    if (to === "collect" && from !== "collect") announcements.push({ sound: "collect" });
    const result = after.mine?.game?.result;
    if (result && to === "live" && !before.mine?.game?.result) {
      announcements.push(resultAnnouncement(i18n, result));
    }
    return announcements;
  }

  /** @param {{ table: TableView, step: string }} options */
  function turnKey({ table, step }) {
    const turn = table.game?.turn;
    return turn && step === "live" && `${turn.place}:${turn.hand}:${table.phase}`;
  }

  /**
   * The turn, while the player may decide.
   * @param {View} view
   */
  function ownTurn(view) {
    const turn = view.table.game?.turn;
    const isDecided = view.table.phase !== "choosing" || view.step !== "live";
    return turn && !isDecided && isOwnPlace(view, turn.place) ? turn : null;
  }

  /**
   * @param {{ places: Record<string, Place>, bank: Bank | undefined }} options
   * @param {{ place: string, hand: number }} more
   */
  function turnText({ places, bank }, { place, hand: index }) {
    const hand = /** @type {Hand[]} */ (places[place].hands)[index];
    return t("bj.say.turn", {
      place,
      cards: cardList(i18n, hand.cards),
      total: totalText(hand, t),
      bank: cardList(i18n, bank?.cards ?? []),
    });
  }

  return { phrase, changes };
}
