// What is shown of a table of ponto e banca, read from the server's view: the steps of dealing and payment,
// and the chips on each chance. No rule of the game is applied here: scores, results and amounts are the
// server's.  [PB-2c] [PB-22] [PB-24]

import { CARD_TIME } from "../../table/cards/deal_animation.js";

/**
 * @typedef {import("../../table/game.d.ts").Pile} Pile
 * @typedef {import("../../table/game.d.ts").View} View
 * @typedef {import("../../table/messages.d.ts").GameEvent} GameEvent
 * @typedef {import("../../table/messages.d.ts").Stakes} Stakes
 * @typedef {import("../../table/messages.d.ts").TableState} TableState
 * @typedef {import("./types.d.ts").GameView} GameView
 * @typedef {import("./types.d.ts").Hand} Hand
 * @typedef {import("./types.d.ts").ResultLine} ResultLine
 * @typedef {import("./types.d.ts").Step} Step
 */

/**
 * The step and duration in ms of each event, in the order in which they happen.
 * @type {Record<string, [string, number]>}
 */
const EVENT_STEPS = {
  "card-dealt": ["deal", CARD_TIME],
  "hand-turned": ["turn", 900],
  "natural-announced": ["natural", 900],
  "card-drawn": ["third", CARD_TIME + 620],
  "scores-counted": ["count", 700],
  "stakes-collected": ["collect", 900],
  "prizes-paid": ["pay", 1000],
};
const STEP_ORDER = ["deal", "turn", "natural", "third", "count", "collect", "pay", "live"];

/** @param {GameEvent} event */
export const eventDuration = (event) => EVENT_STEPS[event.t]?.[1] ?? 0;

/**
 * The step that is being shown: {name, event, into}; "live" when all steps have been shown.
 * @param {View} view
 */
export function currentStep(view) {
  if (view.step === "live") return { name: "live", into: Infinity };
  let remaining = view.elapsed ?? 0;
  /** @type {{ name: string, event: any, into: number } | null} */
  let current = null;
  for (const event of view.playing) {
    if (!EVENT_STEPS[event.t]) continue;
    const [name, duration] = EVENT_STEPS[event.t];
    current = { name, event, into: remaining };
    if (remaining < duration) break;
    remaining -= duration;
  }
  return current ?? { name: view.step, into: 0 };
}

/**
 * Whether the settlement has been shown up to that step. Before the server's settlement nothing of it is
 * shown.  [PB-2c]
 * @param {GameView | undefined} game
 * @param {Step} step
 * @param {string} name
 */
export function isReached(game, step, name) {
  return game?.phase === "settled" &&
    (!STEP_ORDER.includes(step.name) || STEP_ORDER.indexOf(step.name) >= STEP_ORDER.indexOf(name));
}

/**
 * A score that is still forming is not shown before its card has landed.
 * @param {Hand | undefined} hand
 * @param {string} name
 * @param {Step} step
 */
export function visibleScore(hand, name, step) {
  if (!hand?.cards) return "";
  const isForming = step.event && (step.event.t === "card-drawn" || step.event.t === "hand-turned") &&
    step.event.hand === name;
  if (isForming && step.into < (step.name === "third" ? CARD_TIME : 160)) {
    return step.name === "third" ? (hand.move?.on ?? "") : "";
  }
  return hand.score;
}

/**
 * {place: [{cents, as, dx, dy}]}: the player's own chips. `lines` is what became of each bet.  [PB-22]
 * [PB-23b] [PB-24]
 * @param {{
 *   game: GameView | undefined, bets?: Stakes | undefined, lines: ResultLine[] | undefined,
 *   commission?: number, step: Step, sending?: Stakes, refused?: Stakes[],
 * }} options
 */
export function pilesOf({ game, bets = {}, lines, commission = 0, step, sending = {}, refused = [] }) {
  /** @type {Record<string, Pile[]>} */
  const piles = {};
  /** @param {string} place @param {Pile} pile */
  const addPile = (place, pile) => {
    (piles[place] ??= []).push(pile);
  };
  const isSettled = lines && isReached(game, step, "collect");
  if (!isSettled) {
    for (const [place, cents] of Object.entries(bets)) addPile(place, { cents, as: "accepted" });
  } else {
    const isPaid = isReached(game, step, "pay");
    for (const { place, stake, lost = 0, back = 0, prize = 0 } of lines) {
      if (lost && step.name === "collect") addPile(place, { cents: lost, as: "lost" });
      if (back) {
        addPile(place, { cents: stake, as: prize ? "won" : "accepted", dx: prize && isPaid ? -15 : 0 });
      }
      if (prize && isPaid) {
        addPile(place, { cents: prize, as: "prize", dx: 15, charged: place === "banco" ? commission : 0 });
      }
    }
  }
  for (const [place, cents] of Object.entries(sending)) {
    addPile(place, { cents, as: "sending", ...(piles[place] ? { dx: 6, dy: -7 } : {}) });
  }
  for (const stakes of refused) {
    for (const [place, cents] of Object.entries(stakes)) addPile(place, { cents, as: "refused" });
  }
  return piles;
}

/**
 * {place: {seat: cents}}: the stakes of the other players, by seat.  [PB-6a]
 * @param {GameView | undefined} game
 * @param {number | undefined} seat
 */
export function otherStakes(game, seat) {
  /** @type {Record<string, Stakes>} */
  const current = {};
  for (const [name, bets] of Object.entries(game?.bets ?? {})) {
    if (Number(name) === seat) continue;
    for (const [place, cents] of Object.entries(bets)) (current[place] ??= {})[name] = cents;
  }
  return current;
}

/** @param {TableState | null} state */
export const ownBets = (state) => state?.mine?.game?.bets ?? {};
