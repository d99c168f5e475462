// The table as text and form fields: the bank, every seat with its bets, cards and state, the jackpot, fields
// to bet, and the decisions. It contains nothing that the drawing does not show.
// [CS-6a] [CS-16] [CS-20] [MS-2.1] [MS-2.2] [MS-10.1]

import { cardList } from "../../table/cards/card.js";
import { el, mark, write } from "../../dom.js";
import { parseCents } from "../../table/amount.js";
import { netOf } from "./selectors.js";

export function textView({ describe, i18n, editor, press, quiet }) {
  const { t, money, signed } = i18n;
  const state = el("p", { "aria-live": "polite" });
  const [bank, own, pot] = [el("p", {}), el("p", {}), el("p", { hidden: !describe.jackpot })];
  const decisions = el("div", { class: "acts-row" });
  const amount = el("input", {
    type: "text",
    inputmode: "decimal",
    size: 7,
    "aria-label": t("st.list.ante"),
    value: i18n.figure(editor.chip),
  });
  const lay = (event) => {
    event.preventDefault();
    const cents = parseCents(amount.value);
    mark(amount, "aria-invalid", cents === null);
    if (cents !== null) editor.placeBets({ ante: cents });
  };
  const form = el(
    "form",
    { class: "acts-row", submit: lay },
    el("span", {}, t("kind.ante")),
    amount,
    el("button", { class: "act" }, t("chances.bet")),
  );
  const jackpot = el("button", { type: "button", class: "act", click: () => press("jackpot") });
  const rows = new Map();
  const body = el(
    "tbody",
    {},
    ...Array.from({ length: describe.seats }, (_, at) => {
      const place = String(at + 1);
      const cells = Object.fromEntries(
        ["whose", "stake", "cards", "state"].map((
          name,
        ) => [name, el("td", { "data-label": t(`list.${name}`) })]),
      );
      rows.set(place, cells);
      return el("tr", {}, el("th", { scope: "row" }, t("seat.place", { place })), ...Object.values(cells));
    }),
  );
  const root = el(
    "div",
    { class: "chances table-list" },
    state,
    bank,
    own,
    pot,
    decisions,
    el(
      "p",
      { class: "soft" },
      t("st.list.limits", {
        minimum: money(describe.limits.ante.min),
        maximum: money(describe.limits.ante.max),
      }),
    ),
    form,
    el(
      "div",
      { class: "acts-row" },
      jackpot,
      el("button", { type: "button", class: "act", click: () => editor.undo() }, t("tray.undo")),
      el("button", { type: "button", class: "act", click: () => editor.clear() }, t("tray.clear")),
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
            ...["place", "whose", "stake", "cards", "state"].map((name) =>
              el("th", { scope: "col" }, t(`list.${name}`))
            ),
          ),
        ),
        body,
      ),
    ),
  );
  let drawn = "";
  const kindOf = (kind) => (kind ? t(`st.${kind}`) : "");
  const bets = (place = {}) =>
    ["ante", "bet", "jackpot"].filter((box) => place[box]).map((box) =>
      t("st.list.bets", { box: t(`kind.${box}`), cents: money(place[box]) })
    ).join("; ") || "–";

  return {
    root,
    /** `choices` are the decisions offered now, by name. */
    render({ game, mine, step, options, phrase, key, choices }) {
      write(state, phrase);
      write(
        bank,
        game.bank
          ? t("list.bank", { cards: cardList(i18n, game.bank.cards), kind: kindOf(game.bank.kind) })
          : t("list.bank.none"),
      );
      const held = mine?.game?.cards ?? [];
      const named = quiet && game.phase === "deciding" ? "" : kindOf(mine?.game?.kind);
      write(
        own,
        held.length ? `${t("st.hand.mine")}: ${cardList(i18n, held)}${named && `; ${named}`}.` : "",
      );
      write(pot, game.meter === undefined ? "" : t("st.list.meter", { cents: money(game.meter) }));
      for (const [seat, { whose, stake, cards, state: how }] of rows) {
        const place = game.places?.[seat];
        const net = netOf(game, seat, step);
        write(
          whose,
          t(String(mine?.seat ?? "") === seat ? "seat.mine" : place?.ante ? "seat.other" : "seat.free"),
        );
        write(stake, bets(place));
        write(
          cards,
          place?.cards?.length
            ? `${cardList(i18n, place.cards)}${place.kind ? `; ${kindOf(place.kind)}` : ""}`
            : "–",
        );
        write(how, net !== null ? signed(net) : place?.choice ? t(`st.state.${place.choice}`) : "–");
        for (const cell of [stake, cards, how]) mark(cell, "data-empty", cell.textContent === "–");
      }
      form.hidden = !options?.ante;
      jackpot.hidden = !options?.jackpot;
      jackpot.disabled = Boolean(options?.jackpot?.needs_ante);
      if (options?.jackpot) {
        write(
          jackpot,
          [
            t("st.jackpot.bet", { cost: money(options.jackpot.cost) }),
            options.jackpot.needs_ante && t("st.jackpot.needs"),
          ].filter(Boolean).join(", "),
        );
      }
      const signature = key === null
        ? ""
        : `${key} ${Object.entries(choices).map(([name, one]) => name + one.detail)}`;
      if (signature === drawn) return;
      drawn = signature;
      decisions.replaceChildren(
        ...Object.values(choices ?? {}).map((choice) =>
          el(
            "button",
            { type: "button", class: "act", click: choice.press },
            `${choice.label} (${choice.detail})`,
          )
        ),
      );
    },
  };
}
