// The phase of the round and what just happened, in the words of the regulation.
// [CS-14b] [CS-19a] [CS-24] [CS-31] [CS-32] [MS-3.1] [MS-3.2] [MS-10.4] [MS-11.2] [MS-11.3]

import { cardList, cardName } from "../../table/cards/card.js";

const SETTLING = new Set(["reveal", "collect", "pay", "fed", "jackpot"]);

export function createAnnouncements({ describe, i18n, quiet }) {
  const { t, money, signed } = i18n;

  function phrase(view, step) {
    const { game, phase } = view.table;
    if (SETTLING.has(step.name)) {
      const code = {
        reveal: "st.phase.reveal",
        collect: "phase.collect",
        pay: "phase.pay",
        fed: "st.phase.fed",
        jackpot: "st.phase.jackpot",
      }[step.name];
      return [t(code, { seat: step.event.seat }), step.name === "jackpot" ? money(step.event.cents) : ""];
    }
    if (
      ["held", "shut", "asleep", "preparing", "void", "resting", "waiting"].includes(phase) &&
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

  function deciding(view) {
    const { options } = view.mine?.game ?? {};
    const places = Object.values(view.table.game.places);
    if (options?.continue) {
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

  /** One event in words, where it is announced. */
  function told(event, view) {
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
          kind: kindOf(view.table.game?.bank?.kind),
        });
      case "jackpot-fed":
        return t("st.say.fed", { cents: money(event.cents) });
      case "jackpot-paid":
        return t("st.say.jackpot", {
          place: event.seat,
          kind: kindOf(event.kind),
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
  const kindOf = (kind) => (kind ? t(`st.${kind}`) : "");

  let unsaid = []; // events that have not been announced, in order

  function heard(frame) {
    if (frame.t === "snapshot") unsaid = [];
    if (frame.t === "table") unsaid.push(...(frame.news ?? []));
  }

  /** The events that have been shown; all of them once the animation is over. */
  function due({ step, playing }) {
    const view = step === "live"
      ? unsaid.length
      : 1 + Math.max(-1, ...playing.map((event) => unsaid.indexOf(event)));
    return unsaid.splice(0, view);
  }

  /** What changed between two views, in words and sounds. */
  function changes(was, is, from, to) {
    /** @type {{ text?: string, sound?: string }[]} */
    const said = due(is).map((event) => ({ text: told(event, is) }));
    const asked = (view) => Boolean(view.mine?.game?.options?.continue);
    if (asked(is) && !asked(was)) {
      const { cards, kind, options } = is.mine.game;
      const bank = is.table.game.bank.cards.filter(Boolean);
      const hand = quiet ? cardList(i18n, cards) : `${cardList(i18n, cards)}: ${kindOf(kind)}`;
      said.push({
        text: t("st.say.turn", {
          cards: hand,
          bank: cardList(i18n, bank),
          lost: money(options.fold.lost),
          cost: money(options.continue.cost),
        }),
        sound: "turn",
      });
    }
    if (is.mine?.game?.options?.warned && !was.mine?.game?.options?.warned) said.push({ sound: "turn" });
    if (to.name === "collect" && from.name !== "collect") said.push({ sound: "collect" });
    const result = is.mine?.game?.result;
    if (result && to.name === "live" && !was.mine?.game?.result) {
      said.push({
        text: t("result.mine", {
          staked: money(result.staked),
          back: money(result.back + result.prize),
          net: signed(result.net),
        }),
        sound: result.net > 0 ? "paid" : undefined,
      });
    }
    return said;
  }

  return { phrase, heard, changes };
}
