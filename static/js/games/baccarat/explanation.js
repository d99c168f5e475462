// Why a round of ponto e banca was paid as it was: both hands with the values of their cards, why each drew
// or stood, every bet with its formula and rule, the commission, and the effect on the balance.
// [PB-8] [PB-11] [PB-20] [PB-22] [PB-23a] [PB-23b] [PB-24] [PB-25a] [PB-25b] [PB-25c] [PB-26] [PB-31]

import { cardList, cardName } from "../../table/cards/card.js";
import { el } from "../../dom.js";
import { moveText } from "./announcements.js";

const SUIT_SYMBOLS = { S: "♠", H: "♥", C: "♣", D: "♦" };
const HAND_MOVES = ["natural", "draws", "stands"];

/** Cards as short text with their suits, and their names for screen readers. */
const cardsText = (i18n, names) =>
  el(
    "span",
    { class: "cards-text", role: "img", "aria-label": cardList(i18n, names) },
    ...names.map((name) =>
      el(
        "span",
        { class: "card-text", "data-suit": name.slice(-1) },
        name.slice(0, -1) + SUIT_SYMBOLS[name.slice(-1)],
      )
    ),
  );

const ruleId = (rule) => rule && el("span", { class: "rule-id" }, ` ${rule}`);

/** `lines` are [{code, rule, said}], the server's explanation of the round; `result` has the totals. */
export function explanation({ describe, i18n, lines, result, balance }) {
  const { t, money, signed } = i18n;
  const thirdCard = lines.find((line) => line.code === "hand" && line.said.hand === "punto")?.said.cards[2];
  const handLine = ({ rule, said: details }) =>
    el(
      "li",
      {},
      el("strong", {}, t(`kind.${details.hand}`)),
      " ",
      cardsText(i18n, details.cards),
      ` = ${details.values.join(" + ")} → `,
      el("b", {}, details.score),
      ruleId(rule),
    );
  const moveLine = ({ code, rule, said: details }) =>
    el(
      "li",
      {},
      moveText({
        t,
        cardText: (card) => cardName(i18n, card),
        thirds: describe.thirds,
        hand: details.hand,
        move: { code, rule, on: details.on },
        thirdCard,
      }),
      ruleId(rule),
    );
  const bets = lines.filter((line) => line.said?.place !== undefined);
  const sumRow = (name, cents) => el("div", {}, el("dt", {}, t(name)), el("dd", {}, cents));
  const commissionLine = lines.find((line) => line.code === "commission");
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
      ...lines.filter((line) => line.code === "hand").map(handLine),
      ...lines.filter((line) => HAND_MOVES.includes(line.code)).map(moveLine),
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
            ...bets.map((line) => betRow(line, describe, i18n)),
            commissionLine &&
              el(
                "tr",
                {},
                el("th", { scope: "row" }, t("pb.commission.name")),
                el("td", {}),
                el(
                  "td",
                  {},
                  t("pb.why.commission", {
                    percent: commissionLine.said.percent,
                    commission: money(commissionLine.said.commission),
                  }),
                  ruleId(commissionLine.rule),
                ),
                el("td", { class: "figure" }, signed(-commissionLine.said.commission)),
              ),
          ),
        ),
      ),
    el(
      "dl",
      { class: "tally" },
      sumRow("sum.staked", money(result.staked)),
      result.lost > 0 && sumRow("sum.lost", money(result.lost)),
      sumRow("sum.back", money(result.back)),
      sumRow("sum.prize", money(result.prize)),
      result.commission > 0 && sumRow("pb.commission.name", signed(-result.commission)),
      sumRow("sum.net", signed(result.net ?? result.prize - result.lost - (result.commission ?? 0))),
      balance &&
        sumRow("sum.balance", t("from.to", { from: money(balance.before), to: money(balance.after) })),
    ),
    el("p", { class: "soft" }, t("explain.order")),
  );
}

function betRow({ code, rule, said: details }, describe, i18n) {
  const { t, money, signed } = i18n;
  const { place, stake, prize = 0, lost = 0, back = 0 } = details;
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
