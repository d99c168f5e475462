// The table as text and form fields: the common cards, the pots, every seat with its stack, bet, cards and
// state, and the actions. It contains nothing that the drawing does not show.  [HE-2e] [HE-2o] [HE-4a]
// [HE-4e] [HE-34]

import { cardList } from "../../table/cards/card.js";
import { el, mark, write } from "../../dom.js";
import { aliasOf, isPartner, kindText, potsOf, seatOf, seatsOf } from "./selectors.js";

const COLUMNS = ["place", "who", "stack", "stake", "cards", "state"];

export function textView({ describe, i18n }) {
  const { t, money } = i18n;
  const state = el("p", { "aria-live": "polite" });
  const [common, own, pots] = [el("p", {}), el("p", {}), el("p", {})];
  const acts = el("div", { class: "acts-row" });
  const rows = new Map(
    seatsOf(describe).map((seat) => [
      seat,
      COLUMNS.slice(1).map((name) => el("td", { "data-label": t(`he.list.${name}`) })),
    ]),
  );
  const root = el(
    "div",
    { class: "chances table-list" },
    state,
    common,
    own,
    pots,
    acts,
    el(
      "div",
      { class: "scrolls" },
      el(
        "table",
        { class: "sheet" },
        el(
          "thead",
          {},
          el("tr", {}, ...COLUMNS.map((name) => el("th", { scope: "col" }, t(`he.list.${name}`)))),
        ),
        el(
          "tbody",
          {},
          ...[...rows].map(([seat, cells]) =>
            el("tr", {}, el("th", { scope: "row" }, t("seat.place", { place: seat })), ...cells)
          ),
        ),
      ),
    ),
  );
  let drawn = "";

  function place(view, seat) {
    const game = view.table.game ?? {};
    const one = game.seats?.[seat];
    const mine = seatOf(view) === seat;
    if (!one && view.table.seats?.[seat] === undefined) return [t("seat.free"), "–", "–", "–", "–"];
    const who = [
      aliasOf(view, seat, t),
      isPartner(view, seat) && t("he.partner"),
      mine && t("seat.mine"),
      game.button === seat && t("he.button"),
    ].filter(Boolean).join(", ");
    const names = one?.cards ?? (mine ? view.mine.game?.cards : null);
    const cards = names?.length ? cardList(i18n, names) : one?.held ? t("he.held", { count: one.held }) : "–";
    const how = [
      game.actor === seat && t("he.deciding"),
      t(`he.state.${one ? one.state : "buying"}`),
      one?.kind && kindText(one.kind, t),
    ].filter(Boolean).join(", ");
    return [who, one ? money(one.stack) : "–", one?.bet ? money(one.bet) : "–", cards, how];
  }

  return {
    root,
    /** `choices` are the decisions offered now, `acts` the requests besides the round. */
    render({ view, phrase, key, choices, acts: beside }) {
      const game = view.table.game ?? {};
      write(state, phrase);
      write(
        common,
        game.board?.length
          ? t("he.list.common", { cards: cardList(i18n, game.board) })
          : t("he.list.common.none"),
      );
      const held = view.mine?.game ?? {};
      const cards = cardList(i18n, held.cards ?? []);
      write(
        own,
        held.hand
          ? t("he.list.own", { cards, hand: kindText(held.hand.kind, t) })
          : cards && t("he.say.cards", { cards }),
      );
      write(
        pots,
        potsOf(game, t).map((pot) =>
          `${pot.name}: ${money(pot.amount)}, ${
            t("he.pot.for", { names: i18n.joinList(pot.contenders.map((seat) => aliasOf(view, seat, t))) })
          }`
        ).join("; "),
      );
      for (const [seat, cells] of rows) {
        place(view, seat).forEach((text, at) => {
          write(cells[at], text);
          mark(cells[at], "data-empty", text === "–");
        });
      }
      const all = key === null ? beside : Object.values(choices);
      const signature = JSON.stringify([key, all]);
      if (signature === drawn) return;
      drawn = signature;
      acts.replaceChildren(
        ...all.map((one) =>
          el(
            "button",
            { type: "button", class: "act", disabled: one.disabled, click: one.press },
            one.detail ? `${one.label} (${one.detail})` : one.label,
          )
        ),
      );
    },
  };
}
