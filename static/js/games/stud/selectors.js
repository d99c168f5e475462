// What is shown of a stud table, read from the server's view: the steps of the settlement, and the chips in
// each box. No rule of the game is applied here: amounts, combinations and what the bank does are the
// server's.
// [CS-2e] [CS-22] [CS-27] [MS-9.3] [MS-9.4] [MS-9.5] [MS-10.4]

/**
 * The step and duration in ms of each event of the settlement, in order: hands, losing bets, prizes, jackpot.
 */
const SHOW = {
  "hands-revealed": ["reveal", 900],
  "stakes-collected": ["collect", 900],
  "prizes-paid": ["pay", 1000],
  "jackpot-fed": ["fed", 800],
  "jackpot-paid": ["jackpot", 1200],
};
const CARD = 220; // ms between two cards out of the shoe
const FIVE = 90; // ms between two of five cards that come together from the shuffler
const TURN = 500; // ms in which the bank's hand is turned

export function lastsOf(event, dealing) {
  if (event.t === "card-dealt" || event.t === "bank-dealt") return dealing === "shuffler" ? FIVE : CARD;
  if (event.t === "card-discarded" || event.t === "card-exposed") return 380;
  if (event.t === "bank-revealed") return TURN;
  return SHOW[event.t]?.[1] ?? 0;
}

const LIVE = { name: "live", paid: Infinity };

/**
 * The step of the settlement that is being shown: {name, event, paid}; `paid` counts the jackpot prizes paid
 * so far.
 */
export function stepOf(view) {
  if (view.step === "live") return LIVE;
  let [left, paid] = [view.elapsed ?? 0, 0];
  /** @type {{ name: string, event: any, paid: number } | null} */
  let found = null;
  for (const event of view.playing) {
    if (!SHOW[event.t]) continue;
    const [name, lasts] = SHOW[event.t];
    if (event.t === "jackpot-paid") paid += 1;
    found = { name, event, paid };
    if (left < lasts) break;
    left -= lasts;
  }
  return found ?? { name: view.step, paid: 0 };
}

const ORDER = ["reveal", "collect", "pay", "fed", "jackpot", "live"];
const after = (step, name) => !ORDER.includes(step.name) || ORDER.indexOf(step.name) >= ORDER.indexOf(name);

/** Whether the settlement has been shown up to that step. Before the settlement nothing of it is shown. */
export const settledTo = (game, step, name) => game?.phase === "settled" && after(step, name);

const jackpotsOf = (game, seat, step) =>
  (game?.jackpots ?? []).slice(0, step.paid).filter((each) => String(each.seat) === String(seat));
const sum = (list) => list.reduce((total, each) => total + each.cents, 0);

/**
 * {ante, bet, jackpot}: the chips of one seat in its boxes. `sending` and `refused` concern the player's own
 * boxes.
 */
export function pilesOf(game, seat, step, { sending = {}, refused = [] } = {}) {
  const place = game?.places?.[seat] ?? {};
  const { ante = 0, bet = 0, jackpot = 0, choice, back = 0, prize = 0 } = place;
  /** @type {Record<string, { cents: number, as: string, dx?: number, dy?: number }[]>} */
  const piles = { ante: [], bet: [], jackpot: [] };
  if (game?.phase === "void") return piles; // every stake was returned
  const over = game?.phase === "settled";
  const mine = sum((game?.jackpots ?? []).filter((each) => String(each.seat) === String(seat)));
  const lost = choice === "folded" || (over && !back && settledTo(game, step, "collect"));
  const won = over && back > 0 && settledTo(game, step, "pay");
  const as = lost ? "lost" : won && prize > mine ? "won" : "accepted";
  if (ante) piles.ante.push({ cents: ante, as });
  if (bet) piles.bet.push({ cents: bet, as });
  if (won && prize > mine) piles.bet.push({ cents: prize - mine, as: "prize", dx: 27, dy: 3 });
  const carried = game?.carried?.[seat] ?? 0;
  const spent = settledTo(game, step, "fed");
  if (jackpot) piles.jackpot.push({ cents: jackpot, as: spent ? "lost" : "accepted" });
  if (carried) piles.jackpot.push({ cents: carried, as: spent ? "lost" : "prison" });
  const paid = over ? sum(jackpotsOf(game, seat, step)) : 0;
  if (paid && settledTo(game, step, "jackpot")) piles.jackpot.push({ cents: paid, as: "prize" });
  for (const box of ["ante", "jackpot"]) {
    if (sending[box]) {
      piles[box].push({
        cents: sending[box],
        as: "sending",
        ...(piles[box].length ? { dx: 5, dy: -7 } : {}),
      });
    }
    const slides = refused.reduce((total, on) => total + (on[box] ?? 0), 0);
    if (slides) piles[box].push({ cents: slides, as: "refused" });
  }
  return piles;
}

/** The player's bets before the deal, by box. */
export function betsOf(state) {
  const { ante, jackpot } = state?.table?.game?.places?.[state?.mine?.seat] ?? {};
  return { ...(ante && { ante }), ...(jackpot && { jackpot }) };
}

/** What a seat won or lost in a settled round, once it has been paid. */
export function netOf(game, seat, step) {
  const { lost = 0, prize = 0, choice, ante } = game?.places?.[seat] ?? {};
  if (!ante) return null;
  if (choice === "folded" && game.phase !== "settled") return -lost;
  if (game.phase !== "settled" || (step.name !== "live" && !after(step, "fed"))) return null;
  const unpaid = sum((game.jackpots ?? []).filter((each) => String(each.seat) === String(seat))) -
    sum(jackpotsOf(game, seat, step));
  return prize - unpaid - lost;
}

/** The cards of the player's own hand; none after folding. */
export const ownCards = (
  view,
) => (view.table.game?.places?.[view.mine?.seat]?.choice === "folded" ? [] : view.mine?.game?.cards ?? []);
