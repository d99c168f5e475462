// What is shown of a blackjack table, read from the server's view: piles of chips, totals, and how a hand
// ended. No rule of the game is applied here: totals, results and amounts are the server's.
// [BJ-8a] [BJ-25b] [BJ-26] [BJ-31]

/**
 * @typedef {import("../../table/game.d.ts").Pile} Pile
 * @typedef {import("./types.d.ts").Hand} Hand
 * @typedef {import("./types.d.ts").Place} Place
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("../../table/messages.d.ts").TableState} TableState
 */

const SPREAD = [0, 0, 23, 16]; // distance between the stakes of split hands, by their number

/**
 * The total as players read it: a soft hand still in play has two.  [BJ-8a]
 * @param {{
 *   total: number, soft?: boolean, blackjack?: boolean, done?: unknown,
 *   code?: string,
 * }} options
 * @param {I18n["t"]} t
 */
export function totalText({ total, soft, blackjack, done, code }, t) {
  if (blackjack) return t("bj.blackjack");
  return soft && !done && !code ? `${total - 10} / ${total}` : String(total);
}

/**
 * How a hand ended: won, lost, tie, surrendered; null while it is in play.
 * @param {{ code?: string, prize?: number, back?: number }} options
 */
export function handState({ code, prize = 0, back = 0 }) {
  if (!code) return null;
  if (prize) return "won";
  if (code === "surrendered") return "surrendered";
  return back ? "tie" : "lost";
}

/**
 * @typedef {{
 *   step?: string, isDecidedEarlier?: (hand: number) => boolean, sending?: number, refused?: number,
 * }} PileOptions
 */

/**
 * The place with its chips. Those of a void round were returned.  [BJ-27]
 * @param {{ phase?: string, places?: Record<string, Place> }} game
 * @param {string} place
 * @returns {Place | undefined}
 */
export const boxWithChips = (game, place) => game.phase === "void" ? undefined : game.places?.[place];

/**
 * The chips of one place: its stakes side by side, prizes beside them. `step` is "collect" while losing chips
 * are collected and no prize is paid yet; `isDecidedEarlier(index)` is whether a hand was decided before that
 * step.  [BJ-25b] [BJ-31]
 * @param {Place | undefined} place
 * @param {PileOptions} [options]
 */
export function pilesOf(place, { step, isDecidedEarlier = () => false, sending = 0, refused = 0 } = {}) {
  /** @type {Pile[]} */
  const piles = [];
  /** @type {(Partial<Hand> & { stake: number })[]} */
  const hands = place?.hands?.length ? place.hands : place ? [{ stake: place.bet }] : [];
  const centre = (hands.length - 1) / 2;
  hands.forEach((hand, index) => {
    const dx = (index - centre) * (SPREAD[hands.length] ?? 13);
    const { stake, code, back = 0, lost = 0, prize = 0, special = 0 } = hand;
    const paid = step !== "collect" || isDecidedEarlier(index);
    if (!code || (!paid && !lost)) piles.push({ cents: stake, as: "accepted", dx });
    else {
      if (lost) piles.push({ cents: lost, as: "lost", dx: back ? dx - 9 : dx });
      if (back) piles.push({ cents: back, as: prize ? "won" : "accepted", dx });
      if (prize && paid) {
        piles.push({
          cents: prize,
          as: "prize",
          dx: dx + (hands.length > 1 ? 5 : 24),
          dy: hands.length > 1 ? 22 : 4,
        });
      }
    }
    if (special) piles.push({ cents: special, as: "prize", dx: dx - 24, dy: 8 });
  });
  if (sending) piles.push({ cents: sending, as: "sending", dx: place ? 5 : 0, dy: place ? -7 : 0 });
  if (refused) piles.push({ cents: refused, as: "refused" });
  return piles;
}

/**
 * The player's first bets, by place.
 * @param {TableState | null} state
 */
export function ownBets(state) {
  const seat = state?.mine?.seat;
  const places = state?.table?.game?.places ?? {};
  return seat === undefined ? {} : Object.fromEntries(
    Object.entries(places).filter(([, place]) => place.seat === seat).map((
      [name, place],
    ) => [name, place.bet]),
  );
}

/**
 * The kind of a result in the list of the last ones: "BJ", a total up to 21, a total over 21, or "idle" where
 * the bank drew no cards.
 * @param {string | undefined} entry
 */
export function bankResultKind(entry) {
  if (entry === "BJ") return "blackjack";
  if (entry === "idle") return "idle";
  return Number(entry) > 21 ? "bust" : "stand";
}

/**
 * The text of such a result.
 * @param {string | undefined} entry
 */
export const bankResultText = (entry) => (entry === undefined || entry === "idle" ? "–" : entry);

/**
 * The player's own hands in this round, for the strip of a phone.
 * @param {import("../../table/game.d.ts").View} view
 * @param {I18n["t"]} t
 */
export function ownHandsOf({ table, mine }, t) {
  if (mine?.seat === undefined || table.phase === "betting") return [];
  /** @type {[string, Place][]} */
  const places = Object.entries(table.game?.places ?? {});
  return places.filter(([, place]) => place.seat === mine.seat).flatMap(([name, place]) =>
    (place.hands ?? []).filter(({ cards }) => cards.length).map((hand, index) => ({
      cards: hand.cards,
      total: totalText(hand, t),
      isActive: table.game?.turn?.place === name && table.game.turn.hand === index,
    }))
  );
}
