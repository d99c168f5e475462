// Where the round stands and what just happened, in the words of the regulation.  [BJ-12b] [BJ-14a] [BJ-14b]
// [BJ-17] [BJ-24b] [BJ-31]

import { cardList, cardName } from "../../table/cards/card.js";
import { stateOf, totalText } from "./read.js";

export function says({ i18n }) {
  const { t, money, signed } = i18n;

  const mineOf = (view, place) =>
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
          t(mineOf(view, game.turn?.place) ? "bj.phase.mine" : "bj.phase.playing", {
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

  /** One event of the news, where it is worth a word: one's own cards, the bank's, and how one's hands ended. */
  function told(event, view) {
    const game = view.table.game ?? {};
    const mine = event.place !== undefined && mineOf(view, event.place);
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
          ? t("bj.say.hand", { place: event.place, state: t(`bj.state.${stateOf(hand)}`) })
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

  /** What changed between two shown states, in words and sounds. */
  function changes(was, is, news, { from, to }) {
    const said = news.map((event) => ({ text: told(event, is) }));
    const turn = is.table.game?.turn;
    const before = was.table.game?.turn;
    const key = (each, view) =>
      each && view.step === "live" && `${each.place}:${each.hand}:${view.table.phase}`;
    if (
      turn && key(turn, is) !== key(before, was) && is.table.phase === "choosing" && mineOf(is, turn.place) &&
      is.step === "live"
    ) {
      const hand = is.table.game.places[turn.place].hands[turn.hand];
      said.push({
        text: t("bj.say.turn", {
          place: turn.place,
          cards: cardList(i18n, hand.cards),
          total: totalText(hand, t),
          bank: cardList(i18n, is.table.game.bank?.cards ?? []),
        }),
        sound: "turn",
      });
    }
    if (is.mine?.game?.options?.offers && !was.mine?.game?.options?.offers) {
      said.push({ text: t("bj.say.offers"), sound: "turn" });
    }
    if (is.table.called && !was.table.called) said.push({ text: t("time.called") });
    if (to === "collect" && from !== "collect") said.push({ sound: "collect" });
    const mine = is.mine?.game?.result;
    if (mine && to === "live" && !was.mine?.game?.result) {
      said.push({
        text: t("result.mine", {
          staked: money(mine.staked),
          back: money(mine.back + mine.prize),
          net: signed(mine.net),
        }),
        sound: mine.net > 0 ? "paid" : undefined,
      });
    }
    return said;
  }

  return { phrase, changes };
}
