// Why a round of blackjack was paid as it was: each hand with its cards and total against the bank's, the
// formula, the rule, and the effect on the balance.
// [BJ-25a] [BJ-25b] [BJ-25c] [BJ-25d] [BJ-25e] [BJ-25f] [BJ-25g] [BJ-25h] [BJ-25i] [BJ-26] [BJ-31]

import { cardsText } from "../../table/cards/card_text.js";
import { el } from "../../dom.js";

export { cardsText };

/** `lines` are [{code, rule, said}], the server's explanation of the round; `result` has the totals. */
export function explanation({ i18n, lines, result, balance }) {
  const { t, money, signed } = i18n;
  const bank = lines.find((line) => line.code === "bank" || line.code === "bank-idle");
  const rows = lines.filter((line) => line.said?.place !== undefined).map((line) =>
    stakeRow(line, i18n, lines)
  );
  const sumRow = (name, cents) => el("div", {}, el("dt", {}, t(name)), el("dd", {}, cents));
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
      sumRow("sum.staked", money(result.staked)),
      result.lost > 0 && sumRow("sum.lost", money(result.lost)),
      sumRow("sum.back", money(result.back)),
      sumRow("sum.prize", money(result.prize)),
      sumRow("sum.net", signed(result.net ?? result.prize - result.lost)),
      balance &&
        sumRow("sum.balance", t("from.to", { from: money(balance.before), to: money(balance.after) })),
    ),
    el("p", { class: "soft" }, t("explain.order")),
  );
}

function stakeRow({ code, rule, said: details }, i18n, lines) {
  const { t, money, signed } = i18n;
  const { place, hand, cards, stake, prize = 0, lost = 0, back = 0, total, times } = details;
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
