// Why a round of stud was paid as it was: both hands, whether the bank played, each box with its formula and
// rule, and the effect on the balance.
// [CS-10] [CS-13] [CS-25] [CS-26] [CS-28a] [CS-29] [CS-37] [MS-9.1] [MS-9.2] [MS-9.4] [MS-9.5] [MS-10.2]

import { el } from "../../dom.js";
import { cardsText } from "../../table/cards/card_text.js";

const HANDS = new Set(["hand", "bank", "no-game"]);

/** `lines` are [{code, rule, said}], the server's explanation of the round; `result` has the totals. */
export function explanation({ i18n, lines, result, balance }) {
  const { t, money, signed } = i18n;
  const rule = (line) => line.rule && el("span", { class: "rule-id" }, ` ${line.rule}`);
  const hands = lines.filter((line) => HANDS.has(line.code)).map((line) =>
    el(
      "p",
      { class: "explained-hand" },
      el("span", { class: "soft" }, t(line.code === "hand" ? "st.why.hand" : "st.why.bank")),
      " ",
      cardsText(i18n, line.said.cards),
      " ",
      t(`st.${line.said.kind}`),
      line.code !== "hand" && ` · ${t(line.code === "bank" ? "st.why.plays" : "st.why.no-game")}`,
      rule(line),
    )
  );
  const rows = lines.filter((line) => line.said?.box).map((line) => row(line, i18n));
  const more = lines.map((line) =>
    ({
      void: () => el("p", {}, t("st.why.void"), " ", t(`void.cause.${line.said.cause}`), rule(line)),
      "same-kind": () => el("p", {}, t("st.why.same-kind", { kind: t(`st.${line.said.kind}`) }), rule(line)),
      "jackpot-held": () =>
        el("p", {}, t("st.why.jackpot-held", { held: money(line.said.held) }), rule(line)),
    })[line.code]?.()
  ).filter(Boolean);
  const sum = (name, cents) => el("div", {}, el("dt", {}, t(name)), el("dd", {}, cents));
  return el(
    "div",
    { class: "explained" },
    ...hands,
    ...more,
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
              ...["box", "stake", "why", "net"].map((name) =>
                el(
                  "th",
                  { scope: "col", class: name === "stake" || name === "net" ? "figure" : null },
                  t(name === "box" ? "st.box" : `explain.${name}`),
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
      result.carried > 0 && sum("st.carried", money(result.carried)),
      result.lost > 0 && sum("sum.lost", money(result.lost)),
      sum("sum.back", money(result.back)),
      sum("sum.prize", money(result.prize)),
      result.held > 0 && sum("sum.held", money(result.held)),
      sum("sum.net", signed(result.net ?? result.prize - result.lost)),
      balance && sum("sum.balance", t("from.to", { from: money(balance.before), to: money(balance.after) })),
    ),
    el("p", { class: "soft" }, t("st.order.paid")),
  );
}

function row({ code, rule, said }, { t, money, signed }) {
  const { box, stake, prize = 0, lost = 0, back = 0, kind, maximum } = said;
  const form = code !== "won" || !kind ? code : maximum === undefined ? "won.kind" : "won.capped";
  const figures = {
    ...said,
    stake: money(stake),
    prize: money(prize),
    lost: money(lost),
    back: money(back),
    kind: kind && t(`st.${kind}`),
    maximum: maximum && money(maximum),
  };
  return el(
    "tr",
    {},
    el("th", { scope: "row" }, t(`kind.${box}`)),
    el("td", { class: "figure", "data-label": t("explain.stake") }, money(stake)),
    el("td", {}, t(`st.why.${form}`, figures), rule && el("span", { class: "rule-id" }, ` ${rule}`)),
    el("td", { class: "figure" }, signed(prize - lost)),
  );
}
