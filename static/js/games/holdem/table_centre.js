// The middle of the table: the common cards, the pots with their names and contenders, and the commission.
// [HE-2e] [HE-2o] [HE-2p] [HE-4e] [HE-16] [HE-19] [HE-41] [HE-42] [HE-53] [HE-55] [HE-57]

import { createHand } from "../../table/cards/card.js";
import { drawPiles } from "../../table/cards/pile_drawing.js";
import { el, mark, svg, write } from "../../dom.js";
import { aliasOf, potsOf, rakeOf, winning } from "./selectors.js";

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
  let drawn = "";

  function drawPots(view, list) {
    const names = (pot) => pot.contenders.map((seat) => aliasOf(view, seat, t));
    const paid = (pot) =>
      (pot.shares ?? []).map((one) =>
        t("he.pot.paid", { alias: aliasOf(view, one.seat, t), net: money(one.net) })
      );
    const rows = list.length > 1
      ? list.map((pot) => [pot.name, money(pot.amount), i18n.joinList(pot.shares ? paid(pot) : names(pot))])
      : [];
    const signature = JSON.stringify(rows);
    if (signature === drawn) return;
    drawn = signature;
    pots.replaceChildren(
      ...rows.map(([name, amount, who]) =>
        el(
          "li",
          { title: `${name}: ${amount} · ${who}` },
          el("span", { class: "he-pot-name" }, name),
          " ",
          el("span", { class: "figure" }, amount),
          el("span", { class: "he-pot-who" }, who),
        )
      ),
    );
    mark(root, "data-pots", rows.length || null);
  }

  return {
    root,
    fan,
    pot: chips,
    get cards() {
      return board.cards;
    },
    render(view, settled) {
      const game = view.table.game ?? {};
      const told = board.render(game.board ?? []);
      const list = potsOf(game, t);
      const collected = game.paid && settled ? 0 : list.reduce((sum, pot) => sum + pot.amount, 0);
      drawPiles(chips, collected ? [{ cents: collected, as: "accepted" }] : [], figure);
      const whole = game.paid ? list.reduce((sum, pot) => sum + pot.amount, 0) : game.pot ?? 0;
      write(total, whole && game.phase !== "void" ? t("he.pot.total", { amount: money(whole) }) : "");
      drawPots(view, list);
      const taken = rakeOf(game);
      write(
        rake,
        game.paid && settled ? (taken ? t("he.rake", { amount: money(taken) }) : t("he.rake.none")) : "",
      );
      const best = settled ? winning(game) : new Set();
      for (const card of board.cards) {
        mark(card, "data-as", best.size ? (best.has(card.dataset.card) ? "won" : "lost") : null);
      }
      return told;
    },
  };
}
