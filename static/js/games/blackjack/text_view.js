// The table as text and form fields: the bank, every place with its bet, cards, total and state, fields to
// bet, and the decisions. It contains nothing that the drawing does not show.  [BJ-7] [BJ-9] [BJ-24a]

import { betForm, undoButtons } from "../../table/betting/bet_fields.js";
import { cardList } from "../../table/cards/card.js";
import { choiceButtons } from "../../table/cards/choice_buttons.js";
import { sheetTable } from "../../table/sheet.js";
import { el, mark, write } from "../../dom.js";
import { handState, totalText } from "./selectors.js";

/**
 * @typedef {import("../../table/betting/bet_editor.js").BetEditor} BetEditor
 * @typedef {import("../../table/cards/decision_bar.js").Choice} Choice
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("./types.d.ts").Description} Description
 * @typedef {import("./types.d.ts").GameView} GameView
 * @typedef {import("./types.d.ts").Hand} Hand
 * @typedef {import("./types.d.ts").Options} Options
 * @typedef {import("./types.d.ts").Place} Place
 */

/**
 * The message that says whose place it is.
 * @param {Place | undefined} box
 * @param {number | undefined} seat
 * @param {number[] | undefined} partners
 */
function ownerName(box, seat, partners) {
  if (!box) return "seat.free";
  if (box.seat === seat) return "seat.mine";
  return partners?.includes(box.seat) ? "seat.partner" : "seat.other";
}

const COLUMNS = ["place", "whose", "stake", "cards", "state", "bet"];

/** @param {{ describe: Description, i18n: I18n, editor: BetEditor }} options */
export function textView({ describe, i18n, editor }) {
  const { t, money } = i18n;
  const statusLine = el("p", { "aria-live": "polite" });
  const bankLine = el("p", {});
  const decisions = choiceButtons();
  const rows = new Map(describe.places.map((place) => [place, createRow(place)]));
  const limits = t("chances.limits.short", {
    minimum: money(describe.minimum),
    maximum: money(describe.maximum),
  });
  const root = el(
    "div",
    { class: "chances table-list" },
    statusLine,
    bankLine,
    decisions.root,
    el("p", { class: "soft" }, limits),
    sheetTable(
      COLUMNS.map((name) => ({ text: t(`list.${name}`) })),
      el("tbody", {}, ...[...rows.values()].map((row) => row.root)),
    ),
    undoButtons({ i18n, editor }),
  );

  /** @param {string} place */
  function createRow(place) {
    const cells = ["whose", "stake", "cards", "state"].map((name) =>
      el("td", { "data-label": t(`list.${name}`) })
    );
    const [owner, bet, cards, stateCell] = cells;
    const placeName = t("seat.place", { place });
    const form = betForm({ i18n, editor, place, label: t("chances.amount", { place: placeName }) });
    const row = el("tr", {}, el("th", { scope: "row" }, placeName), ...cells, el("td", {}, form));
    return { root: row, owner, bet, cards, stateCell, form };
  }

  /** @param {Place} box */
  function betText(box) {
    const staked = box.hands?.reduce((sum, hand) => sum + hand.stake, 0);
    return money(staked || box.bet);
  }

  /** @param {Hand} hand */
  const handText = (hand) => hand.cards.length ? `${cardList(i18n, hand.cards)}: ${totalText(hand, t)}` : "";

  /** @type {string[]} */
  let ownHands = []; // the player's hands, each with its place

  /** @param {Hand[]} hands @param {boolean} isTurn */
  function stateText(hands, isTurn) {
    const states = hands.map(handState).filter(Boolean).map((name) => t(`bj.state.${name}`));
    return states.join("; ") || (isTurn ? t("bj.state.turn") : "–");
  }

  return {
    root,
    /** The player's hands and the bank's. */
    cardsText: () => [...ownHands, bankLine.textContent].join(" "),
    /**
     * `choices` are the decisions offered now, by name.
     * @param {{
     *   game: GameView, seat: number | undefined, partners: number[] | undefined,
     *   options: Options | undefined, phrase: string,
     *   key: string | null, choices: Record<string, Choice>,
     * }} options
     */
    render({ game, seat, partners, options, phrase, key, choices }) {
      write(statusLine, phrase);
      write(
        bankLine,
        game.bank
          ? t("list.bank", { cards: cardList(i18n, game.bank.cards), total: game.bank.total })
          : t("list.bank.none"),
      );
      ownHands = [];
      for (const [place, { owner, bet, cards, stateCell, form }] of rows) {
        const box = game.places?.[place];
        const hands = box?.hands ?? [];
        write(owner, t(ownerName(box, seat, partners)));
        write(bet, box ? betText(box) : "–");
        write(cards, hands.map(handText).filter(Boolean).join("; ") || "–");
        if (box && box.seat === seat && cards.textContent !== "–") {
          ownHands.push(`${t("seat.place", { place })}: ${cards.textContent}.`);
        }
        write(stateCell, stateText(hands, game.turn?.place === place));
        for (const cell of [bet, cards, stateCell]) mark(cell, "data-empty", cell.textContent === "–");
        form.hidden = !options?.bet?.[place];
      }
      decisions.render(key, Object.values(choices));
    },
  };
}
