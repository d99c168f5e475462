// The middle of the table: the community cards, the pots with their names and contenders, and the commission.
// [HE-2e] [HE-2o] [HE-2p] [HE-4e] [HE-16] [HE-19] [HE-41] [HE-42] [HE-53] [HE-55] [HE-57]

import { createHand } from "../../table/cards/card.js";
import { drawPiles } from "../../table/cards/pile_drawing.js";
import { el, mark, svg, write } from "../../dom.js";
import { drawOnChange } from "../../table/cards/table_frame.js";
import { aliasOf, potsOf, rakeOf, winning } from "./selectors.js";

/**
 * @typedef {import("../../table/game.d.ts").View} View
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("./types.d.ts").NamedPot} NamedPot
 */

/** @param {{ i18n: I18n }} options */
export function tableCentre({ i18n }) {
  const { t, money, figure } = i18n;
  const fan = el("div", { class: "he-board" });
  const places = el(
    "div",
    { class: "he-board-places", "aria-hidden": "true" },
    ...Array.from({ length: 5 }, () => el("i", {})),
  );
  const board = createHand(i18n, fan);
  const chips = svg("svg", { class: "he-pot-chips", viewBox: "-15 -24 30 42", "aria-hidden": "true" });
  const total = el("span", { class: "he-total figure" });
  const pots = el("ul", { class: "he-pots", "aria-label": t("he.pots") });
  const rake = el("span", { class: "he-rake" });
  const root = el(
    "div",
    { class: "he-middle", role: "group", "aria-label": t("he.board") },
    el("div", { class: "he-pot" }, chips, total, rake),
    el("div", { class: "he-common" }, places, fan),
    pots,
  );

  /** @param {View} view @param {NamedPot[]} list */
  function renderPots(view, list) {
    /** @param {NamedPot} pot */
    const names = (pot) => pot.contenders.map((seat) => aliasOf(view, seat, t));
    /** @param {NamedPot} pot */
    const paid = (pot) =>
      (pot.shares ?? []).map(({ seat, net }) =>
        t("he.pot.paid", { alias: aliasOf(view, seat, t), net: money(net) })
      );
    const rows = list.length > 1
      ? list.map((pot) => [pot.name, money(pot.amount), i18n.joinList(pot.shares ? paid(pot) : names(pot))])
      : [];
    drawPots(rows);
  }

  const drawPots = drawOnChange((rows) => {
    pots.replaceChildren(
      ...rows.map(([name, amount, players]) =>
        el(
          "li",
          { title: `${name}: ${amount} · ${players}` },
          el("span", { class: "he-pot-name" }, name),
          " ",
          el("span", { class: "figure" }, amount),
          el("span", { class: "he-pot-who" }, players),
        )
      ),
    );
    mark(root, "data-pots", rows.length || null);
  });

  return {
    root,
    fan,
    pot: chips,
    get cards() {
      return board.cards;
    },
    /** @param {View} view @param {boolean} settled */
    render(view, settled) {
      const game = view.table.game ?? {};
      const changes = board.render(game.board ?? []);
      const list = potsOf(game, t);
      const collected = game.paid && settled ? 0 : list.reduce((sum, pot) => sum + pot.amount, 0);
      drawPiles(chips, collected ? [{ cents: collected, as: "accepted" }] : [], figure);
      const whole = game.paid ? list.reduce((sum, pot) => sum + pot.amount, 0) : game.pot ?? 0;
      write(total, whole && game.phase !== "void" ? t("he.pot.total", { amount: money(whole) }) : "");
      renderPots(view, list);
      const taken = rakeOf(game);
      write(
        rake,
        game.paid && settled ? (taken ? t("he.rake", { amount: money(taken) }) : t("he.rake.none")) : "",
      );
      const best = settled ? winning(game) : new Set();
      for (const card of board.cards) {
        mark(card, "data-as", best.size ? (best.has(card.dataset.card ?? "") ? "won" : "lost") : null);
      }
      return changes;
    },
  };
}
