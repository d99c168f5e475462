// Why a round of blackjack was paid as it was: each hand with its cards and total against the bank's, the
// formula, the rule, and what
// the result did to the balance.  [BJ-25a] [BJ-25b] [BJ-25c] [BJ-25d] [BJ-25e] [BJ-25f] [BJ-25g] [BJ-25h]
// [BJ-25i] [BJ-26] [BJ-31]

import { cardsText } from "../../table/cards/card_text.js";
import { el } from "../../dom.js";

export { cardsText };

/** `lines` are [{code, rule, said}], as the house explains a round; `result` has the sums. */
export function explained({ i18n, lines, result, balance }) {
  const { t, money, signed } = i18n;
  const bank = lines.find((line) => line.code === "bank" || line.code === "bank-idle");
  const rows = lines.filter((line) => line.said?.place !== undefined).map((line) => row(line, i18n, lines));
  const sum = (name, cents) => el("div", {}, el("dt", {}, t(name)), el("dd", {}, cents));
  return el(
    "div",
    { class: "explained" },
    bank &&
      el(
        "p",
        {},
        cardsText(i18n, bank.said.cards),
        " ",
        t(bank.code === "bank" ? `bj.bank.${bank.said.result}` : "bj.bank.idle", { total: bank.said.total }),
        bank.rule && el("span", { class: "rule-id" }, ` ${bank.rule}`),
      ),
    ...lines.filter((line) => line.code === "void").map((line) =>
      el(
        "p",
        {},
        t("void.said"),
        " ",
        t(`void.cause.${line.said.cause}`),
        " ",
        el("span", { class: "rule-id" }, line.rule),
      )
    ),
    rows.length > 0 &&
      el(
        "div",
        { class: "scrolls" },
        el(
          "table",
          { class: "sheet" },
          el(
            "thead",
            {},
            el(
              "tr",
              {},
              ...["hand", "stake", "why", "net"].map((name) =>
                el(
                  "th",
                  { scope: "col", class: name === "stake" || name === "net" ? "figure" : null },
                  t(name === "hand" ? "bj.hand" : `explain.${name}`),
                )
              ),
            ),
          ),
          el("tbody", {}, ...rows),
        ),
      ),
    el(
      "dl",
      { class: "tally" },
      sum("sum.staked", money(result.staked)),
      result.lost > 0 && sum("sum.lost", money(result.lost)),
      sum("sum.back", money(result.back)),
      sum("sum.prize", money(result.prize)),
      sum("sum.net", signed(result.net ?? result.prize - result.lost)),
      balance && sum("sum.balance", t("from.to", { from: money(balance.before), to: money(balance.after) })),
    ),
    el("p", { class: "soft" }, t("explain.order")),
  );
}

function row({ code, rule, said }, i18n, lines) {
  const { t, money, signed } = i18n;
  const { place, hand, cards, stake, prize = 0, lost = 0, back = 0, total, times } = said;
  const several = lines.some((line) => line.said?.place === place && line.said.hand > 0);
  const figures = {
    stake: money(stake),
    prize: money(prize),
    lost: money(lost),
    back: money(back),
    total,
    times: Array.isArray(times) ? times.join(" : ") : times,
  };
  return el(
    "tr",
    {},
    el(
      "th",
      { scope: "row" },
      t("seat.place", { place }),
      several && hand !== undefined && ` · ${t("bj.hand.number", { hand: hand + 1 })}`,
      cards && el("span", { class: "explained-cards" }, cardsText(i18n, cards), ` ${total}`),
    ),
    el("td", { class: "figure", "data-label": t("explain.stake") }, money(stake)),
    el("td", {}, t(`bj.why.${code}`, figures), rule && el("span", { class: "rule-id" }, ` ${rule}`)),
    el("td", { class: "figure" }, signed(prize - lost)),
  );
}
