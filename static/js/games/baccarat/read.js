// What lies on a table of ponto e banca now, read from what the house said: the steps of the deal and of the
// payment, the piles of
// chips of each chance. No rule of the game is applied here: scores, results and amounts are the house's.
// [PB-2c] [PB-22] [PB-24]

import { CARD_TIME } from "../../table/cards/deal_animation.js";

/** How long each event is looked at, in the order in which it happens. */
const SHOW = {
  "card-dealt": ["deal", CARD_TIME],
  "hand-turned": ["turn", 900],
  "natural-announced": ["natural", 900],
  "card-drawn": ["third", CARD_TIME + 620],
  "scores-counted": ["count", 700],
  "stakes-collected": ["collect", 900],
  "prizes-paid": ["pay", 1000],
};
const ORDER = ["deal", "turn", "natural", "third", "count", "collect", "pay", "live"];

export const lastsOf = (event) => SHOW[event.t]?.[1] ?? 0;

/** The step that is being looked at: {name, event, into}; "live" when all has been view. */
export function stepOf(view) {
  if (view.step === "live") return { name: "live", into: Infinity };
  let left = view.elapsed ?? 0;
  /** @type {{ name: string, event: any, into: number } | null} */
  let found = null;
  for (const event of view.playing) {
    if (!SHOW[event.t]) continue;
    const [name, lasts] = SHOW[event.t];
    found = { name, event, into: left };
    if (left < lasts) break;
    left -= lasts;
  }
  return found ?? { name: view.step, into: 0 };
}

/** Has the settlement been told up to that step? Before the house settled nothing of it has.  [PB-2c] */
export function told(game, step, name) {
  return game?.phase === "settled" &&
    (!ORDER.includes(step.name) || ORDER.indexOf(step.name) >= ORDER.indexOf(name));
}

/** A score that is still being made is not shown before its card has landed. */
export function scoreOf(hand, name, step) {
  if (!hand?.cards) return "";
  const making = step.event && (step.event.t === "card-drawn" || step.event.t === "hand-turned") &&
    step.event.hand === name;
  if (making && step.into < (step.name === "third" ? CARD_TIME : 160)) {
    return step.name === "third" ? (hand.move?.on ?? "") : "";
  }
  return hand.score;
}

/** {place: [{cents, as, dx, dy}]}: the player's own chips. `lines` is what the house said of each of his bets.  [PB-22] [PB-23b] [PB-24] */
export function pilesOf({ game, bets = {}, lines, commission = 0, step, sending = {}, refused = [] }) {
  const piles = {};
  const put = (place, pile) => {
    (piles[place] ??= []).push(pile);
  };
  const settled = lines && told(game, step, "collect");
  if (!settled) { for (const [place, cents] of Object.entries(bets)) put(place, { cents, as: "accepted" }); }
  else {
    const paid = told(game, step, "pay");
    for (const { place, stake, lost = 0, back = 0, prize = 0 } of lines) {
      if (lost && step.name === "collect") put(place, { cents: lost, as: "lost" });
      if (back) put(place, { cents: stake, as: prize ? "won" : "accepted", dx: prize && paid ? -15 : 0 });
      if (prize && paid) {
        put(place, { cents: prize, as: "prize", dx: 15, charged: place === "banco" ? commission : 0 });
      }
    }
  }
  for (const [place, cents] of Object.entries(sending)) {
    put(place, { cents, as: "sending", ...(piles[place] ? { dx: 6, dy: -7 } : {}) });
  }
  for (const on of refused) {
    for (const [place, cents] of Object.entries(on)) put(place, { cents, as: "refused" });
  }
  return piles;
}

/** {place: {seat: cents}}: what lies there of the others, by their seats.  [PB-6a] */
export function othersOf(game, seat) {
  const found = {};
  for (const [name, bets] of Object.entries(game?.bets ?? {})) {
    if (Number(name) === seat) continue;
    for (const [place, cents] of Object.entries(bets)) (found[place] ??= {})[name] = cents;
  }
  return found;
}

export const betsOf = (state) => state?.mine?.game?.bets ?? {};
