// The table as text and form fields: every chance with its limits, the player's stake and a field to bet. It
// contains nothing that the drawing does not show.  [AR-9] [AR-10] [FR-10] [FR-R11]

import { el, mark, write } from "../../dom.js";
import { parseCents } from "../../table/amount.js";

export function chances({ layout, i18n, editor }) {
  const { t, money } = i18n;
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
          "aria-label": t("chances.amount", { place: i18n.placeName(place.id) }),
          value: i18n.figure(editor.chip),
        });
        const cell = el("td", { class: "figure" }, money(stakes[place.id] ?? 0));
        mine.set(place.id, cell);
        const bet = (event) => {
          event.preventDefault();
          const cents = parseCents(amount.value);
          mark(amount, "aria-invalid", cents === null);
          if (cents !== null) editor.placeBets({ [place.id]: cents });
        };
        return el(
          "tr",
          {},
          el("th", { scope: "row" }, i18n.placeName(place.id)),
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
      el("button", { type: "button", class: "act", click: () => editor.undo() }, t("tray.undo")),
      el("button", { type: "button", class: "act", click: () => editor.clear() }, t("tray.clear")),
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
