// What is shown of a hold'em table, read from the server's view. No rule of the game is applied here: pots,
// combinations, options and amounts are the server's.  [HE-2o] [HE-2p] [HE-41] [HE-60]

import { cardList } from "../../table/cards/card.js";

/**
 * @typedef {import("../../table/messages.d.ts").SeatView} SeatView
 * @typedef {import("../../table/game.d.ts").View} View
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("./types.d.ts").Description} Description
 * @typedef {import("./types.d.ts").Winnings} Winnings
 * @typedef {import("./types.d.ts").GameView} GameView
 * @typedef {import("./types.d.ts").OwnView} OwnView
 */

/** @param {Description} describe */
export const seatsOf = (describe) => Array.from({ length: describe.seats }, (_, at) => at + 1);

/** @param {View} view @param {number | string} seat @param {I18n["t"]} t */
export const aliasOf = (view, seat, t) => view.table.seats?.[seat] ?? t("seat.place", { place: seat });

/**
 * The player's own seat, while the play session runs.
 * @param {{ mine: SeatView | null }} view
 */
export const seatOf = (view) => (view.mine && !view.mine.ended ? view.mine.seat : undefined);

/** @param {number} index @param {number} count @param {I18n["t"]} t */
function potName(index, count, t) {
  if (count < 2) return t("he.pot");
  return index === 0 ? t("he.pot.main") : t("he.pot.side", { number: index });
}

/**
 * The pots as they lie, or as they were paid, each with its name and contenders.  [HE-2p] [HE-41] [HE-42]
 * @param {GameView} game
 * @param {I18n["t"]} t
 */
export function potsOf(game, t) {
  const pots = game.paid ?? game.pots ?? [];
  return pots.filter((pot) => pot.amount).map((pot, at, all) => ({
    ...pot,
    name: potName(at, all.length, t),
  }));
}

/**
 * What each winner received from all pots together.
 * @param {GameView} game
 */
export function wonOf(game) {
  /** @type {Record<string, Winnings>} */
  const won = {};
  for (const pot of game.paid ?? []) {
    for (const { seat, gross, commission, net } of pot.shares ?? []) {
      const sum = won[seat] ?? { gross: 0, commission: 0, net: 0, ...game.won?.[seat] };
      won[seat] = {
        ...sum,
        gross: sum.gross + gross,
        commission: sum.commission + commission,
        net: sum.net + net,
      };
    }
  }
  return won;
}

/** @param {GameView} game */
export const rakeOf = (game) =>
  Object.values(wonOf(game)).reduce((sum, { commission }) => sum + commission, 0);

/**
 * The cards of the winning hands.  [HE-61]
 * @param {GameView} game
 */
export const winning = (game) =>
  new Set(Object.values(game.won ?? {}).flatMap((winner) => winner.cards ?? []));

/** @param {string} kind @param {I18n["t"]} t */
export const kindText = (kind, t) => t(`he.kind.${kind}`);

/**
 * The player's own hand in words: its combination, or the two cards before the flop.  [HE-26]
 * @param {OwnView | undefined} own
 * @param {I18n} i18n
 */
export function handText(own, i18n) {
  if (own?.hand) return kindText(own.hand.kind, i18n.t);
  return own?.cards?.length ? cardList(i18n, own.cards) : "";
}

/**
 * An entry of the last results: "two-pairs 1250".
 * @param {string} entry
 */
export function parseResult(entry) {
  const at = entry.lastIndexOf(" ");
  return { kind: entry.slice(0, at), cents: Number(entry.slice(at + 1)) };
}

/**
 * Everything on the table that belongs to the player: the stack, chips bought meanwhile, and chips in the
 * pot.
 * @param {GameView} game
 * @param {number | string | undefined} seat
 */
export function inPlay(game, seat) {
  const place = game?.seats?.[seat ?? 0];
  const over = game?.phase === "paid" || game?.phase === "void";
  return place && place.state !== "left" ? place.stack + (place.bought ?? 0) + (over ? 0 : place.put) : 0;
}

/**
 * The situation of a decision: it changes with every bet to match and with every turn of bets.
 * @param {View} view
 */
export const situation = (view) => ({
  round: view.table.round,
  turn: view.table.game?.turn,
  facing: view.table.game?.to_match,
});
