// The decisions that the server offers now, each with its consequence in money and its key.
// [BJ-15a] [BJ-15b] [BJ-15c] [BJ-15e] [BJ-15f] [BJ-20b] [BJ-21a] [BJ-24a] [BJ-24b]

/**
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("../../table/messages.d.ts").Cents} Cents
 * @typedef {import("../../table/messages.d.ts").GameCommand} GameCommand
 * @typedef {import("./types.d.ts").Offer} Offer
 * @typedef {import("./types.d.ts").Options} Options
 */

export const HAND_CHOICES = ["hit", "stand", "double", "split", "surrender"];
export const OFFER_CHOICES = ["take", "decline"]; // insurance or even money: never both

/**
 * The decisions on the hand in turn. Each command contains the number of the turn that it was offered for.
 * @param {{ options: Options, i18n: I18n, sendCommand: (command: GameCommand) => void }} options
 */
export function handChoices({ options, i18n, sendCommand }) {
  const { t, money } = i18n;
  const { turn, choices } = options;
  const letters = t("bj.keys").split(" ");
  /** @type {Record<string, (figures: any) => any>} */
  const buttons = {
    hit: () => ({ detail: t("bj.hit.detail"), main: true, press: () => sendCommand({ t: "hit", turn }) }),
    stand: () => ({ detail: t("bj.stand.detail"), press: () => sendCommand({ t: "stand", turn }) }),
    /** @param {{ cost: Cents }} options */
    double: ({ cost }) => ({
      detail: t("bj.double.detail", { cost: money(cost) }),
      press: () => sendCommand({ t: "double", turn, cents: cost }),
    }),
    /** @param {{ cost: Cents }} options */
    split: ({ cost }) => ({
      detail: t("bj.split.detail", { cost: money(cost) }),
      press: () => sendCommand({ t: "split", turn, cents: cost }),
    }),
    /** @param {{ back: number }} options */
    surrender: ({ back }) => ({
      detail: t("bj.surrender.detail", { back: money(back) }),
      press: () => sendCommand({ t: "surrender", turn }),
    }),
  };
  return Object.fromEntries(
    Object.entries(choices ?? {}).map(([name, figures]) => [
      name,
      { ...buttons[name](figures), label: t(`bj.${name}`), letter: letters[HAND_CHOICES.indexOf(name)] },
    ]),
  );
}

/**
 * The first of the player's places that has not answered, with what it is offered; null where nothing is
 * offered.
 * @param {Options} options
 */
export function firstOffer(options) {
  const place = Object.keys(options?.offers ?? {}).sort()[0];
  const offer = options?.offers?.[place];
  return offer ? { place, offer } : null;
}

/**
 * @returns {Record<string, import("../../table/cards/decision_bar.js").Choice>}
 * @param {{
 *   place: string, offer: Offer, cents: number, i18n: I18n,
 *   sendCommand: (command: GameCommand) => void,
 * }} options
 */
export function offerChoices({ place, offer, cents, i18n, sendCommand }) {
  const { t, money } = i18n;
  const letters = t("bj.keys.offer").split(" ");
  /** @type {Record<string, any>} */
  const choices = {};
  if (offer.insurance) {
    const { times } = offer.insurance;
    choices.take = {
      name: "insurance",
      detail: t("bj.insurance.detail", { cost: money(cents), prize: money(cents * times) }),
      main: true,
      press: () => sendCommand({ t: "insure", place, cents }),
    };
  }
  if (offer["even-money"]) {
    const { prize, back } = offer["even-money"];
    choices.take = {
      name: "even-money",
      detail: t("bj.even-money.detail", { prize: money(prize), back: money(back) }),
      main: true,
      press: () => sendCommand({ t: "even-money", place }),
    };
  }
  choices.decline = {
    detail: t(offer["even-money"] ? "bj.decline.even-money" : "bj.decline.insurance"),
    press: () => sendCommand({ t: "decline", place }),
  };
  for (const [name, choice] of Object.entries(choices)) {
    choice.label = t(`bj.${choice.name ?? name}`);
    choice.letter = letters[["insurance", "even-money", "decline"].indexOf(choice.name ?? name)];
  }
  return choices;
}
