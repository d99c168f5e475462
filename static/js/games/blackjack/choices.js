// The decisions that the house offers now, each with its consequence in money and its key. What is not
// offered is not here.
// [BJ-15a] [BJ-15b] [BJ-15c] [BJ-15e] [BJ-15f] [BJ-20b] [BJ-21a] [BJ-24a] [BJ-24b]

export const HAND = ["hit", "stand", "double", "split", "surrender"];
export const OFFER = ["take", "decline"]; // insurance or even money: never both

/** The decision on the hand in turn; `ask(command)` sends it with the number of the turn it was offered for. */
export function handChoices({ options, i18n, sendCommand }) {
  const { t, money } = i18n;
  const { turn, choices } = options;
  const letters = t("bj.keys").split(" ");
  const said = {
    hit: () => ({ detail: t("bj.hit.detail"), main: true, press: () => sendCommand({ t: "hit", turn }) }),
    stand: () => ({ detail: t("bj.stand.detail"), press: () => sendCommand({ t: "stand", turn }) }),
    double: ({ cost }) => ({
      detail: t("bj.double.detail", { cost: money(cost) }),
      press: () => sendCommand({ t: "double", turn, cents: cost }),
    }),
    split: ({ cost }) => ({
      detail: t("bj.split.detail", { cost: money(cost) }),
      press: () => sendCommand({ t: "split", turn, cents: cost }),
    }),
    surrender: ({ back }) => ({
      detail: t("bj.surrender.detail", { back: money(back) }),
      press: () => sendCommand({ t: "surrender", turn }),
    }),
  };
  return Object.fromEntries(
    Object.entries(choices).map(([name, figures]) => [
      name,
      { ...said[name](figures), label: t(`bj.${name}`), letter: letters[HAND.indexOf(name)] },
    ]),
  );
}

/** The first of the player's places that has not answered, with what it is offered; null where nothing is asked. */
export function firstOffer(options) {
  const place = Object.keys(options?.offers ?? {}).sort()[0];
  return place === undefined ? null : { place, offer: options.offers[place] };
}

export function offerChoices({ place, offer, cents, i18n, sendCommand }) {
  const { t, money } = i18n;
  const letters = t("bj.keys.offer").split(" ");
  const found = {};
  if (offer.insurance) {
    const { times } = offer.insurance;
    found.take = {
      name: "insurance",
      detail: t("bj.insurance.detail", { cost: money(cents), prize: money(cents * times) }),
      main: true,
      press: () => sendCommand({ t: "insure", place, cents }),
    };
  }
  if (offer["even-money"]) {
    const { prize, back } = offer["even-money"];
    found.take = {
      name: "even-money",
      detail: t("bj.even-money.detail", { prize: money(prize), back: money(back) }),
      main: true,
      press: () => sendCommand({ t: "even-money", place }),
    };
  }
  found.decline = {
    detail: t(offer.insurance ? "bj.decline.insurance" : "bj.decline.even-money"),
    press: () => sendCommand({ t: "decline", place }),
  };
  for (const [name, choice] of Object.entries(found)) {
    choice.label = t(`bj.${choice.name ?? name}`);
    choice.letter = letters[["insurance", "even-money", "decline"].indexOf(choice.name ?? name)];
  }
  return found;
}
