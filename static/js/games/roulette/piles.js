// The chips on each place and their state, as a pure function of the view.

/**
 * @typedef {import("../../table/game.d.ts").Pile} Pile
 * @typedef {import("../../table/game.d.ts").RoundResult} RoundResult
 * @typedef {import("../../table/game.d.ts").View} View
 * @typedef {import("../../table/messages.d.ts").Stakes} Stakes
 */

/**
 * {place: [{cents, as, dx, dy}]}; `as` is sending, accepted, refused, lost, won, prize, prison, preview or
 * others.
 * @param {{ view: View, sending: Stakes, refused: Stakes[], preview: Stakes | null }} options
 */
export function pilesOf({ view, sending, refused, preview }) {
  /** @type {Record<string, Pile[]>} */
  const piles = {};
  /** @param {string} place @param {Pile} pile */
  const put = (place, pile) => {
    (piles[place] ??= []).push(pile);
  };
  const game = view.mine?.game ?? {};
  const result = game.result;
  const isSettled = result && ["collect", "pay", "live"].includes(view.step);
  for (const [place, total] of Object.entries(view.table.game?.totals ?? {})) {
    // Other players' chips are shown as a point; the place card gives the amount.
    if (view.step === "live" && view.table.phase !== "betting") break;
    const others = total - (game.bets?.[place] ?? 0);
    if (others > 0) put(place, { cents: others, as: "others", dx: -15, dy: -13 });
  }
  if (isSettled) addSettled(result, view.step, put);
  else {
    for (const [place, cents] of Object.entries(game.bets ?? {})) put(place, { cents, as: "accepted" });
    for (const [place, cents] of Object.entries(game.prison ?? {})) {
      put(place, { cents, as: "prison", dx: 24, dy: 0 });
    }
  }
  for (const [place, cents] of Object.entries(sending)) {
    put(place, { cents, as: "sending", ...besideAccepted(piles[place]) });
  }
  for (const [place, cents] of Object.entries(preview ?? {})) {
    put(place, { cents, as: "preview", ...besideAccepted(piles[place]) });
  }
  for (const stakes of refused) {
    for (const [place, cents] of Object.entries(stakes)) put(place, { cents, as: "refused" });
  }
  return piles;
}

/** @param {Pile[] | undefined} present */
const besideAccepted = (
  present,
) => (present?.some((pile) => pile.as === "accepted") ? { dx: 5, dy: -7 } : {});

// Losing chips are collected first, then prizes are paid.  [AR-17] [FR-R18]
/** @param {RoundResult} result @param {string} step @param {(place: string, pile: Pile) => void} put */
function addSettled(result, step, put) {
  for (const line of result.lines) {
    const { place, lost = 0, back = 0, prize = 0, held = 0 } = line;
    if (lost && step === "collect") put(place, { cents: lost, as: "lost", dx: back ? -9 : 0 });
    if (back) put(place, { cents: back, as: prize ? "won" : "accepted" });
    if (held) put(place, { cents: held, as: "prison", dx: step === "collect" ? 0 : 24 });
    if (prize && step !== "collect") put(place, { cents: prize, as: "prize", dx: 25, dy: 4 });
  }
}
