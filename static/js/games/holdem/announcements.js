// The phase of the round and what just happened, in the words of the regulation.
// [HE-2h] [HE-2r] [HE-2u] [HE-25] [HE-34] [HE-60] [HE-61]

import { cardList } from "../../table/cards/card.js";
import { compact } from "../../dom.js";
import { aliasOf, kindText, seatOf, wonOf } from "./selectors.js";

/**
 * @typedef {import("../../table/game.d.ts").View} View
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("../../table/messages.d.ts").Cents} Cents
 * @typedef {import("../../table/messages.d.ts").GameEvent} GameEvent
 * @typedef {import("../../table/messages.d.ts").SeatView} SeatView
 * @typedef {import("../../table/messages.d.ts").TableView} TableView
 * @typedef {import("./types.d.ts").Description} Description
 * @typedef {import("./types.d.ts").GameView} GameView
 */

const IDLE_PHASES = ["held", "shut", "asleep", "preparing", "void", "waiting"];

/** @param {{ describe: Description, i18n: I18n }} options */
export function createAnnouncements({ describe, i18n }) {
  const { t, money, signed } = i18n;
  const blinds = t("he.blinds", { small: money(describe.small_blind), big: money(describe.big_blind) });

  /** @param {View} view @param {string} step */
  function phrase(view, step) {
    const { game, phase } = view.table;
    if (describe.regime === "session" && !view.table.session && !game?.players) {
      return [t("he.session.shut"), blinds];
    }
    if (IDLE_PHASES.includes(phase ?? "") && step === "live") return [t(`phase.${phase}`), blinds];
    if (step === "collect" || step === "pay" || game?.phase === "paid") return paidPhrase(game, view);
    switch (game?.phase) {
      case "seating":
        return [t("phase.betting"), blinds];
      case "fixed":
        return [t("he.phase.fixed"), blinds];
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

  /**
   * The number of raises in this turn of bets, where it is limited.  [HE-24a-ii] [HE-38]
   * @param {GameView} game
   */
  const raisesOf = (game) =>
    describe.raises && t("he.turn.raises", { made: game.raises ?? 0, most: describe.raises });

  /** @param {GameView} game @param {View} view */
  function paidPhrase(game, view) {
    const winners = Object.entries(wonOf(game));
    const texts = winners.map(([seat, { net }]) =>
      t(winners.length > 1 ? "he.pot.paid" : "he.wins", { alias: aliasOf(view, seat, t), net: money(net) })
    );
    return texts.length > 1 ? [t("he.phase.paid"), texts.join(" · ")] : [texts[0] ?? t("he.phase.paid"), ""];
  }

  /**
   * A decision as a short word beside the seat.
   * @param {GameEvent} event
   */
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

  /**
   * One event as a sentence.
   * @param {GameEvent} event
   * @param {View} view
   */
  function eventText(event, view) {
    const alias = event.seat !== undefined && aliasOf(view, event.seat, t);
    switch (event.t) {
      case "hand-fixed":
        return t("he.say.fixed");
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

  /** @param {View} view @param {string | number} seat @param {{ kind?: string, net: Cents }} options */
  function winnerText(view, seat, { kind, net }) {
    const figures = { alias: aliasOf(view, seat, t), net: money(net) };
    return kind === "last-in"
      ? t("he.say.wins", figures)
      : t("he.say.wins.with", { ...figures, kind: kindText(kind ?? "", t) });
  }

  let announcedHand = { cards: "", kind: "" };

  /**
   * The player's own cards and their combination, announced once, as soon as they are shown.
   * @param {{ step: string, mine: SeatView | null }} options
   */
  function handAnnouncements({ step, mine }) {
    const { cards = [], hand } = mine?.game ?? {};
    if (step !== "live") return [];
    const before = announcedHand;
    announcedHand = { cards: cards.length === 2 ? cards.join() : "", kind: hand?.kind ?? "" };
    const { cards: key, kind } = announcedHand;
    const isNew = key !== before.cards;
    return compact([
      key && isNew && { text: t("he.say.cards", { cards: cardList(i18n, cards) }) },
      kind && (isNew || kind !== before.kind) && { text: t("he.say.hand", { kind: kindText(kind, t) }) },
    ]);
  }

  /** @param {View} view */
  const mayDecide = (view) => view.step === "live" && Boolean(view.mine?.game?.options?.fold);

  /** @param {View} view */
  function decisionText({ table, mine }) {
    const { call } = mine?.game.options;
    const figures = { cost: money(call?.cost ?? 0), pot: money(table.game.pot) };
    return t(call ? "he.say.asked.call" : "he.say.asked", figures);
  }

  /** @param {GameEvent} event @param {View} view */
  function eventAnnouncement(event, view) {
    const sound = ["called", "raised", "blind-posted"].includes(event.t) ? "chip" : undefined;
    return { text: eventText(event, view), sound };
  }

  /**
   * What changed between two views, in words and sounds.
   * @param {View} before
   * @param {View} after
   * @param {string} from
   * @param {string} to
   */
  function changes(before, after, from, to) {
    /** @type {import("../../table/game.d.ts").Announcement[]} */
    const announcements = (after.newEvents ?? []).map((/** @type {GameEvent} */ event) =>
      eventAnnouncement(event, after)
    );
    announcements.push(...handAnnouncements(after));
    if (mayDecide(after) && !mayDecide(before)) {
      announcements.push({ text: decisionText(after), sound: "turn" });
    }
    const game = after.table.game ?? {};
    if (game.paid && to !== "collect" && !(before.table.game?.paid && from !== "collect")) {
      const texts = Object.entries(wonOf(game)).map(([seat, won]) => winnerText(after, seat, won));
      announcements.push({ text: texts.join(" "), sound: "collect" });
    }
    const outcome = after.mine?.game?.outcome;
    if (outcome && to === "live" && !before.mine?.game?.outcome) {
      announcements.push({
        text: t("he.say.result", { net: signed(outcome.net) }),
        sound: outcome.net > 0 ? "paid" : undefined,
      });
    }
    return announcements;
  }

  return { phrase, action, changes };
}
