// The phase of the round and what just happened, in the words of the regulation.
// [HE-2h] [HE-2r] [HE-2u] [HE-25] [HE-34] [HE-60] [HE-61]

import { cardList } from "../../table/cards/card.js";
import { aliasOf, kindText, seatOf, wonOf } from "./selectors.js";

const BESIDE = ["held", "shut", "asleep", "preparing", "void", "waiting"];

export function createAnnouncements({ describe, i18n }) {
  const { t, money, signed } = i18n;
  const blinds = t("he.blinds", { small: money(describe.small_blind), big: money(describe.big_blind) });

  function phrase(view, step) {
    const { game, phase } = view.table;
    if (describe.regime === "session" && !view.table.session && !game?.players) {
      return [t("he.session.shut"), blinds];
    }
    if (BESIDE.includes(phase) && step === "live") return [t(`phase.${phase}`), blinds];
    if (step === "collect" || step === "pay" || game?.phase === "paid") return paid(game, view);
    switch (game?.phase) {
      case "seating":
        return [t("phase.betting"), blinds];
      case "blinds":
        return [t("he.phase.blinds"), blinds];
      case "one-card":
        return [t("phase.dealing"), blinds];
      case "showdown":
        return [t("he.phase.showdown"), ""];
      case "betting": {
        const turn = [t(`he.turn.${game.turn}`), raisesOf(game)].filter(Boolean).join(" · ");
        if (!game.actor) return [turn, t("he.turn.closed")];
        return [
          game.actor === seatOf(view)
            ? t("he.turn.mine")
            : t("he.turn.of", { alias: aliasOf(view, game.actor, t) }),
          turn,
        ];
      }
      default:
        return [t(`phase.${phase ?? "preparing"}`), blinds];
    }
  }

  /** The number of raises in this turn of bets, where it is limited.  [HE-24a-ii] [HE-38] */
  const raisesOf = (game) =>
    describe.raises && t("he.turn.raises", { made: game.raises ?? 0, most: describe.raises });

  function paid(game, view) {
    const won = Object.entries(wonOf(game));
    const texts = won.map(([seat, one]) =>
      t(won.length > 1 ? "he.pot.paid" : "he.wins", { alias: aliasOf(view, seat, t), net: money(one.net) })
    );
    return texts.length > 1 ? [t("he.phase.paid"), texts.join(" · ")] : [texts[0] ?? t("he.phase.paid"), ""];
  }

  /** A decision as a short word beside the seat. */
  function action(event) {
    switch (event.t) {
      case "blind-posted":
        return t(`he.blind.${event.blind}`);
      case "folded":
        return t("he.did.fold");
      case "checked":
        return t("he.did.check");
      case "called":
        return t(event.all_in ? "he.all-in.short" : "he.did.call");
      case "raised":
        return t(event.all_in ? "he.all-in.short" : "he.did.raise", { to: money(event.to) });
      default:
        return "";
    }
  }

  /** One event as a sentence. */
  function told(event, view) {
    const alias = event.seat !== undefined && aliasOf(view, event.seat, t);
    switch (event.t) {
      case "button-placed":
        return t(event.drawn ? "he.say.drawn" : "he.say.button", { alias: aliasOf(view, event.button, t) });
      case "blind-posted":
        return t("he.say.blind", { alias, blind: t(`he.blind.${event.blind}`), cents: money(event.cents) });
      case "folded":
        return t(event.why === "time" ? "he.say.fold.time" : "he.say.fold", { alias });
      case "checked":
        return t(event.why === "time" ? "he.say.check.time" : "he.say.check", { alias });
      case "called":
        return t(event.all_in ? "he.say.call.all" : "he.say.call", { alias, cents: money(event.cents) });
      case "raised":
        return t(event.all_in ? "he.say.raise.all" : "he.say.raise", { alias, to: money(event.to) });
      case "excess-returned":
        return t("he.say.returned", { alias, cents: money(event.cents) });
      case "common-turned":
        return t(`he.say.turn.${Math.min(3, (view.table.game?.board?.length ?? 3) - 2)}`, {
          cards: cardList(i18n, event.cards),
        });
      case "hand-shown":
        return event.kind
          ? t("he.say.shown", { alias, cards: cardList(i18n, event.cards), kind: kindText(event.kind, t) })
          : t("he.say.turned", { alias, cards: cardList(i18n, event.cards) });
      case "hand-discarded":
        return t("he.say.discarded", { alias });
      case "bought-in":
        return t("he.say.bought", { alias });
      case "time-called":
        return t("time.called");
      case "clocks-renewed":
        return view.table.phase === "choosing" ? t("time.renewed") : "";
      default:
        return "";
    }
  }

  function wins(seat, { kind, net }, view) {
    const figures = { alias: aliasOf(view, seat, t), net: money(net) };
    return kind === "last-in"
      ? t("he.say.wins", figures)
      : t("he.say.wins.with", { ...figures, kind: kindText(kind, t) });
  }

  let own = { cards: "", kind: "" }; // what was last announced about the player's own hand

  /** The player's own cards and their combination, announced once each, as soon as they are shown. */
  function hand({ step, mine }) {
    const { cards = [], hand: made } = mine?.game ?? {};
    const [key, kind] = [cards.length === 2 ? cards.join() : "", made?.kind ?? ""];
    if (step !== "live") return [];
    const before = own;
    own = { cards: key, kind };
    return [
      key && key !== before.cards && { text: t("he.say.cards", { cards: cardList(i18n, cards) }) },
      kind && (kind !== before.kind || key !== before.cards) &&
      { text: t("he.say.hand", { kind: kindText(kind, t) }) },
    ].filter(Boolean);
  }

  /** What changed between two views, in words and sounds. */
  function changes(was, is, from, to) {
    const said = [];
    const [game, before] = [is.table.game ?? {}, was.table.game ?? {}];
    const mine = is.mine?.game ?? {};
    if (is.fresh) {
      for (const event of is.fresh) {
        said.push({
          text: told(event, is),
          sound: ["called", "raised", "blind-posted"].includes(event.t) ? "chip" : undefined,
        });
      }
    }
    said.push(...hand(is));
    const asked = (view) => view.step === "live" && view.mine?.game?.options?.fold;
    if (asked(is) && !asked(was)) {
      const call = mine.options.call;
      said.push({
        text: t(call ? "he.say.asked.call" : "he.say.asked", {
          cost: money(call?.cost ?? 0),
          pot: money(game.pot),
        }),
        sound: "turn",
      });
    }
    if (game.paid && to !== "collect" && !(before.paid && from !== "collect")) {
      said.push({
        text: Object.entries(wonOf(game)).map(([seat, one]) => wins(seat, one, is)).join(" "),
        sound: "collect",
      });
    }
    const ended = mine.outcome;
    if (ended && to === "live" && !was.mine?.game?.outcome) {
      said.push({
        text: t("he.say.result", { net: signed(ended.net) }),
        sound: ended.net > 0 ? "paid" : undefined,
      });
    }
    return said;
  }

  return { phrase, action, changes };
}
