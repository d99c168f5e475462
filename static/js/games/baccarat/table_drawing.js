// The drawing of a table of ponto e banca: two hands, the printed zones with everybody's chips, the shoe and
// the discard pile. At a Macau table every zone shows the room left under the maximum of prizes.
// [PB-6a] [PB-6c] [PB-22] [PB-41] [PB-42]

import { cardPositions } from "../../table/cards/deal_animation.js";
import { cardTable } from "../../table/cards/card_table.js";
import { el, mark, write } from "../../dom.js";
import { createHands } from "./hands.js";
import { SHAPES } from "./layout.js";
import { isReached, otherStakes, pilesOf } from "./selectors.js";
import { createChanceCard } from "./chance_card.js";
import { createZones } from "./zones.js";

/**
 * @typedef {import("../../table/cards/deal_animation.js").DealAnimation} DealAnimation
 * @typedef {import("../../table/game.d.ts").View} View
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("../../table/messages.d.ts").Cents} Cents
 * @typedef {import("../../table/messages.d.ts").SeatView} SeatView
 * @typedef {import("../../table/messages.d.ts").Stakes} Stakes
 * @typedef {import("../../table/messages.d.ts").TableState} TableState
 * @typedef {import("./types.d.ts").Description} Description
 * @typedef {import("./types.d.ts").GameView} GameView
 * @typedef {import("./types.d.ts").Step} Step
 * @typedef {import("./types.d.ts").ZoneFrame} ZoneFrame
 */

/**
 * @param {{
 *   describe: Description, i18n: I18n, placeChip: (place: string) => void, chip: () => Cents,
 *   reasonText: (view: View, step: Step) => string, isSqueezed: () => boolean,
 * }} options
 */
export function tableDrawing({ describe, i18n, placeChip, chip, reasonText, isSqueezed }) {
  const { t, money } = i18n;
  /** @type {{ game: GameView, mine?: SeatView | null }} */
  let current = { game: {} };
  /** @type {ZoneFrame | null} */
  let lastDrawing = null; // the last drawing, repeated at once when the cloth changes its shape

  /**
   * What the card of a chance describes.  [PB-14] [PB-15a] [PB-25a] [PB-43a]
   * @param {string} id
   */
  function chanceFacts(id) {
    const { kinds } = describe;
    const kind = kinds[id];
    const { game, mine } = current;
    const own = mine?.game?.bets?.[id] ?? 0;
    const may = mine?.game?.options?.bet?.[id];
    const [won, staked] = kind.prize;
    const stake = own || chip();
    const room = game.room?.[id];
    const others = (game.totals?.[id] ?? 0) - own;
    return {
      list: [
        own > 0 && [t("card.mine"), money(own)],
        [t("card.minimum"), money(kind.min)],
        kind.max !== undefined ? [t("card.maximum"), `${money(kind.max)} (${kind.times}×)`] : [
          t("card.maximum"),
          kind.all === undefined ? t("pb.no-maximum") : t("pb.all-players", { all: money(kind.all) }),
        ],
        own > 0 && may?.max !== undefined && [t("card.room"), money(may.max)],
        room !== undefined && [t("pb.room.all"), money(room)],
        others > 0 && [t("card.others"), money(others)],
        [
          t("card.prize"),
          t("card.prize.of", { stake: money(stake), prize: money(Math.floor((stake * won) / staked)) }),
        ],
        zones.commissionText(id) && [t("pb.commission.name"), zones.commissionTerms()],
      ],
      rules: t("rules.named", {
        rules: [
          kind.rules.min,
          kind.rules.max,
          kind.rules.prize,
          id === "banco" && describe.commission.percent && describe.commission.rule,
        ].filter(Boolean).join(" · "),
      }),
    };
  }

  const chanceCard = createChanceCard({ i18n, chanceFacts });
  const zones = createZones({ describe, i18n, placeChip, chanceCard });
  const hands = createHands({ i18n, isSqueezed });
  const ruleLine = el("p", { class: "third-rule" });
  const table = cardTable({
    i18n,
    shapes: SHAPES,
    printedLines: () => [],
    onShape(shape) {
      const [width, height] = SHAPES[shape];
      mark(zones.drawing, "viewBox", `0 0 ${width} ${height}`);
      zones.build(shape);
      if (lastDrawing) zones.render(lastDrawing);
    },
  });
  table.bank.remove();
  table.surface.append(hands.root, ruleLine, zones.drawing, table.layer);
  table.root.append(chanceCard.root);
  mark(table.root, "data-baccarat", true);
  /** @type {DealAnimation} */
  let deal;

  /** @param {string} id */
  function roomText(id) {
    const { game } = current;
    const room = game.room?.[id];
    if (room !== undefined) return t("pb.room", { room: money(room) });
    const total = game.phase === "void" ? 0 : game.totals?.[id] ?? 0;
    return total ? t("pb.total", { total: money(total) }) : "";
  }

  /** @param {string} id @param {boolean} open */
  function chanceLabel(id, open) {
    const own = current.mine?.game?.bets?.[id] ?? 0;
    const may = current.mine?.game?.options?.bet?.[id];
    const room = current.game.room?.[id];
    return [
      i18n.placeName(id),
      zones.prizeText(id),
      zones.commissionText(id),
      own ? `${t("card.mine")} ${money(own)}` : "",
      open && may
        ? (may.max === undefined
          ? t("pb.spot.least", { minimum: money(may.min) })
          : t("pb.spot", { minimum: money(may.min), maximum: money(may.max) }))
        : "",
      room === undefined ? "" : t("pb.room", { room: money(room) }),
    ].filter(Boolean).join(", ");
  }

  return {
    root: table.root,
    shoe: table.shoe,
    discard: table.discard,
    /** @param {DealAnimation} dealer */
    start(dealer) {
      deal = dealer;
      hands.start(dealer);
      table.start();
    },
    /**
     * @param {{
     *   view: View, actualState: TableState, step: Step, open: boolean, pending: Stakes,
     *   refused: Stakes[],
     * }} options
     */
    render({ view, actualState, step, open, pending, refused }) {
      const { game = {} } = view.table;
      current = { game, mine: view.mine };
      // Before the next bets the cards of the round move face down to the discard pile.
      const removedCards = !game.hands && hands.cards.length ? cardPositions(hands.cards) : [];
      hands.render({ game, step, playing: view.playing, winner: game.winner });
      if (removedCards.length) deal.flyOut(removedCards, table.layer);
      const seat = view.mine?.seat;
      const result = actualState.table.round === view.table.round
        ? actualState.mine?.game?.result
        : undefined;
      const won = isReached(game, step, "count") ? game.won : [];
      const lines = result?.lines;
      lastDrawing = {
        piles: pilesOf({
          game,
          bets: game.phase === "void" ? {} : view.mine?.game?.bets,
          lines,
          commission: result?.commission,
          step,
          sending: pending,
          refused,
        }),
        others: isReached(game, step, "pay") || game.phase === "void" ? {} : otherStakes(game, seat),
        won,
        open,
        seat,
        roomText,
        /** @param {string} id */
        label: (id) => chanceLabel(id, open),
      };
      zones.render(lastDrawing);
      write(ruleLine, reasonText(view, step));
      chanceCard.refresh(JSON.stringify([game.totals, game.room, view.mine?.game?.bets, chip()]));
      const { cards, dealt, first } = game.shoe ?? {};
      if (cards) {
        table.showShoe(
          cards - dealt,
          cards,
          describe.shoe.mode === "kept" && cards - dealt <= describe.shoe.cut,
        );
        table.showDiscardPile(game.hands ? first : dealt);
      }
      mark(table.root, "data-open", open);
    },
  };
}
