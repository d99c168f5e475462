// The table as text and form fields: the bank, every place with its bet, cards, total and state, fields to
// bet, and the decisions. It contains nothing that the drawing does not show.  [BJ-7] [BJ-9] [BJ-24a]

import { cardList } from "../../table/cards/card.js";
import { parseCents } from "../../table/amount.js";
import { el, mark, write } from "../../dom.js";
import { handState, totalText } from "./selectors.js";

export function textView({ describe, i18n, editor }) {
  const { t, money } = i18n;
  const statusLine = el("p", { "aria-live": "polite" });
  const bank = el("p", {});
  const decisions = el("div", { class: "acts-row" });
  const rows = new Map();
  const tableBody = el(
    "tbody",
    {},
    ...describe.places.map((place) => {
      const [owner, bet, cards, stateCell] = ["whose", "stake", "cards", "state"].map((name) =>
        el("td", { "data-label": t(`list.${name}`) })
      );
      const amount = el("input", {
        type: "text",
        inputmode: "decimal",
        size: 7,
        "aria-label": t("chances.amount", { place: t("seat.place", { place }) }),
        value: i18n.figure(editor.chip),
      });
      const placeBet = (event) => {
        event.preventDefault();
        const cents = parseCents(amount.value);
        mark(amount, "aria-invalid", cents === null);
        if (cents !== null) editor.placeBets({ [place]: cents });
      };
      const form = el(
        "form",
        { class: "chance-bet", submit: placeBet },
        amount,
        el("button", { class: "act" }, t("chances.bet")),
      );
      rows.set(place, { owner, bet, cards, stateCell, form });
      return el(
        "tr",
        {},
        el("th", { scope: "row" }, t("seat.place", { place })),
        owner,
        bet,
        cards,
        stateCell,
        el("td", {}, form),
      );
    }),
  );
  const root = el(
    "div",
    { class: "chances table-list" },
    statusLine,
    bank,
    decisions,
    el(
      "p",
      { class: "soft" },
      t("chances.limits.short", { minimum: money(describe.minimum), maximum: money(describe.maximum) }),
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
            ...["place", "whose", "stake", "cards", "state", "bet"].map((name) =>
              el("th", { scope: "col" }, t(`list.${name}`))
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
  let drawnChoices = "";

  return {
    root,
    /** `choices` are the decisions offered now, by name. */
    render({ game, seat, options, phrase, key, choices }) {
      write(statusLine, phrase);
      write(
        bank,
        game.bank
          ? t("list.bank", { cards: cardList(i18n, game.bank.cards), total: game.bank.total })
          : t("list.bank.none"),
      );
      for (const [place, { owner, bet, cards, stateCell, form }] of rows) {
        const box = game.places?.[place];
        write(owner, t(!box ? "seat.free" : box.seat === seat ? "seat.mine" : "seat.other"));
        write(bet, box ? money((box.hands ?? []).reduce((sum, one) => sum + one.stake, 0) || box.bet) : "–");
        write(
          cards,
          (box?.hands ?? []).map((
            one,
          ) => (one.cards.length ? `${cardList(i18n, one.cards)}: ${totalText(one, t)}` : "")).filter(
            Boolean,
          ).join("; ") || "–",
        );
        write(
          stateCell,
          (box?.hands ?? []).map((one) => handState(one)).filter(Boolean).map((name) => t(`bj.state.${name}`))
            .join("; ") || (game.turn?.place === place ? t("bj.state.turn") : "–"),
        );
        for (const cell of [bet, cards, stateCell]) mark(cell, "data-empty", cell.textContent === "–");
        form.hidden = !options?.bet?.[place];
      }
      const signature = key === null
        ? ""
        : `${key} ${Object.entries(choices).map(([name, one]) => name + one.detail)}`;
      if (signature === drawnChoices) return;
      drawnChoices = signature;
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
