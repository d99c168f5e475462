// The table as text and form fields: both hands, every chance with its prize, limits, bets and a field to
// bet. It contains nothing that the drawing does not show.  [PB-6a] [PB-9a] [PB-10] [PB-14] [PB-41]

import { cardList } from "../../table/cards/card.js";
import { parseCents } from "../../table/amount.js";
import { el, mark, write } from "../../dom.js";

export function textView({ describe, i18n, editor }) {
  const { t, money } = i18n;
  const statusLine = el("p", { "aria-live": "polite" });
  const hands = Object.fromEntries(["punto", "banco"].map((side) => [side, el("p", {})]));
  const reasonLine = el("p", {});
  const rows = new Map();
  const tableBody = el(
    "tbody",
    {},
    ...Object.entries(describe.kinds).map(([id, kind]) => {
      const [limits, ownCell, totalCell] = ["limits", "stake", "all"].map((name) =>
        el("td", { "data-label": t(`pb.list.${name}`) })
      );
      const amount = el("input", {
        type: "text",
        inputmode: "decimal",
        size: 7,
        "aria-label": t("chances.amount", { place: i18n.placeName(id) }),
        value: i18n.figure(editor.chip),
      });
      const placeBet = (event) => {
        event.preventDefault();
        const cents = parseCents(amount.value);
        mark(amount, "aria-invalid", cents === null);
        if (cents !== null) editor.placeBets({ [id]: cents });
      };
      const form = el(
        "form",
        { class: "chance-bet", submit: placeBet },
        amount,
        el("button", { class: "act" }, t("chances.bet")),
      );
      rows.set(id, { kind, limits, ownCell, totalCell, form });
      return el(
        "tr",
        {},
        el(
          "th",
          { scope: "row" },
          `${i18n.placeName(id)} (${t("pb.pays", { won: kind.prize[0], staked: kind.prize[1] })})`,
        ),
        limits,
        ownCell,
        totalCell,
        el("td", {}, form),
      );
    }),
  );
  const root = el(
    "div",
    { class: "chances table-list" },
    statusLine,
    hands.punto,
    hands.banco,
    reasonLine,
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
        tableBody,
      ),
    ),
    el(
      "div",
      { class: "acts-row" },
      el("button", { type: "button", class: "act", click: () => editor.undo() }, t("tray.undo")),
      el("button", { type: "button", class: "act", click: () => editor.clear() }, t("tray.clear")),
    ),
  );

  function handText(side, handView) {
    if (!handView) return t("pb.list.hand.none", { side: t(`kind.${side}`) });
    if (!handView.cards) return t("pb.list.hand.down", { side: t(`kind.${side}`) });
    return t("pb.list.hand", {
      side: t(`kind.${side}`),
      cards: cardList(i18n, [...handView.cards, ...(handView.third ? [handView.third] : [])]),
      score: handView.score,
    });
  }

  return {
    root,
    render({ game, mine, options, phrase, reason }) {
      write(statusLine, phrase);
      for (const side of ["punto", "banco"]) write(hands[side], handText(side, game.hands?.[side]));
      write(reasonLine, reason);
      for (const [id, { kind, limits, ownCell, totalCell, form }] of rows) {
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
        write(ownCell, own ? money(own) : "–");
        write(totalCell, game.totals?.[id] ? money(game.totals[id]) : "–");
        for (const cell of [ownCell, totalCell]) mark(cell, "data-empty", cell.textContent === "–");
        form.hidden = !options?.bet?.[id];
      }
    },
  };
}
