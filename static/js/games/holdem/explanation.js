// Why a round of hold'em ended for the player as it did: the hand, each pot that was won with its commission,
// and the totals.
// [HE-17a] [HE-18] [HE-19] [HE-27] [HE-33] [HE-35] [HE-36] [HE-40] [HE-60] [HE-65] [HE-72]

import { el } from "../../dom.js";
import { cardsText } from "../../table/cards/card_text.js";
import { kindText, seatOf } from "./selectors.js";

/** `lines` are [{code, rule, said}], the server's explanation of the round; `result` has the totals. */
export function explanation({ i18n, lines, result }) {
  const { t, money, signed } = i18n;
  const sum = (name, cents) => el("div", {}, el("dt", {}, t(name)), el("dd", {}, cents));
  const rule = (id) => id && el("span", { class: "rule-id" }, ` ${id}`);
  return el(
    "div",
    { class: "explained" },
    el(
      "ul",
      { class: "he-why" },
      ...lines.filter((line) => line.code !== "total").map(({ code, rule: id, said }) =>
        el("li", {}, ...sentence(code, said, i18n), rule(id))
      ),
    ),
    result &&
      el(
        "dl",
        { class: "tally" },
        sum("sum.staked", money(result.staked)),
        result.lost > 0 && sum("sum.lost", money(result.lost)),
        result.back > 0 && sum("he.sum.back", money(result.back)),
        sum("he.sum.won", money(result.prize)),
        result.commission > 0 && sum("he.sum.commission", money(result.commission)),
        sum("sum.net", signed(result.net)),
      ),
  );
}

function sentence(code, said, i18n) {
  const { t, money } = i18n;
  const figures = Object.fromEntries(
    Object.entries(said).map((
      [name, value],
    ) => [
      name,
      ["amount", "gross", "commission", "net", "lost", "back"].includes(name) ? money(value) : value,
    ]),
  );
  if (code === "void") return [t("void.said"), " ", t(`void.cause.${said.cause}`)];
  if (code === "hand") {
    return [t("he.why.hand", { kind: kindText(said.kind, t) }), " ", cardsText(i18n, said.cards)];
  }
  if (code === "commission") {
    return [t("he.why.commission", { rate: `${i18n.figure(said.rate, false)} %` })];
  }
  if (code === "pot-won") return [t(said.winners > 1 ? "he.why.pot-shared" : "he.why.pot-won", figures)];
  return [t(`he.why.${code}`, figures)];
}

/** The explanation of a round that has just ended, from the data on the page. */
export function linesOf(view) {
  const { game } = view.table;
  const own = view.mine.game;
  const seat = seatOf(view);
  const place = game.seats[seat] ?? {};
  const { outcome } = own;
  if (game.phase === "void") return [{ code: "void", rule: "HE-72", said: { cause: game.cause } }];
  const lines = [];
  if (place.state === "folded") lines.push({ code: "folded", rule: "HE-35", said: { lost: outcome.lost } });
  else if (Object.values(game.won ?? {}).some((one) => one.kind === "last-in")) {
    lines.push({ code: "last-in", rule: "HE-36", said: {} });
  } else if (own.hand) lines.push({ code: "hand", rule: "HE-60", said: own.hand });
  if (outcome.back) lines.push({ code: "unmatched", rule: "HE-40", said: { back: outcome.back } });
  for (const pot of game.paid ?? []) {
    for (const { seat: by, gross, commission, net } of pot.shares) {
      if (by === seat) {
        lines.push({
          code: "pot-won",
          rule: pot.shares.length > 1 ? "HE-33" : "HE-27",
          said: { amount: pot.amount, winners: pot.shares.length, gross, commission, net },
        });
      }
    }
  }
  return lines;
}
