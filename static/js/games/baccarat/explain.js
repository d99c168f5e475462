// Why a round of ponto e banca was paid as it was: both hands with the values of their cards, why each drew
// or stood, every bet with
// its formula and rule, the commission, and what the result did to the balance.
// [PB-8] [PB-11] [PB-20] [PB-22] [PB-23a] [PB-23b] [PB-24] [PB-25a] [PB-25b] [PB-25c] [PB-26] [PB-31]

import { cardList, cardName } from "../../table/cards/card.js";
import { el } from "../../dom.js";
import { moveSaid } from "./says.js";

const SIGNS = { S: "♠", H: "♥", C: "♣", D: "♦" };
const MOVES = ["natural", "draws", "stands"];

/** Cards as short text with their suits, and their names for readers. */
const cardsText = (i18n, names) =>
  el(
    "span",
    { class: "cards-text", role: "img", "aria-label": cardList(i18n, names) },
    ...names.map((name) =>
      el(
        "span",
        { class: "card-text", "data-suit": name.slice(-1) },
        name.slice(0, -1) + SIGNS[name.slice(-1)],
      )
    ),
  );

const ruleId = (rule) => rule && el("span", { class: "rule-id" }, ` ${rule}`);

/** `lines` are [{code, rule, said}], as the house explains a round; `result` has the sums. */
export function explained({ describe, i18n, lines, result, balance }) {
  const { t, money, signed } = i18n;
  const third = lines.find((line) => line.code === "hand" && line.said.hand === "punto")?.said.cards[2];
  const hand = ({ rule, said }) =>
    el(
      "li",
      {},
      el("strong", {}, t(`kind.${said.hand}`)),
      " ",
      cardsText(i18n, said.cards),
      ` = ${said.values.join(" + ")} → `,
      el("b", {}, said.score),
      ruleId(rule),
    );
  const move = ({ code, rule, said }) =>
    el(
      "li",
      {},
      moveSaid({
        t,
        name: (card) => cardName(i18n, card),
        thirds: describe.thirds,
        hand: said.hand,
        move: { code, rule, on: said.on },
        third,
      }),
      ruleId(rule),
    );
  const bets = lines.filter((line) => line.said?.place !== undefined);
  const sum = (name, cents) => el("div", {}, el("dt", {}, t(name)), el("dd", {}, cents));
  const charged = lines.find((line) => line.code === "commission");
  const winner = lines.find((line) => line.code === "winner");
  return el(
    "div",
    { class: "explained" },
    ...lines.filter((line) => line.code === "void").map((line) =>
      el("p", {}, t("void.said"), " ", t(`void.cause.${line.said.cause}`), ruleId(line.rule))
    ),
    winner &&
      el(
        "p",
        { class: "explained-winner" },
        [
          t(`pb.won.${winner.said.winner}`, winner.said),
          ...winner.said.pairs.map((pair) => i18n.placeName(pair)),
        ].join(". "),
        ".",
        ruleId(winner.rule),
      ),
    winner && el(
      "ul",
      { class: "explained-hands" },
      ...lines.filter((line) => line.code === "hand").map(hand),
      ...lines.filter((line) => MOVES.includes(line.code)).map(move),
    ),
    bets.length > 0 &&
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
              ...["place", "stake", "why", "net"].map((name) =>
                el(
                  "th",
                  { scope: "col", class: name === "stake" || name === "net" ? "figure" : null },
                  t(`explain.${name}`),
                )
              ),
            ),
          ),
          el(
            "tbody",
            {},
            ...bets.map((line) => row(line, describe, i18n)),
            charged &&
              el(
                "tr",
                {},
                el("th", { scope: "row" }, t("pb.commission.name")),
                el("td", {}),
                el(
                  "td",
                  {},
                  t("pb.why.commission", {
                    percent: charged.said.percent,
                    commission: money(charged.said.commission),
                  }),
                  ruleId(charged.rule),
                ),
                el("td", { class: "figure" }, signed(-charged.said.commission)),
              ),
          ),
        ),
      ),
    el(
      "dl",
      { class: "tally" },
      sum("sum.staked", money(result.staked)),
      result.lost > 0 && sum("sum.lost", money(result.lost)),
      sum("sum.back", money(result.back)),
      sum("sum.prize", money(result.prize)),
      result.commission > 0 && sum("pb.commission.name", signed(-result.commission)),
      sum("sum.net", signed(result.net ?? result.prize - result.lost - (result.commission ?? 0))),
      balance && sum("sum.balance", t("from.to", { from: money(balance.before), to: money(balance.after) })),
    ),
    el("p", { class: "soft" }, t("explain.order")),
  );
}

function row({ code, rule, said }, describe, i18n) {
  const { t, money, signed } = i18n;
  const { place, stake, prize = 0, lost = 0, back = 0 } = said;
  const times = describe.kinds[place]?.prize[0];
  return el(
    "tr",
    {},
    el("th", { scope: "row" }, i18n.placeName(place)),
    el("td", { class: "figure" }, money(stake)),
    el(
      "td",
      {},
      t(`pb.why.${code}`, {
        times,
        stake: money(stake),
        prize: money(prize),
        lost: money(lost),
        back: money(back),
      }),
      ruleId(rule),
    ),
    el("td", { class: "figure" }, signed(prize - lost)),
  );
}
