// The phase of the round and what just happened, in the words of the regulation.
// [BJ-12b] [BJ-14a] [BJ-14b] [BJ-17] [BJ-24b] [BJ-31]

import { cardList, cardName } from "../../table/cards/card.js";
import { handState, totalText } from "./selectors.js";

export function createAnnouncements({ i18n }) {
  const { t, money, signed } = i18n;

  const isOwnPlace = (view, place) =>
    view.mine?.seat !== undefined && view.table.game?.places?.[place]?.seat === view.mine.seat;

  function phrase(view, step) {
    const { game, phase } = view.table;
    if (["held", "shut", "asleep", "preparing", "void", "resting"].includes(phase) && step === "live") {
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

  /** What changed between two views, in words and sounds. */
  function changes(was, after, news, { from, to }) {
    const announcements = news.map((event) => ({ text: eventText(event, after) }));
    const turn = after.table.game?.turn;
    const previousTurn = was.table.game?.turn;
    const key = (each, view) =>
      each && view.step === "live" && `${each.place}:${each.hand}:${view.table.phase}`;
    if (
      turn && key(turn, after) !== key(previousTurn, was) && after.table.phase === "choosing" &&
      isOwnPlace(after, turn.place) &&
      after.step === "live"
    ) {
      const hand = after.table.game.places[turn.place].hands[turn.hand];
      announcements.push({
        text: t("bj.say.turn", {
          place: turn.place,
          cards: cardList(i18n, hand.cards),
          total: totalText(hand, t),
          bank: cardList(i18n, after.table.game.bank?.cards ?? []),
        }),
        sound: "turn",
      });
    }
    if (after.mine?.game?.options?.offers && !was.mine?.game?.options?.offers) {
      announcements.push({ text: t("bj.say.offers"), sound: "turn" });
    }
    if (after.table.called && !was.table.called) announcements.push({ text: t("time.called") });
    if (to === "collect" && from !== "collect") announcements.push({ sound: "collect" });
    const mine = after.mine?.game?.result;
    if (mine && to === "live" && !was.mine?.game?.result) {
      announcements.push({
        text: t("result.mine", {
          staked: money(mine.staked),
          back: money(mine.back + mine.prize),
          net: signed(mine.net),
        }),
        sound: mine.net > 0 ? "paid" : undefined,
      });
    }
    return announcements;
  }

  return { phrase, changes };
}
