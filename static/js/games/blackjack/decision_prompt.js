// The player's decisions: on the hand in turn, or on insurance and even money for each place, one after the
// other.
// [BJ-15f] [BJ-20b] [BJ-24a] [BJ-24b]

import { decisionBar } from "../../table/cards/decision_bar.js";
import { el, mark, write } from "../../dom.js";
import { cardsText } from "./explanation.js";
import { firstOffer, HAND_CHOICES, handChoices, OFFER_CHOICES, offerChoices } from "./choices.js";
import { totalText } from "./selectors.js";

export function decisionPrompt({ i18n, clock, sendCommand, requestDraw }) {
  const { t, money } = i18n;
  const handDecisions = decisionBar({ i18n, clock, slots: HAND_CHOICES });
  const offerDecisions = decisionBar({ i18n, clock, slots: OFFER_CHOICES });
  let pendingKey = null; // the decision under way
  let timeWindow = { due: null, whole: 0 };
  /** @type {{ key: string | null, cents: number }} */
  let insuranceStake = { key: null, cents: 0 };

  const amount = el("output", { class: "figure" });
  const range = el("input", {
    type: "range",
    "aria-label": t("bj.insurance.amount"),
    input: () => {
      insuranceStake.cents = Number(range.value);
      requestDraw();
    },
  });
  const stakeChooser = el(
    "label",
    { class: "insurance-amount" },
    el("span", { class: "small-label" }, t("bj.insurance.amount")),
    range,
    amount,
  );
  offerDecisions.root.querySelector(".decision-head")?.after(stakeChooser);

  const sendOnce = (key) => (command) => {
    pendingKey = key;
    sendCommand(command);
    requestDraw();
  };

  function timing({ table }) {
    if (timeWindow.due !== table.due) {
      timeWindow = { due: table.due, whole: table.due === undefined ? 0 : clock.until(table.due) };
    }
    return { due: table.due, whole: timeWindow.whole, called: table.called };
  }

  function renderHandDecision(view, options) {
    const { round, game } = view.table;
    const key = `${round}:${options.turn}:${options.place}:${options.hand}:${
      game.places[options.place].hands[options.hand].cards.length
    }`;
    const box = game.places[options.place];
    const hand = box.hands[options.hand];
    const number = box.hands.length > 1 ? ` · ${t("bj.hand.number", { hand: options.hand + 1 })}` : "";
    const choices = handChoices({ options, i18n, sendCommand: sendOnce(key) });
    handDecisions.render({
      key,
      choices,
      sent: pendingKey === key,
      ...timing(view),
      title: `${t("seat.place", { place: options.place })}${number}: ${totalText(hand, t)}`,
      note: noteText(hand, game.bank),
    });
    return { key, choices };
  }

  function noteText(hand, bank) {
    const short = (names) => cardsText(i18n, names).textContent;
    return t("bj.against", { cards: short(hand.cards), bank: short(bank?.cards ?? []) });
  }

  function renderOffer(view, { place, offer }) {
    const key = `${view.table.round}:offer:${place}`;
    const { insurance } = offer;
    if (insuranceStake.key !== key) {
      insuranceStake = { key, cents: insurance?.max ?? 0 };
      if (insurance) {
        Object.assign(range, { min: insurance.min, max: insurance.max, step: insurance.step });
        range.value = insurance.max;
      }
    }
    mark(stakeChooser, "hidden", !insurance || insurance.min === insurance.max);
    write(amount, money(insuranceStake.cents));
    const choices = offerChoices({
      place,
      offer,
      cents: insuranceStake.cents,
      i18n,
      sendCommand: sendOnce(key),
    });
    offerDecisions.render({
      key,
      choices,
      sent: pendingKey === key,
      ...timing(view),
      title: `${t("seat.place", { place })}: ${t(insurance ? "bj.insurance.ask" : "bj.even-money.ask")}`,
      note: noteText(view.table.game.places[place].hands[0], view.table.game.bank),
    });
    return { key, choices };
  }

  return {
    roots: [handDecisions.root, offerDecisions.root],
    refused() {
      pendingKey = null;
    },
    /**
     * `options` is what may be decided now, undefined while nothing may. Returns the decision that is shown.
     */
    render({ view, options }) {
      const offer = firstOffer(options);
      if (options?.choices) {
        offerDecisions.render({ key: null });
        return renderHandDecision(view, options);
      }
      handDecisions.render({ key: null });
      if (offer) return renderOffer(view, offer);
      offerDecisions.render({ key: null });
      return { key: null, choices: {} };
    },
  };
}
