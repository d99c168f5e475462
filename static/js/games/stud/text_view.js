// The table as text and form fields: the bank, every seat with its bets, cards and state, the jackpot, fields
// to bet, and the decisions. It contains nothing that the drawing does not show.
// [CS-6a] [CS-16] [CS-20] [MS-2.1] [MS-2.2] [MS-10.1]

import { betForm, undoButtons } from "../../table/betting/bet_fields.js";
import { cardList } from "../../table/cards/card.js";
import { choiceButtons } from "../../table/cards/choice_buttons.js";
import { sheetTable } from "../../table/sheet.js";
import { compact, el, mark, write } from "../../dom.js";
import { seatNames, seatNet } from "./selectors.js";

/**
 * @typedef {import("../../table/betting/bet_editor.js").BetEditor} BetEditor
 * @typedef {import("../../table/cards/decision_bar.js").Choice} Choice
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("../../table/messages.d.ts").SeatView} SeatView
 * @typedef {import("./types.d.ts").Description} Description
 * @typedef {import("./types.d.ts").Place} Place
 * @typedef {import("./types.d.ts").GameView} GameView
 * @typedef {import("./types.d.ts").JackpotOffer} JackpotOffer
 * @typedef {import("./types.d.ts").Options} Options
 * @typedef {import("./types.d.ts").OwnHand} OwnHand
 * @typedef {import("./types.d.ts").Step} Step
 */

const COLUMNS = ["place", "whose", "stake", "cards", "state"];

/**
 * @param {{
 *   describe: Description, i18n: I18n, editor: BetEditor, press: (box: string) => void,
 *   quiet: boolean,
 * }} options
 */
export function textView({ describe, i18n, editor, press, quiet }) {
  const { t, money, signed } = i18n;
  const statusLine = el("p", { "aria-live": "polite" });
  const [bankLine, ownLine, jackpotLine] = [el("p", {}), el("p", {}), el("p", { hidden: !describe.jackpot })];
  const decisions = choiceButtons();
  const form = betForm({
    i18n,
    editor,
    place: "ante",
    label: t("st.list.ante"),
    className: "acts-row",
    before: el("span", {}, t("kind.ante")),
  });
  const jackpotButton = el("button", { type: "button", class: "act", click: () => press("jackpot") });
  const rows = new Map(seatNames(describe).map((seat) => [seat, createRow(seat)]));
  const { min, max } = describe.limits.ante;
  const root = el(
    "div",
    { class: "chances table-list" },
    statusLine,
    bankLine,
    ownLine,
    jackpotLine,
    decisions.root,
    el("p", { class: "soft" }, t("st.list.limits", { minimum: money(min), maximum: money(max) })),
    form,
    undoButtons({ i18n, editor, before: jackpotButton }),
    sheetTable(
      COLUMNS.map((name) => ({ text: t(`list.${name}`) })),
      el("tbody", {}, ...[...rows.values()].map((row) => row.root)),
    ),
  );

  /** @param {string} place */
  function createRow(place) {
    const cells = COLUMNS.slice(1).map((name) => el("td", { "data-label": t(`list.${name}`) }));
    const [owner, bets, cards, stateCell] = cells;
    const row = el("tr", {}, el("th", { scope: "row" }, t("seat.place", { place })), ...cells);
    return { root: row, owner, bets, cards, stateCell };
  }

  /** @param {string | undefined} kind */
  const kindText = (kind) => (kind ? t(`st.${kind}`) : "");

  /** @param {Record<string, any>} [place] */
  function betsText(place = {}) {
    const boxes = ["ante", "bet", "jackpot"].filter((box) => place[box]);
    const texts = boxes.map((box) => t("st.list.bets", { box: t(`kind.${box}`), cents: money(place[box]) }));
    return texts.join("; ") || "–";
  }

  /** @param {Place | undefined} place */
  function cardsText(place) {
    if (!place?.cards?.length) return "–";
    return `${cardList(i18n, place.cards)}${place.kind ? `; ${kindText(place.kind)}` : ""}`;
  }

  /** @param {GameView} game @param {OwnHand | undefined} own */
  function ownText(game, own) {
    if (!own?.cards?.length) return "";
    const kind = quiet && game.phase === "deciding" ? "" : kindText(own.kind);
    return `${t("st.hand.mine")}: ${cardList(i18n, own.cards)}${kind && `; ${kind}`}.`;
  }

  /** @param {JackpotOffer | null | undefined} offer */
  function renderJackpotButton(offer) {
    jackpotButton.hidden = !offer;
    jackpotButton.disabled = Boolean(offer?.needs_ante);
    if (!offer) return;
    const texts = [
      t("st.jackpot.bet", { cost: money(offer.cost) }),
      offer.needs_ante && t("st.jackpot.needs"),
    ];
    write(jackpotButton, compact(texts).join(", "));
  }

  return {
    root,
    cardsText: () => [ownLine, bankLine].map((line) => line.textContent).join(" ").trim(),
    jackpotText: () => jackpotLine.textContent,
    /**
     * `choices` are the decisions offered now, by name.
     * @param {{
     *   game: GameView, mine: SeatView | null, partners: number[] | undefined, step: Step,
     *   options: Options | undefined,
     *   phrase: string, key: string | null, choices: Record<string, Choice>,
     * }} options
     */
    render({ game, mine, partners, step, options, phrase, key, choices }) {
      write(statusLine, phrase);
      write(
        bankLine,
        game.bank
          ? t("list.bank", { cards: cardList(i18n, game.bank.cards), kind: kindText(game.bank.kind) })
          : t("list.bank.none"),
      );
      write(ownLine, ownText(game, mine?.game));
      write(jackpotLine, game.meter === undefined ? "" : t("st.list.meter", { cents: money(game.meter) }));
      const ownSeat = String(mine?.seat ?? "");
      for (const [seat, { owner, bets, cards, stateCell }] of rows) {
        const place = game.places?.[seat];
        const net = seatNet(game, seat, step);
        const other = partners?.includes(Number(seat))
          ? "seat.partner"
          : place?.ante
          ? "seat.other"
          : "seat.free";
        write(owner, t(ownSeat === seat ? "seat.mine" : other));
        write(bets, betsText(place));
        write(cards, cardsText(place));
        write(stateCell, net !== null ? signed(net) : place?.choice ? t(`st.state.${place.choice}`) : "–");
        for (const cell of [bets, cards, stateCell]) mark(cell, "data-empty", cell.textContent === "–");
      }
      form.hidden = !options?.ante;
      renderJackpotButton(options?.jackpot);
      decisions.render(key, Object.values(choices));
    },
  };
}
