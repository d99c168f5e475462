import assert from "node:assert/strict";
import { test } from "node:test";
import {
  bankResultKind,
  bankResultText,
  boxWithChips,
  handState,
  ownBets,
  pilesOf,
  totalText,
} from "../../../../static/js/games/blackjack/selectors.js";

/** @param {string} code */
const t = (code) => code;
/** @param {object} hand @returns {any} */
const hand = (hand) => ({ total: 17, ...hand });
/** @param {{ cents: number, as: string }[]} piles */
const summary = (piles) => piles.map(({ as, cents }) => [as, cents]);

test("[BJ-8a] a soft hand in play has two totals", () => {
  assert.equal(totalText(hand({ soft: true }), t), "7 / 17");
  assert.equal(totalText(hand({ soft: true, done: true }), t), "17");
  assert.equal(totalText(hand({ soft: true, code: "tie" }), t), "17");
  assert.equal(totalText(hand({ total: 21, soft: true, blackjack: true }), t), "bj.blackjack");
  assert.equal(totalText(hand({}), t), "17");
});

test("a hand is won, lost, tied, surrendered or in play", () => {
  assert.equal(handState(hand({})), null);
  assert.equal(handState(hand({ code: "nearer", prize: 100, back: 100 })), "won");
  assert.equal(handState(hand({ code: "surrendered", back: 50, lost: 50 })), "surrendered");
  assert.equal(handState(hand({ code: "tie", back: 100 })), "tie");
  assert.equal(handState(hand({ code: "bust", lost: 100 })), "lost");
});

test("[BJ-27] no chip of a void round stays on the table", () => {
  const places = { 1: { bet: 100, hands: [hand({ stake: 100 })] } };
  /** @param {string} phase @returns {any} */
  const game = (phase) => ({ phase, places });
  assert.deepEqual(summary(pilesOf(boxWithChips(game("playing"), "1"))), [["accepted", 100]]);
  assert.deepEqual(pilesOf(boxWithChips(game("void"), "1")), []);
});

test("a bet lies on its place before any card is dealt", () => {
  assert.deepEqual(summary(pilesOf({ bet: 100, hands: [] })), [["accepted", 100]]);
  assert.deepEqual(summary(pilesOf(undefined, { sending: 50, refused: 100 })), [["sending", 50], [
    "refused",
    100,
  ]]);
});

const SETTLED = {
  bet: 100,
  hands: [
    { stake: 100, code: "nearer", back: 100, prize: 100 },
    { stake: 100, code: "farther", lost: 100 },
  ],
};

test("[BJ-2f] [BJ-31] losing stakes are collected before prizes are paid", () => {
  assert.deepEqual(summary(pilesOf(SETTLED, { step: "collect" })), [["accepted", 100], ["lost", 100]]);
  assert.deepEqual(summary(pilesOf(SETTLED, { step: "pay" })), [["won", 100], ["prize", 100], ["lost", 100]]);
});

test("[BJ-25b] a hand decided earlier keeps its result while others are collected", () => {
  const piles = pilesOf(SETTLED, { step: "collect", isDecidedEarlier: (index) => index === 0 });
  assert.deepEqual(summary(piles), [["won", 100], ["prize", 100], ["lost", 100]]);
});

test("the stakes of split hands lie side by side", () => {
  const hands = [{ stake: 100 }, { stake: 100 }];
  const [first, second] = pilesOf({ bet: 100, hands });
  assert.ok(first.dx < 0 && second.dx > 0);
});

test("one's own bets are those of one's own seat", () => {
  const state = {
    mine: { seat: 2 },
    table: { game: { places: { 1: { seat: 1, bet: 50 }, 3: { seat: 2, bet: 100 } } } },
  };
  assert.deepEqual(ownBets(state), { 3: 100 });
  assert.deepEqual(ownBets({ ...state, mine: null }), {});
});

test("[BJ-4c] the last results show blackjack, totals, busts and rounds without the bank's cards", () => {
  assert.deepEqual(["BJ", "19", "24", "idle"].map(bankResultKind), ["blackjack", "stand", "bust", "idle"]);
  assert.deepEqual(["BJ", "19", "idle", undefined].map(bankResultText), ["BJ", "19", "–", "–"]);
});
