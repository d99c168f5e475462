// The table of ponto e banca as it is drawn: two hands, the printed chances with everybody's chips, the shoe
// and the tray of dealt
// cards. At a Macau table every chance says how much room is left under the maximum of prizes.  [PB-6a]
// [PB-6c] [PB-22] [PB-41] [PB-42]

import { cardPositions } from "../../table/cards/deal_animation.js";
import { cardTable } from "../../table/cards/card_table.js";
import { el, mark, write } from "../../dom.js";
import { hands as handsOf } from "./hands.js";
import { SHAPES } from "./layout.js";
import { othersOf, pilesOf, told } from "./read.js";
import { teller } from "./tell.js";
import { zones as zonesOf } from "./zones.js";

export function stage({ describe, i18n, lay, chip, why }) {
  const { t, money } = i18n;
  let now = { game: {} };
  let lies = null; // what was drawn last: a cloth of another shape shows it at once

  /** What the card of a chance tells: all of it as the house says it.  [PB-14] [PB-15a] [PB-25a] [PB-43a] */
  function rows(id) {
    const { kinds } = describe;
    const kind = kinds[id];
    const { game, mine } = now;
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
        zones.deducts(id) && [t("pb.commission.name"), zones.bears()],
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

  const tell = teller({ i18n, rows });
  const zones = zonesOf({ describe, i18n, lay, tell });
  const hands = handsOf({ i18n });
  const said = el("p", { class: "third-rule" });
  const table = cardTable({
    i18n,
    shapes: SHAPES,
    printedLines: () => [],
    onShape(shape) {
      const [width, height] = SHAPES[shape];
      mark(zones.drawing, "viewBox", `0 0 ${width} ${height}`);
      zones.build(shape);
      if (lies) zones.render(lies);
    },
  });
  table.bank.remove();
  table.surface.append(hands.root, said, zones.drawing, table.layer);
  table.root.append(tell.root);
  mark(table.root, "data-baccarat", true);
  let deal = null;

  function line(id) {
    const { game } = now;
    const room = game.room?.[id];
    if (room !== undefined) return t("pb.room", { room: money(room) });
    const total = game.phase === "void" ? 0 : game.totals?.[id] ?? 0;
    return total ? t("pb.total", { total: money(total) }) : "";
  }

  function label(id, open) {
    const own = now.mine?.game?.bets?.[id] ?? 0;
    const may = now.mine?.game?.options?.bet?.[id];
    const room = now.game.room?.[id];
    return [
      i18n.placeName(id),
      zones.pays(id),
      zones.deducts(id),
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
    start(dealer) {
      deal = dealer;
      hands.start(dealer);
      table.start();
    },
    render({ view, truth, step, open, waiting, refused }) {
      const { game = {} } = view.table;
      now = { game, mine: view.mine };
      // Before the next bets the cards of the round go face down to the tray of dealt cards.
      const gone = !game.hands && hands.cards.length ? cardPositions(hands.cards) : [];
      hands.render({ game, step, playing: view.playing, winner: game.winner });
      if (gone.length) deal.flyOut(gone, table.layer);
      const seat = view.mine?.seat;
      const result = truth.table.round === view.table.round ? truth.mine?.game?.result : undefined;
      const won = told(game, step, "count") ? game.won : [];
      const lines = result?.lines;
      lies = {
        piles: pilesOf({
          game,
          bets: game.phase === "void" ? {} : view.mine?.game?.bets,
          lines,
          commission: result?.commission,
          step,
          sending: waiting,
          refused,
        }),
        others: told(game, step, "pay") || game.phase === "void" ? {} : othersOf(game, seat),
        won,
        open,
        seat,
        say: line,
        label: (id) => label(id, open),
      };
      zones.render(lies);
      write(said, why(view, step));
      tell.refresh(JSON.stringify([game.totals, game.room, view.mine?.game?.bets, chip()]));
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
