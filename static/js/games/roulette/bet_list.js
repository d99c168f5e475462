// The same table without eyes: every chance in a list, with its limits, the player's stake and a field to bet. It reads and
// says nothing that the felt does not.  [AR-9] [AR-10] [FR-10] [FR-R11]

import { el, mark, write } from "../../dom.js";
import { readCents } from "../../table/amount.js";

export function chances({ layout, speaker, hand }) {
  const { t, money } = speaker;
  const kinds = [...new Set(layout.list.map((place) => place.kind))];
  const pick = el(
    "select",
    { id: "chance-kind", change: () => list(pick.value) },
    ...kinds.map((kind) => el("option", { value: kind }, t(`kind.${kind}`))),
  );
  const limits = el("p", { class: "soft", id: "chance-limits" });
  const body = el("tbody", {});
  const mine = new Map();
  const state = el("p", { class: "chance-state", "aria-live": "polite" });
  let stakes = {};

  function list(kind) {
    const { min, max, prize } = layout.kinds[kind];
    write(
      limits,
      t("chances.limits", { minimum: money(min), maximum: money(max), won: prize[0], staked: prize[1] }),
    );
    mine.clear();
    body.replaceChildren(
      ...layout.list.filter((place) => place.kind === kind).map((place) => {
        const amount = el("input", {
          type: "text",
          inputmode: "decimal",
          size: 7,
          "aria-label": t("chances.amount", { place: speaker.place(place.id) }),
          value: speaker.figure(hand.chip),
        });
        const cell = el("td", { class: "figure" }, money(stakes[place.id] ?? 0));
        mine.set(place.id, cell);
        const bet = (event) => {
          event.preventDefault();
          const cents = readCents(amount.value);
          mark(amount, "aria-invalid", cents === null);
          if (cents !== null) hand.layAll({ [place.id]: cents });
        };
        return el(
          "tr",
          {},
          el("th", { scope: "row" }, speaker.place(place.id)),
          el("td", { class: "soft" }, place.numbers.join(" ")),
          cell,
          el(
            "td",
            {},
            el(
              "form",
              { class: "chance-bet", submit: bet },
              amount,
              el("button", { class: "act" }, t("chances.bet")),
            ),
          ),
        );
      }),
    );
  }

  const root = el(
    "div",
    { class: "chances" },
    el("p", {}, t("chances.intro")),
    state,
    el("div", { class: "field" }, el("label", { for: "chance-kind" }, t("chances.kind")), pick),
    limits,
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
            ...["place", "numbers", "stake", "bet"].map((name) =>
              el("th", { scope: "col" }, t(`chances.column.${name}`))
            ),
          ),
        ),
        body,
      ),
    ),
    el(
      "div",
      { class: "acts-row" },
      el("button", { type: "button", class: "act", click: () => hand.undo() }, t("tray.undo")),
      el("button", { type: "button", class: "act", click: () => hand.clear() }, t("tray.clear")),
    ),
  );
  list(kinds[0]);

  return {
    root,
    render(bets, said) {
      stakes = bets;
      for (const [id, cell] of mine) write(cell, money(bets[id] ?? 0));
      write(state, said);
    },
  };
}
