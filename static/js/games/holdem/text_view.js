// The table as text and form fields: the community cards, the pots, every seat with its stack, bet, cards and
// state, and the actions. It contains nothing that the drawing does not show.  [HE-2e] [HE-2o] [HE-4a]
// [HE-4e] [HE-34]

import { cardList } from "../../table/cards/card.js";
import { choiceButtons } from "../../table/cards/choice_buttons.js";
import { sheetTable } from "../../table/sheet.js";
import { compact, el, mark, write } from "../../dom.js";
import { isPartner } from "../../table/house_players.js";
import { aliasOf, kindText, potsOf, seatOf, seatsOf } from "./selectors.js";

/**
 * @typedef {import("../../table/cards/decision_bar.js").Choice} Choice
 * @typedef {import("../../table/game.d.ts").View} View
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("./types.d.ts").Description} Description
 * @typedef {import("./types.d.ts").NamedPot} NamedPot
 * @typedef {import("./types.d.ts").OwnView} OwnView
 * @typedef {import("./types.d.ts").Place} Place
 */

const COLUMNS = ["place", "who", "stack", "stake", "cards", "state"];

/** @param {{ describe: Description, i18n: I18n }} options */
export function textView({ describe, i18n }) {
  const { t, money } = i18n;
  const statusLine = el("p", { "aria-live": "polite" });
  const [commonLine, ownLine, potsLine] = [el("p", {}), el("p", {}), el("p", {})];
  const actions = choiceButtons();
  const rows = new Map(
    seatsOf(describe).map((seat) => [
      seat,
      COLUMNS.slice(1).map((name) => el("td", { "data-label": t(`he.list.${name}`) })),
    ]),
  );
  const bodyRows = [...rows].map(([seat, cells]) =>
    el("tr", {}, el("th", { scope: "row" }, t("seat.place", { place: seat })), ...cells)
  );
  const root = el(
    "div",
    { class: "chances table-list" },
    statusLine,
    commonLine,
    ownLine,
    potsLine,
    actions.root,
    sheetTable(COLUMNS.map((name) => ({ text: t(`he.list.${name}`) })), el("tbody", {}, ...bodyRows)),
  );

  /** @param {View} view @param {Place | undefined} place @param {boolean} isMine */
  function cardsText(view, place, isMine) {
    const cards = place?.cards ?? (isMine ? view.mine?.game?.cards : null);
    if (cards?.length) return cardList(i18n, cards);
    return place?.held ? t("he.held", { count: place.held }) : "–";
  }

  /**
   * The texts of one row, in the order of the columns.
   * @param {View} view
   * @param {number} seat
   */
  function rowTexts(view, seat) {
    const game = view.table.game ?? {};
    const place = game.seats?.[seat];
    const isMine = seatOf(view) === seat;
    if (!place && view.table.seats?.[seat] === undefined) return [t("seat.free"), "–", "–", "–", "–"];
    const player = compact([
      aliasOf(view, seat, t),
      isPartner(view, seat) && t("he.partner"),
      isMine && t("seat.mine"),
      game.button === seat && t("he.button"),
    ]).join(", ");
    const state = compact([
      game.actor === seat && t("he.deciding"),
      t(`he.state.${place ? place.state : "buying"}`),
      place?.kind && kindText(place.kind, t),
    ]).join(", ");
    const stack = place ? money(place.stack) : "–";
    const bet = place?.bet ? money(place.bet) : "–";
    return [player, stack, bet, cardsText(view, place, isMine), state];
  }

  /** @param {{ cards?: string[], hand: OwnView["hand"] }} options */
  function ownText({ cards = [], hand }) {
    const names = cardList(i18n, cards);
    if (hand) return t("he.list.own", { cards: names, hand: kindText(hand.kind, t) });
    return names && t("he.say.cards", { cards: names });
  }

  /** @param {View} view @param {NamedPot} pot */
  function potText(view, pot) {
    const names = i18n.joinList(pot.contenders.map((seat) => aliasOf(view, seat, t)));
    return `${pot.name}: ${money(pot.amount)}, ${t("he.pot.for", { names })}`;
  }

  return {
    root,
    cardsText: () => [ownLine, commonLine].map((line) => line.textContent).join(" ").trim(),
    potText: () => potsLine.textContent || t("command.no-pot"),
    /**
     * `choices` are the decisions offered now, `requests` what may be requested besides the round.
     * @param {{
     *   view: View, phrase: string, key: string | null, choices: Record<string, Choice>,
     *   requests: Choice[],
     * }} options
     */
    render({ view, phrase, key, choices, requests }) {
      const game = view.table.game ?? {};
      write(statusLine, phrase);
      write(
        commonLine,
        game.board?.length
          ? t("he.list.common", { cards: cardList(i18n, game.board) })
          : t("he.list.common.none"),
      );
      write(ownLine, ownText(view.mine?.game ?? {}));
      write(potsLine, potsOf(game, t).map((pot) => potText(view, pot)).join("; "));
      for (const [seat, cells] of rows) {
        rowTexts(view, seat).forEach((text, at) => {
          write(cells[at], text);
          mark(cells[at], "data-empty", text === "–");
        });
      }
      actions.render(key, key === null ? requests : Object.values(choices));
    },
  };
}
