// What is shown of a stud table, read from the server's view: the steps of the settlement, and the chips in
// each box. No rule of the game is applied here: amounts, combinations and what the bank does are the
// server's.
// [CS-2e] [CS-22] [CS-27] [MS-9.3] [MS-9.4] [MS-9.5] [MS-10.4]

import { CARD_TIME } from "../../table/cards/deal_animation.js";

/**
 * @typedef {import("../../table/game.d.ts").View} View
 * @typedef {import("../../table/messages.d.ts").GameEvent} GameEvent
 * @typedef {import("../../table/messages.d.ts").Stakes} Stakes
 * @typedef {import("../../table/messages.d.ts").TableState} TableState
 * @typedef {import("./types.d.ts").Description} Description
 * @typedef {import("./types.d.ts").GameView} GameView
 * @typedef {import("./types.d.ts").Step} Step
 */

/**
 * The step and duration in ms of each event of the settlement, in order: hands, losing bets, prizes, jackpot.
 * @type {Record<string, [string, number]>}
 */
const EVENT_STEPS = {
  "hands-revealed": ["reveal", 900],
  "stakes-collected": ["collect", 900],
  "prizes-paid": ["pay", 1000],
  "jackpot-fed": ["fed", 800],
  "jackpot-paid": ["jackpot", 1200],
};
const CARD_INTERVAL = 220; // ms between two cards out of the shoe
const SHUFFLER_INTERVAL = 90; // ms between two of five cards that come together from the shuffler
const TURN_TIME = 500; // ms in which the bank's hand is turned

/** @param {GameEvent} event @param {string} dealing */
export function eventDuration(event, dealing) {
  if (event.t === "card-dealt" || event.t === "bank-dealt") {
    return dealing === "shuffler" ? SHUFFLER_INTERVAL : CARD_INTERVAL;
  }
  if (event.t === "card-discarded" || event.t === "card-exposed") return CARD_TIME;
  if (event.t === "bank-revealed") return TURN_TIME;
  return EVENT_STEPS[event.t]?.[1] ?? 0;
}

const LIVE = { name: "live", paid: Infinity };

/**
 * The step of the settlement that is being shown: {name, event, paid}; `paid` counts the jackpot prizes paid
 * so far.
 * @param {View} view
 */
export function currentStep(view) {
  if (view.step === "live") return LIVE;
  let [remaining, paid] = [view.elapsed ?? 0, 0];
  /** @type {{ name: string, event: any, paid: number } | null} */
  let current = null;
  for (const event of view.playing) {
    if (!EVENT_STEPS[event.t]) continue;
    const [name, duration] = EVENT_STEPS[event.t];
    if (event.t === "jackpot-paid") paid += 1;
    current = { name, event, paid };
    if (remaining < duration) break;
    remaining -= duration;
  }
  return current ?? { name: view.step, paid: 0 };
}

const STEP_ORDER = ["reveal", "collect", "pay", "fed", "jackpot", "live"];
/** @param {Step} step @param {string} name */
const isStepReached = (step, name) =>
  !STEP_ORDER.includes(step.name) ||
  STEP_ORDER.indexOf(step.name) >= STEP_ORDER.indexOf(name);

/**
 * Whether the settlement has been shown up to that step. Before the settlement nothing of it is shown.
 * @param {GameView | undefined} game
 * @param {Step} step
 * @param {string} name
 */
export const isReached = (game, step, name) => game?.phase === "settled" && isStepReached(step, name);

/**
 * What a seat wins from the jackpot, up to a number of payments in their order.
 * @param {GameView | undefined} game
 * @param {string | number} seat
 * @param {number} [payments]
 */
function jackpotTotal(game, seat, payments = Infinity) {
  const own = (game?.jackpots ?? []).slice(0, payments).filter((prize) =>
    String(prize.seat) === String(seat)
  );
  return own.reduce((sum, { cents }) => sum + cents, 0);
}

/** @param {Description} describe */
export const seatNames = (describe) => Array.from({ length: describe.seats }, (_, at) => String(at + 1));

/**
 * {ante, bet, jackpot}: the chips of one seat in its boxes. `sending` and `refused` concern the player's own
 * boxes.
 * @param {GameView | undefined} game
 * @param {string | number} seat
 * @param {Step} step
 * @param {{ sending?: Stakes, refused?: Stakes[] }} [options]
 */
export function pilesOf(game, seat, step, { sending = {}, refused = [] } = {}) {
  const place = game?.places?.[seat] ?? {};
  const { ante = 0, bet = 0, jackpot = 0, choice, back = 0, prize = 0 } = place;
  /** @type {Record<string, { cents: number, as: string, dx?: number, dy?: number }[]>} */
  const piles = { ante: [], bet: [], jackpot: [] };
  if (game?.phase === "void") return piles; // every stake was returned
  const isOver = game?.phase === "settled";
  const jackpotPrize = jackpotTotal(game, seat);
  const lost = choice === "folded" || (isOver && !back && isReached(game, step, "collect"));
  const won = isOver && back > 0 && isReached(game, step, "pay");
  const as = lost ? "lost" : won && prize > jackpotPrize ? "won" : "accepted";
  if (ante) piles.ante.push({ cents: ante, as });
  if (bet) piles.bet.push({ cents: bet, as });
  if (won && prize > jackpotPrize) {
    piles.bet.push({ cents: prize - jackpotPrize, as: "prize", dx: 27, dy: 3 });
  }
  const carried = game?.carried?.[seat] ?? 0;
  const isCollected = isReached(game, step, "fed");
  if (jackpot) piles.jackpot.push({ cents: jackpot, as: isCollected ? "lost" : "accepted" });
  if (carried) piles.jackpot.push({ cents: carried, as: isCollected ? "lost" : "prison" });
  const jackpotPaid = isOver ? jackpotTotal(game, seat, step.paid) : 0;
  if (jackpotPaid && isReached(game, step, "jackpot")) {
    piles.jackpot.push({ cents: jackpotPaid, as: "prize" });
  }
  for (const box of ["ante", "jackpot"]) {
    if (sending[box]) {
      piles[box].push({
        cents: sending[box],
        as: "sending",
        ...(piles[box].length ? { dx: 5, dy: -7 } : {}),
      });
    }
    const refusedCents = refused.reduce((sum, stakes) => sum + (stakes[box] ?? 0), 0);
    if (refusedCents) piles[box].push({ cents: refusedCents, as: "refused" });
  }
  return piles;
}

/**
 * The player's bets before the deal, by box.
 * @param {TableState | null} state
 */
export function ownBets(state) {
  const { ante, jackpot } = state?.table?.game?.places?.[state?.mine?.seat ?? 0] ?? {};
  return { ...(ante && { ante }), ...(jackpot && { jackpot }) };
}

/**
 * What a seat won or lost in a settled round, once it has been paid.
 * @param {GameView | undefined} game
 * @param {string | number} seat
 * @param {Step} step
 */
export function seatNet(game, seat, step) {
  const { lost = 0, prize = 0, choice, ante } = game?.places?.[seat] ?? {};
  if (!ante) return null;
  if (choice === "folded" && game?.phase !== "settled") return -lost;
  if (game?.phase !== "settled" || (step.name !== "live" && !isStepReached(step, "fed"))) return null;
  const unpaid = jackpotTotal(game, seat) - jackpotTotal(game, seat, step.paid);
  return prize - unpaid - lost;
}

/**
 * The cards of the player's own hand; none after folding.
 * @param {View} view
 */
export const ownCards = (
  view,
) => (view.table.game?.places?.[view.mine?.seat ?? 0]?.choice === "folded"
  ? []
  : view.mine?.game?.cards ?? []);
