// The table as text and form fields: both hands, every chance with its prize, limits, bets and a field to
// bet. It contains nothing that the drawing does not show.  [PB-6a] [PB-9a] [PB-10] [PB-14] [PB-41]

import { betForm, undoButtons } from "../../table/betting/bet_fields.js";
import { cardList } from "../../table/cards/card.js";
import { sheetTable } from "../../table/sheet.js";
import { el, mark, write } from "../../dom.js";

/**
 * @typedef {import("../../table/betting/bet_editor.js").BetEditor} BetEditor
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("../../table/messages.d.ts").Cents} Cents
 * @typedef {import("../../table/messages.d.ts").SeatView} SeatView
 * @typedef {import("./types.d.ts").Chance} Chance
 * @typedef {import("./types.d.ts").Description} Description
 * @typedef {import("./types.d.ts").GameView} GameView
 * @typedef {import("./types.d.ts").Hand} Hand
 */

const COLUMNS = ["chance", "limits", "stake", "all", "bet"];

/** @param {{ describe: Description, i18n: I18n, editor: BetEditor }} options */
export function textView({ describe, i18n, editor }) {
  const { t, money } = i18n;
  const statusLine = el("p", { "aria-live": "polite" });
  const hands = { punto: el("p", {}), banco: el("p", {}) };
  const reasonLine = el("p", {});
  const rows = new Map(Object.entries(describe.kinds).map(([id, kind]) => [id, createRow(id, kind)]));
  const root = el(
    "div",
    { class: "chances table-list" },
    statusLine,
    hands.punto,
    hands.banco,
    reasonLine,
    sheetTable(
      COLUMNS.map((name) => ({ text: t(`pb.list.${name}`) })),
      el("tbody", {}, ...[...rows.values()].map((row) => row.root)),
    ),
    undoButtons({ i18n, editor }),
  );

  /** @param {string} id @param {Chance} kind */
  function createRow(id, kind) {
    const cells = ["limits", "stake", "all"].map((name) => el("td", { "data-label": t(`pb.list.${name}`) }));
    const [limits, ownCell, totalCell] = cells;
    const name = i18n.placeName(id);
    const form = betForm({ i18n, editor, place: id, label: t("chances.amount", { place: name }) });
    const prize = t("pb.pays", { won: kind.prize[0], staked: kind.prize[1] });
    const heading = el("th", { scope: "row" }, `${name} (${prize})`);
    const row = el("tr", {}, heading, ...cells, el("td", {}, form));
    return { root: row, kind, limits, ownCell, totalCell, form };
  }

  /** @param {"punto" | "banco"} side @param {Hand | undefined} handView */
  function handText(side, handView) {
    const name = t(`kind.${side}`);
    if (!handView) return t("pb.list.hand.none", { side: name });
    if (!handView.cards) return t("pb.list.hand.down", { side: name });
    const cards = [...handView.cards, ...(handView.third ? [handView.third] : [])];
    return t("pb.list.hand", { side: name, cards: cardList(i18n, cards), score: handView.score });
  }

  /** @param {{ min: Cents, max?: Cents }} options @param {Cents | undefined} room */
  function limitText({ min, max }, room) {
    const limits = max === undefined
      ? t("pb.from", { minimum: money(min) })
      : `${money(min)} – ${money(max)}`;
    return room === undefined ? limits : `${limits} · ${t("pb.room", { room: money(room) })}`;
  }

  return {
    root,
    /** Both hands, and why a third card is drawn or not. */
    cardsText: () => [hands.punto, hands.banco, reasonLine].map((line) => line.textContent).join(" ").trim(),
    limitsText: () =>
      [...rows].map(([id, { limits }]) => `${i18n.placeName(id)}: ${limits.textContent}`).join("; ").concat(
        ".",
      ),
    /**
     * @param {{
     *   game: GameView, mine: SeatView | null, options: any, phrase: string, reason: string,
     * }} options
     */
    render({ game, mine, options, phrase, reason }) {
      write(statusLine, phrase);
      write(hands.punto, handText("punto", game.hands?.punto));
      write(hands.banco, handText("banco", game.hands?.banco));
      write(reasonLine, reason);
      for (const [id, { kind, limits, ownCell, totalCell, form }] of rows) {
        const own = mine?.game?.bets?.[id];
        const total = game.totals?.[id];
        write(limits, limitText(kind, game.room?.[id]));
        write(ownCell, own ? money(own) : "–");
        write(totalCell, total ? money(total) : "–");
        for (const cell of [ownCell, totalCell]) mark(cell, "data-empty", cell.textContent === "–");
        form.hidden = !options?.bet?.[id];
      }
    },
  };
}
