// The player's decisions: on the hand in turn, or on insurance and even money for each place, one after the
// other.
// [BJ-15f] [BJ-20b] [BJ-24a] [BJ-24b]

import { decisionBar } from "../../table/cards/decision_bar.js";
import { el, mark, write } from "../../dom.js";
import { deadline } from "../../table/cards/deadline.js";
import { parseCents } from "../../table/amount.js";
import { shortCardName } from "../../table/cards/card_text.js";
import { firstOffer, HAND_CHOICES, handChoices, OFFER_CHOICES, offerChoices } from "./choices.js";
import { totalText } from "./selectors.js";

/**
 * @typedef {import("../../table/clock.js").ServerClock} ServerClock
 * @typedef {import("../../table/game.d.ts").GameContext} GameContext
 * @typedef {import("../../table/game.d.ts").TypedCommand} TypedCommand
 * @typedef {import("../../table/game.d.ts").View} View
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("../../table/messages.d.ts").GameCommand} GameCommand
 * @typedef {import("../../table/messages.d.ts").TableView} TableView
 * @typedef {import("./types.d.ts").Bank} Bank
 * @typedef {import("./types.d.ts").Hand} Hand
 * @typedef {import("./types.d.ts").Offer} Offer
 */

/**
 * @param {{
 *   i18n: I18n, clock: ServerClock, sendCommand: GameContext["sendCommand"],
 *   requestDraw: () => void,
 * }} options
 */
export function decisionPrompt({ i18n, clock, sendCommand, requestDraw }) {
  const { t, money } = i18n;
  const handDecisions = decisionBar({ i18n, clock, slots: HAND_CHOICES });
  const offerDecisions = decisionBar({ i18n, clock, slots: OFFER_CHOICES });
  /** @type {string | null} */
  let pendingKey = null; // the decision under way
  const deadlines = deadline(clock);
  /** @type {{ key: string | null, cents: number }} */
  let insuranceStake = { key: null, cents: 0 };

  let redraw = () => {}; // the last frame once more, with another amount

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

  /** @param {string} key */
  const sendOnce = (key) => /** @param {GameCommand} command */ (command) => {
    pendingKey = key;
    sendCommand(command);
    requestDraw();
  };

  /** @param {{ table: TableView }} options */
  function timing({ table }) {
    return { due: table.due, whole: deadlines.lengthOf(table.due), called: table.called };
  }

  /** @param {View} view @param {any} options */
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

  /** @param {Hand} hand @param {Bank | undefined} bank */
  function noteText(hand, bank) {
    /** @param {string[]} names */
    const short = (names) => names.map(shortCardName).join("");
    return t("bj.against", { cards: short(hand.cards), bank: short(bank?.cards ?? []) });
  }

  /** @param {View} view @param {{ place: string, offer: Offer }} options */
  function renderOffer(view, { place, offer }) {
    const key = `${view.table.round}:offer:${place}`;
    const { insurance } = offer;
    if (insuranceStake.key !== key) {
      insuranceStake = { key, cents: insurance?.max ?? 0 };
      if (insurance) {
        Object.assign(range, { min: insurance.min, max: insurance.max, step: insurance.step });
        range.value = String(insurance.max);
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
    get key() {
      return handDecisions.key ?? offerDecisions.key;
    },
    offered: () => [...handDecisions.offered(), ...offerDecisions.offered()],
    /**
     * Insurance with a typed amount, which is the one of the slider.
     * @param {TypedCommand} command
     * @returns {TypedCommand}
     */
    insuranceCommand: (command) => ({
      ...command,
      takes: true,
      run(words) {
        const cents = words.length ? parseCents(words.join(" ")) : insuranceStake.cents;
        const [min, max, step] = [range.min, range.max, range.step].map(Number);
        if (cents === null || cents < min || cents > max || (cents - min) % step) {
          return { text: t("command.between", { minimum: money(min), maximum: money(max) }) };
        }
        insuranceStake.cents = cents;
        range.value = String(cents);
        redraw();
        return command.run([]);
      },
    }),
    receiveRefusal() {
      pendingKey = null;
    },
    /**
     * `options` is what may be decided now, undefined while nothing may. Returns the decision that is shown.
     * @param {{ view: View, options: any }} options
     */
    render({ view, options }) {
      redraw = () => this.render({ view, options });
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
