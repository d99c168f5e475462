// The same table without eyes: both hands, every chance with its prize, limits, bets and a field to bet. It
// reads and says nothing
// that the felt does not.  [PB-6a] [PB-9a] [PB-10] [PB-14] [PB-41]

import { cardList } from "../../table/cards/card.js";
import { parseCents } from "../../table/amount.js";
import { el, mark, write } from "../../dom.js";

export function list({ describe, i18n, editor }) {
  const { t, money } = i18n;
  const state = el("p", { "aria-live": "polite" });
  const hands = Object.fromEntries(["punto", "banco"].map((side) => [side, el("p", {})]));
  const why = el("p", {});
  const rows = new Map();
  const body = el(
    "tbody",
    {},
    ...Object.entries(describe.kinds).map(([id, kind]) => {
      const [limits, stake, all] = ["limits", "stake", "all"].map((name) =>
        el("td", { "data-label": t(`pb.list.${name}`) })
      );
      const amount = el("input", {
        type: "text",
        inputmode: "decimal",
        size: 7,
        "aria-label": t("chances.amount", { place: i18n.placeName(id) }),
        value: i18n.figure(editor.chip),
      });
      const lay = (event) => {
        event.preventDefault();
        const cents = parseCents(amount.value);
        mark(amount, "aria-invalid", cents === null);
        if (cents !== null) editor.placeBets({ [id]: cents });
      };
      const form = el(
        "form",
        { class: "chance-bet", submit: lay },
        amount,
        el("button", { class: "act" }, t("chances.bet")),
      );
      rows.set(id, { kind, limits, stake, all, form });
      return el(
        "tr",
        {},
        el(
          "th",
          { scope: "row" },
          `${i18n.placeName(id)} (${t("pb.pays", { won: kind.prize[0], staked: kind.prize[1] })})`,
        ),
        limits,
        stake,
        all,
        el("td", {}, form),
      );
    }),
  );
  const root = el(
    "div",
    { class: "chances table-list" },
    state,
    hands.punto,
    hands.banco,
    why,
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
            ...["chance", "limits", "stake", "all", "bet"].map((name) =>
              el("th", { scope: "col" }, t(`pb.list.${name}`))
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

  function handSaid(side, said) {
    if (!said) return t("pb.list.hand.none", { side: t(`kind.${side}`) });
    if (!said.cards) return t("pb.list.hand.down", { side: t(`kind.${side}`) });
    return t("pb.list.hand", {
      side: t(`kind.${side}`),
      cards: cardList(i18n, [...said.cards, ...(said.third ? [said.third] : [])]),
      score: said.score,
    });
  }

  return {
    root,
    render({ game, mine, options, phrase, reason }) {
      write(state, phrase);
      for (const side of ["punto", "banco"]) write(hands[side], handSaid(side, game.hands?.[side]));
      write(why, reason);
      for (const [id, { kind, limits, stake, all, form }] of rows) {
        const room = game.room?.[id];
        write(
          limits,
          [
            kind.max === undefined
              ? t("pb.from", { minimum: money(kind.min) })
              : `${money(kind.min)} – ${money(kind.max)}`,
            room === undefined ? "" : t("pb.room", { room: money(room) }),
          ].filter(Boolean).join(" · "),
        );
        const own = mine?.game?.bets?.[id] ?? 0;
        write(stake, own ? money(own) : "–");
        write(all, game.totals?.[id] ? money(game.totals[id]) : "–");
        for (const cell of [stake, all]) mark(cell, "data-empty", cell.textContent === "–");
        form.hidden = !options?.bet?.[id];
      }
    },
  };
}
