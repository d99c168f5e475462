// Why a round was paid as it was: every place with its stake, the formula, the rule, and the effect on the
// balance.
// [AR-13b] [AR-18a] [AR-18b] [AR-24] [FR-R14b] [FR-R19a] [FR-R19b] [FR-R25]

import { el } from "../../dom.js";

/** The table of one settled round, from the lines that the server sent with its result. */
export function explained({ layout, i18n, result, number, balance }) {
  const { t, money, signed } = i18n;
  const rows = (result.lines ?? []).map((line) => {
    const kind = layout.places.get(line.place)?.kind ?? line.place.split(":")[0];
    const described = layout.kinds[kind];
    const rule = line.rule ?? result.rules?.[line.place] ?? (line.prize ? described?.rules.prize : undefined);
    return el(
      "tr",
      {},
      el("th", { scope: "row" }, i18n.placeName(line.place)),
      el("td", { class: "figure", "data-label": t("explain.stake") }, money(line.stake)),
      el("td", {}, formula(line, described, i18n), rule && el("span", { class: "rule-id" }, ` ${rule}`)),
      el("td", { class: "figure" }, signed((line.prize ?? 0) - (line.lost ?? 0))),
    );
  });
  const sum = (name, cents) => el("div", {}, el("dt", {}, t(name)), el("dd", {}, cents));
  return el(
    "div",
    { class: "explained" },
    number !== undefined &&
      el(
        "p",
        {},
        el("span", { class: "number-tile", "data-colour": layout.colours[number] }, number),
        " ",
        t("explain.number", { number, colour: t(`colour.${layout.colours[number]}`) }),
      ),
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
      result.held > 0 && sum("sum.held", money(result.held)),
      sum("sum.net", signed(netOf(result))),
      balance && sum("sum.balance", t("from.to", { from: money(balance.before), to: money(balance.after) })),
    ),
    el("p", { class: "soft" }, t("explain.order")),
  );
}

export const netOf = (result) => result.net ?? (result.prize ?? 0) - (result.lost ?? 0);

function formula(line, described, { t, money }) {
  if (line.prize) {
    const [won, staked] = described.prize;
    return t(staked === 1 ? "explain.won" : "explain.won.half", {
      times: won,
      stake: money(line.stake),
      prize: money(line.prize),
    });
  }
  const figures = { stake: money(line.stake), back: money(line.back ?? 0), lost: money(line.lost ?? 0) };
  return t(`explain.${line.code ?? (line.lost ? "lost" : "returned")}`, figures);
}
