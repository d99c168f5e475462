// What the player is asked: the hand in turn, or insurance and even money for each place, one after the other.
// [BJ-15f] [BJ-20b] [BJ-24a] [BJ-24b]

import { el, mark, write } from "../../dom.js";
import { cardsText } from "./explain.js";
import { firstOffer, HAND, handChoices, OFFER, offerChoices } from "./choices.js";
import { totalText } from "./read.js";

export function asking({ speaker, clock, decisions, ask, change }) {
  const { t, money } = speaker;
  const hands = decisions({ speaker, clock, slots: HAND });
  const offers = decisions({ speaker, clock, slots: OFFER });
  let pending = null; // the decision on its way
  let window = { due: null, whole: 0 };
  let insured = { key: null, cents: 0 };

  const amount = el("output", { class: "figure" });
  const range = el("input", {
    type: "range",
    "aria-label": t("bj.insurance.amount"),
    input: () => {
      insured.cents = Number(range.value);
      change();
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
    ask(command);
    change();
  };

  function time({ table }) {
    if (window.due !== table.due) {
      window = { due: table.due, whole: table.due === undefined ? 0 : clock.until(table.due) };
    }
    return { due: table.due, whole: window.whole, called: table.called };
  }

  function handBar(seen, options) {
    const { round, game } = seen.table;
    const key = `${round}:${options.turn}:${options.place}:${options.hand}:${
      game.places[options.place].hands[options.hand].cards.length
    }`;
    const box = game.places[options.place];
    const hand = box.hands[options.hand];
    const number = box.hands.length > 1 ? ` · ${t("bj.hand.number", { hand: options.hand + 1 })}` : "";
    const choices = handChoices({ options, speaker, ask: sent(key) });
    hands.render({
      key,
      choices,
      sent: pending === key,
      ...time(seen),
      title: `${t("seat.place", { place: options.place })}${number}: ${totalText(hand, t)}`,
      note: noteOf(hand, game.bank),
    });
    return { key, choices };
  }

  function noteOf(hand, bank) {
    const short = (names) => cardsText(speaker, names).textContent;
    return t("bj.against", { cards: short(hand.cards), bank: short(bank?.cards ?? []) });
  }

  function offerBar(seen, { place, offer }) {
    const key = `${seen.table.round}:offer:${place}`;
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
    const choices = offerChoices({ place, offer, cents: insured.cents, speaker, ask: sent(key) });
    offers.render({
      key,
      choices,
      sent: pending === key,
      ...time(seen),
      title: `${t("seat.place", { place })}: ${t(insurance ? "bj.insurance.ask" : "bj.even-money.ask")}`,
      note: noteOf(seen.table.game.places[place].hands[0], seen.table.game.bank),
    });
    return { key, choices };
  }

  return {
    roots: [hands.root, offers.root],
    refused() {
      pending = null;
    },
    /** `options` is what may be decided now, undefined while nothing may; answers what is asked. */
    render({ seen, options }) {
      const offer = firstOffer(options);
      if (options?.choices) {
        offers.render({ key: null });
        return handBar(seen, options);
      }
      hands.render({ key: null });
      if (offer) return offerBar(seen, offer);
      offers.render({ key: null });
      return { key: null, choices: {} };
    },
  };
}
