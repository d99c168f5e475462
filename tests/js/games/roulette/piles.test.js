import assert from "node:assert/strict";
import { test } from "node:test";
import { pilesOf } from "../../../../static/js/games/roulette/piles.js";

/**
 * By place, the state and amount of each pile.
 * @param {object} game
 * @param {any} options
 */
function piles(game, { step = "live", phase = "betting", totals = {}, ...rest } = {}) {
  const view = { mine: { game }, table: { phase, game: { totals } }, step };
  const drawn = pilesOf({ view, sending: {}, refused: [], preview: null, ...rest });
  return Object.fromEntries(
    Object.entries(drawn).map((
      [place, list],
    ) => [place, list.map((/** @type {any} */ { as, cents }) => [as, cents])]),
  );
}

test("a chip on its way is shown as such beside what is accepted", () => {
  assert.deepEqual(piles({}, { sending: { red: 50 } }), { red: [["sending", 50]] });
  assert.deepEqual(piles({ bets: { red: 100 } }, { sending: { red: 50, odd: 200 } }), {
    red: [["accepted", 100], ["sending", 50]],
    odd: [["sending", 200]],
  });
});

test("a chip on its way does not cover the accepted one", () => {
  const view = { mine: { game: { bets: { red: 100 } } }, table: { phase: "betting" }, step: "live" };
  const { red } = pilesOf({ view, sending: { red: 50 }, refused: [], preview: null });
  const positions = red.map((/** @type {any} */ { dx = 0, dy = 0 }) => `${dx} ${dy}`);
  assert.equal(new Set(positions).size, 2);
});

test("refused and previewed chips are neither accepted nor on their way", () => {
  assert.deepEqual(piles({ bets: { red: 100 } }, { refused: [{ red: 50 }], preview: { odd: 200 } }), {
    red: [["accepted", 100], ["refused", 50]],
    odd: [["preview", 200]],
  });
});

test("the chips of other players are the total without one's own", () => {
  assert.deepEqual(piles({ bets: { red: 100 } }, { totals: { red: 100, odd: 300 } }), {
    odd: [["others", 300]],
    red: [["accepted", 100]],
  });
});

const LINES = [
  { place: "straight:17", back: 50, prize: 1_750 },
  { place: "black", lost: 100 },
  { place: "odd", lost: 25, back: 25 },
  { place: "low", held: 300 },
];

test("[AR-17] [FR-R18] [FR-R20b] [FR-R20c] losing chips are collected first", () => {
  assert.deepEqual(piles({ result: { lines: LINES } }, { step: "collect", phase: "closed" }), {
    "straight:17": [["won", 50]],
    black: [["lost", 100]],
    odd: [["lost", 25], ["accepted", 25]],
    low: [["prison", 300]],
  });
});

test("[AR-17] [FR-R18] [FR-R20b] [FR-R20c] prizes are paid after that", () => {
  assert.deepEqual(piles({ result: { lines: LINES } }, { step: "pay", phase: "closed" }), {
    "straight:17": [["won", 50], ["prize", 1_750]],
    odd: [["accepted", 25]],
    low: [["prison", 300]],
  });
});

test("[FR-R20c] a stake in prison lies beside the bets of the next round", () => {
  assert.deepEqual(piles({ bets: { low: 100 }, prison: { low: 300 } }), {
    low: [["accepted", 100], ["prison", 300]],
  });
});
