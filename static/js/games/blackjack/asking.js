// What the player is asked: the hand in turn, or insurance and even money for each place, one after the
// other.
// [BJ-15f] [BJ-20b] [BJ-24a] [BJ-24b]

import { el, mark, write } from "../../dom.js";
import { cardsText } from "./explain.js";
import { firstOffer, HAND, handChoices, OFFER, offerChoices } from "./choices.js";
import { totalText } from "./read.js";

export function asking({ i18n, clock, decisions, sendCommand, requestDraw }) {
  const { t, money } = i18n;
  const hands = decisions({ i18n, clock, slots: HAND });
  const offers = decisions({ i18n, clock, slots: OFFER });
  let pending = null; // the decision on its way
  let window = { due: null, whole: 0 };
  /** @type {{ key: string | null, cents: number }} */
  let insured = { key: null, cents: 0 };

  const amount = el("output", { class: "figure" });
  const range = el("input", {
    type: "range",
    "aria-label": t("bj.insurance.amount"),
    input: () => {
      insured.cents = Number(range.value);
      requestDraw();
    },
  });
  const chooser = el(
    "label",
    { class: "insurance-amount" },
    el("span", { class: "small-label" }, t("bj.insurance.amount")),
    range,
    amount,
  );
  offers.root.querySelector(".decision-head").after(chooser);

  const sent = (key) => (command) => {
    pending = key;
    sendCommand(command);
    requestDraw();
  };

  function time({ table }) {
    if (window.due !== table.due) {
      window = { due: table.due, whole: table.due === undefined ? 0 : clock.until(table.due) };
    }
    return { due: table.due, whole: window.whole, called: table.called };
  }

  function handBar(view, options) {
    const { round, game } = view.table;
    const key = `${round}:${options.turn}:${options.place}:${options.hand}:${
      game.places[options.place].hands[options.hand].cards.length
    }`;
    const box = game.places[options.place];
    const hand = box.hands[options.hand];
    const number = box.hands.length > 1 ? ` · ${t("bj.hand.number", { hand: options.hand + 1 })}` : "";
    const choices = handChoices({ options, i18n, sendCommand: sent(key) });
    hands.render({
      key,
      choices,
      sent: pending === key,
      ...time(view),
      title: `${t("seat.place", { place: options.place })}${number}: ${totalText(hand, t)}`,
      note: noteOf(hand, game.bank),
    });
    return { key, choices };
  }

  function noteOf(hand, bank) {
    const short = (names) => cardsText(i18n, names).textContent;
    return t("bj.against", { cards: short(hand.cards), bank: short(bank?.cards ?? []) });
  }

  function offerBar(view, { place, offer }) {
    const key = `${view.table.round}:offer:${place}`;
    const { insurance } = offer;
    if (insured.key !== key) {
      insured = { key, cents: insurance?.max ?? 0 };
      if (insurance) {
        Object.assign(range, { min: insurance.min, max: insurance.max, step: insurance.step });
        range.value = insurance.max;
      }
    }
    mark(chooser, "hidden", !insurance || insurance.min === insurance.max);
    write(amount, money(insured.cents));
    const choices = offerChoices({ place, offer, cents: insured.cents, i18n, sendCommand: sent(key) });
    offers.render({
      key,
      choices,
      sent: pending === key,
      ...time(view),
      title: `${t("seat.place", { place })}: ${t(insurance ? "bj.insurance.ask" : "bj.even-money.ask")}`,
      note: noteOf(view.table.game.places[place].hands[0], view.table.game.bank),
    });
    return { key, choices };
  }

  return {
    roots: [hands.root, offers.root],
    refused() {
      pending = null;
    },
    /** `options` is what may be decided now, undefined while nothing may; answers what is asked. */
    render({ view, options }) {
      const offer = firstOffer(options);
      if (options?.choices) {
        offers.render({ key: null });
        return handBar(view, options);
      }
      hands.render({ key: null });
      if (offer) return offerBar(view, offer);
      offers.render({ key: null });
      return { key: null, choices: {} };
    },
  };
}
