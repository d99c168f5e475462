// Where the round stands, what just happened and why a third card comes or not, in the words of the
// regulation. Who draws is never
// reckoned here: the house says what each hand does and by which rule; the printed rows of the rule are in
// the table's description.
// [PB-18] [PB-19] [PB-20] [PB-21] [PB-22] [PB-27b]

import { cardList, cardName } from "../../table/cards/card.js";
import { told } from "./read.js";

const RESTING = ["held", "shut", "asleep", "preparing", "void"];

/** The sentence of one hand's move; `third` is punto's third card where there is one.  [PB-20] */
export function moveSaid({ t, name, thirds, hand, move, third }) {
  const row = (values) => (values ?? []).join("-");
  const figures = {
    on: move.on,
    natural: row(thirds.natural),
    draws: row(thirds.punto),
    always: row(thirds.banco_always),
    alone: row(thirds.banco_alone),
    against: row(thirds.banco[move.on]),
    card: third ? name(third) : "",
  };
  const rule = move.rule.replace(/^PB-(19|20)-?/, "");
  if (move.code === "natural") return t(`pb.why.${hand}.natural`, figures);
  if (!rule) return t(`pb.why.${hand}.other-natural`, figures);
  if (hand === "punto") return t(`pb.why.punto.${move.code}`, figures);
  if (rule === "banca-0-2") return t("pb.why.banco.always", figures);
  if (rule === "banca-7") return t("pb.why.banco.seven", figures);
  if (rule.startsWith("nodraw")) return t(`pb.why.banco.alone.${move.code}`, figures);
  return t(`pb.why.banco.${move.code}`, figures);
}

export function says({ i18n, describe }) {
  const { t, money, signed } = i18n;
  const name = (card) => cardName(i18n, card);

  function move(game, hand) {
    const said = game.hands?.[hand];
    return said?.move
      ? moveSaid({ t, name, thirds: describe.thirds, hand, move: said.move, third: game.hands.punto.third })
      : "";
  }

  /** The rule of the third card as it is being applied: banco's move as soon as it is known, until then punto's.  [PB-20] */
  function why(view, step) {
    const { game = {} } = view.table;
    if (!game.hands || step.name === "deal" || step.name === "turn") return "";
    const { punto, banco } = game.hands;
    if (punto.natural || banco.natural) {
      return [punto, banco].map((hand, at) => (hand.natural ? move(game, ["punto", "banco"][at]) : ""))
        .filter(Boolean).join(" ");
    }
    if (step.event?.t === "card-drawn" && step.event.hand === "punto" && step.into < 500) {
      return move(game, "punto");
    }
    return move(game, "banco") || move(game, "punto");
  }

  function phrase(view, step) {
    const { game, phase } = view.table;
    if (RESTING.includes(phase) && step.name === "live") return [t(`phase.${phase}`), ""];
    if (step.name === "collect" || step.name === "pay") return [t(`phase.${step.name}`), won(game)];
    if (game?.phase === "settled" && told(game, step, "count")) {
      return [won(game), phase === "resting" ? t("phase.resting") : ""];
    }
    if (game?.phase === "betting") {
      return [
        t("phase.betting"),
        view.isIndividual && view.mine?.seat !== undefined ? t("phase.individual") : "",
      ];
    }
    if (game?.phase === "dealing" || game?.phase === "settled") {
      return [t("phase.closed"), stepSaid(step, game)];
    }
    return [t(`phase.${phase ?? "preparing"}`), ""];
  }

  function stepSaid(step, game) {
    const { event } = step;
    if (event?.t === "hand-turned") return t(`pb.phase.turned.${event.hand}`);
    if (event?.t === "card-drawn") return t(`pb.phase.third.${event.hand}`);
    return game.hands ? "" : t("pb.phase.cards");
  }

  const won = (game) =>
    t(`pb.won.${game.winner}`, { punto: game.hands.punto.score, banco: game.hands.banco.score });

  /** One event of the news in words. */
  function event(each, view) {
    const { game = {} } = view.table;
    const side = each.hand && t(`pb.the.${each.hand}`);
    switch (each.t) {
      case "hand-turned":
        return t("pb.say.turned", { side, cards: cardList(i18n, each.cards), score: each.score });
      case "natural-announced":
        return t("pb.say.natural", { side, score: each.score });
      case "card-drawn":
        return [
          move(game, each.hand),
          t("pb.say.third", { side, card: name(each.card), score: game.hands?.[each.hand].score ?? "" }),
        ].join(" ");
      case "scores-counted":
        return [
          t(`pb.won.${each.winner}`, { punto: each.punto, banco: each.banco }),
          ...each.pairs.map((pair) => i18n.placeName(pair)),
        ].join(". ").concat(".");
      case "time-called":
        return t("time.called");
      default:
        return "";
    }
  }

  /** What changed between two shown states, in words and sounds. */
  function changes(was, is, news, { from, to }) {
    /** @type {{ text?: string, sound?: string }[]} */
    const said = news.some((each) => each.t === "card-dealt") ? [{ text: t("pb.say.dealt") }] : [];
    for (const each of news) said.push({ text: event(each, is) });
    if (to === "collect" && from !== "collect") said.push({ sound: "collect" });
    const mine = is.mine?.game?.result;
    if (mine && to === "live" && !was.mine?.game?.result) {
      said.push({ text: outcome(mine), sound: mine.net > 0 ? "paid" : undefined });
    }
    return said;
  }

  /** What the round meant for the player, with the commission where there was one.  [PB-26] [PB-31] */
  function outcome(mine) {
    const figures = {
      staked: money(mine.staked),
      back: money(mine.back + mine.prize),
      net: signed(mine.net),
      commission: money(mine.commission),
    };
    return t(mine.commission ? "pb.result.charged" : "result.mine", figures);
  }

  return { phrase, changes, why, outcome, move };
}
