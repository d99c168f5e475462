// The phase of the round and what just happened, in the words of the regulation.
// [CS-14b] [CS-19a] [CS-24] [CS-31] [CS-32] [MS-3.1] [MS-3.2] [MS-10.4] [MS-11.2] [MS-11.3]

import { cardList, cardName } from "../../table/cards/card.js";
import { resultAnnouncement } from "../../table/result.js";

/**
 * @typedef {import("../../table/game.d.ts").View} View
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("../../table/messages.d.ts").GameEvent} GameEvent
 * @typedef {import("../../table/messages.d.ts").SeatView} SeatView
 * @typedef {import("../../table/messages.d.ts").ServerFrame} ServerFrame
 * @typedef {import("../../table/messages.d.ts").TableView} TableView
 * @typedef {import("./types.d.ts").Description} Description
 * @typedef {import("./types.d.ts").Step} Step
 */

const SETTLING = new Set(["reveal", "collect", "pay", "fed", "jackpot"]);

/** @param {{ describe: Description, i18n: I18n, quiet: boolean }} options */
export function createAnnouncements({ describe, i18n, quiet }) {
  const { t, money } = i18n;

  /** @param {View} view @param {Step} step */
  function phrase(view, step) {
    const { game, phase } = view.table;
    if (SETTLING.has(step.name)) {
      const code = {
        reveal: "st.phase.reveal",
        collect: "phase.collect",
        pay: "phase.pay",
        fed: "st.phase.fed",
        jackpot: "st.phase.jackpot",
      }[step.name] ?? "";
      return [t(code, { seat: step.event?.seat }), step.name === "jackpot" ? money(step.event?.cents) : ""];
    }
    if (
      ["held", "shut", "asleep", "preparing", "void", "resting", "waiting"].includes(phase ?? "") &&
      step.name === "live"
    ) return [t(`phase.${phase}`), ""];
    switch (game?.phase) {
      case "betting":
        return [
          t("phase.betting"),
          view.isIndividual && view.mine?.seat !== undefined ? t("phase.individual") : "",
        ];
      case "dealing":
        return [t("phase.closed"), ""];
      case "deciding":
        return deciding(view);
      case "showdown":
        return [t("st.phase.showdown"), ""];
      case "settled":
        return [t(game.bank ? "phase.settled" : "st.phase.nobody"), ""];
      default:
        return [t(`phase.${phase ?? "preparing"}`), ""];
    }
  }

  /** @param {View} view */
  function deciding(view) {
    const { options } = view.mine?.game ?? {};
    const places = Object.values(view.table.game.places);
    if (options?.fold) {
      return [t("st.phase.mine"), options.warned ? t("decision.called", { seconds: options.seconds }) : ""];
    }
    if (places.some(({ choice }) => choice === "open" || choice === "warned")) {
      return [t(view.mine?.seat === undefined ? "phase.choosing" : "st.phase.others"), ""];
    }
    return [
      t(places.some(({ choice }) => choice === "continued") ? "st.phase.showdown" : "st.phase.idle"),
      "",
    ];
  }

  /**
   * One event in words, where it is announced.
   * @param {GameEvent} event
   * @param {View} view
   */
  function eventText(event, view) {
    const mine = event.seat === view.mine?.seat;
    switch (event.t) {
      case "pack-shuffled":
        return t(`st.shuffled.${event.dealing}`);
      case "card-discarded":
        return t("st.say.discarded", { card: cardName(i18n, event.card) });
      case "bank-dealt":
        return event.card ? t("st.say.up", { card: cardName(i18n, event.card) }) : "";
      case "card-exposed":
        return t(event.hand ? "st.say.exposed" : "st.say.exposed.bank", {
          place: event.hand,
          card: cardName(i18n, event.card),
        });
      case "hand-voided":
        return t("st.say.voided", { place: event.hand });
      case "decision-warned":
        return mine ? t("st.say.warned", { seconds: describe.extra_seconds }) : "";
      case "clocks-renewed":
        return view.table.phase === "choosing" ? t("time.renewed") : "";
      case "folded":
        return t(event.lapsed ? "st.say.lapsed" : "st.say.folded", { place: event.seat });
      case "continued":
        return mine ? "" : t("st.say.continued", { place: event.seat });
      case "bank-revealed":
        return t("st.say.bank", {
          cards: cardList(i18n, event.cards),
          kind: kindText(view.table.game?.bank?.kind),
        });
      case "jackpot-fed":
        return t("st.say.fed", { cents: money(event.cents) });
      case "jackpot-paid":
        return t("st.say.jackpot", {
          place: event.seat,
          kind: kindText(event.kind),
          cents: money(event.cents),
        });
      case "carried-returned":
        return t("st.say.returned");
      case "nobody-played":
        return t("st.phase.nobody");
      case "round-voided":
        return [t("void.said"), t(`void.cause.${event.cause}`)].join(" ");
      default:
        return "";
    }
  }
  /** @param {string | undefined} kind */
  const kindText = (kind) => (kind ? t(`st.${kind}`) : "");

  /** @type {GameEvent[]} */
  let pendingEvents = []; // events that have not been announced, in order

  /** @param {ServerFrame} frame */
  function receive(frame) {
    if (frame.t === "snapshot") pendingEvents = [];
    if (frame.t === "table") pendingEvents.push(...(frame.news ?? []));
  }

  /**
   * Takes the events that have been shown; all of them once the animation is over.
   * @param {View} options
   */
  function takeShownEvents({ step, playing }) {
    const count = step === "live"
      ? pendingEvents.length
      : 1 + Math.max(-1, ...playing.map((event) => pendingEvents.indexOf(event)));
    return pendingEvents.splice(0, count);
  }

  /** @param {View} view */
  function decisionText({ table, mine }) {
    const { cards, kind, options } = mine?.game;
    const names = cardList(i18n, cards);
    return t(options.continue ? "st.say.turn" : "st.say.turn.fold", {
      cards: quiet ? names : `${names}: ${kindText(kind)}`,
      bank: cardList(i18n, table.game.bank.cards.filter(Boolean)),
      lost: money(options.fold.lost),
      cost: money(options.continue?.cost ?? 0),
    });
  }

  /**
   * What changed between two views, in words and sounds.
   * @param {View} before
   * @param {View} after
   * @param {Step} from
   * @param {Step} to
   */
  function changes(before, after, from, to) {
    /** @type {import("../../table/game.d.ts").Announcement[]} */
    const announcements = takeShownEvents(after).map((event) => ({ text: eventText(event, after) }));
    const [optionsBefore, options] = [before.mine?.game?.options, after.mine?.game?.options];
    if (options?.fold && !optionsBefore?.fold) {
      announcements.push({ text: decisionText(after), sound: "turn" });
    }
    if (options?.warned && !optionsBefore?.warned) announcements.push({ sound: "turn" });
    if (to.name === "collect" && from.name !== "collect") announcements.push({ sound: "collect" });
    const result = after.mine?.game?.result;
    if (result && to.name === "live" && !before.mine?.game?.result) {
      announcements.push(resultAnnouncement(i18n, result));
    }
    return announcements;
  }

  return { phrase, receive, changes };
}
