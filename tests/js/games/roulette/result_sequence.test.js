import assert from "node:assert/strict";
import { test } from "node:test";
import { numberOf, resultSequence } from "../../../../static/js/games/roulette/result_sequence.js";

const BETS = { seat: 1, net: 0, game: { bets: { red: 100 }, total: 100 } };
const RESULT = { staked: 100, lost: 0, back: 100, prize: 100, held: 0, lines: [] };
const WON = { seat: 1, net: 100, game: { ...BETS.game, result: RESULT } };
const BETTING = { round: 3, phase: "betting", history: ["5"], game: { phase: "betting" } };
/** @type {any} */
const OPEN = { table: BETTING, mine: BETS, purse: { n: 1, cents: 900 } };
/** @type {any} */
const CLOSED = { ...OPEN, table: { ...BETTING, phase: "closed", game: { phase: "closed" } } };
/** @type {any} */
const SETTLED = {
  table: {
    round: 3,
    phase: "resting",
    due: 1,
    commitment: "aa",
    history: ["9", "5"],
    game: { phase: "settled", number: "9", colour: "red" },
  },
  mine: WON,
  purse: { n: 2, cents: 1100 },
};
const TABLE_FRAME = { t: "table" };

/** A scene with a wheel that records what it is asked to do. */
function open({ isStill = false, pause = 12_000 } = {}) {
  /** @type {string[]} */
  const calls = [];
  const wheel = {
    launch: () => calls.push("launch"),
    land: (/** @type {{ within: number }} */ { within }) => {
      calls.push("land");
      return Math.min(5000, within);
    },
    settle: (/** @type {string | undefined} */ number) => calls.push(`settle ${number}`),
    moving: false,
  };
  const sequence = resultSequence({ wheel, reducedMotion: () => isStill, clock: { until: () => pause } });
  const play = () => {
    sequence.receive(OPEN, CLOSED, TABLE_FRAME, 0);
    sequence.receive(CLOSED, SETTLED, TABLE_FRAME, 1200);
  };
  /** @param {number} now */
  const shown = (now) => {
    const { step, purse, mine, table } = sequence.visibleState(SETTLED, now);
    return [step, purse.cents, mine.net, table.game.number ?? null, table.history[0]];
  };
  /** @param {number[]} times */
  const steps = (times) => times.map((now) => shown(now)[0]);
  return { sequence, calls, play, shown, steps };
}

test("[AR-3d] [AR-16] [AR-17] [FR-3d] [FR-R17] [FR-R18] number, losing chips, payment", () => {
  const { calls, play, shown } = open();
  play();
  assert.deepEqual([1300, 6100, 6300, 7300, 8300, 9500].map(shown), [
    ["spinning", 900, 0, null, "5"],
    ["spinning", 900, 0, null, "5"],
    ["marked", 900, 0, "9", "9"],
    ["collect", 900, 0, "9", "9"],
    ["pay", 1100, 100, "9", "9"],
    ["live", 1100, 100, "9", "9"],
  ]);
  assert.deepEqual(calls, ["launch", "land"]);
});

test("a result that arrives before the number is not shown", () => {
  const { sequence } = open();
  sequence.receive(OPEN, CLOSED, TABLE_FRAME, 0);
  assert.equal(sequence.visibleState(CLOSED, 100).step, "running");
  const withResult = { ...CLOSED, mine: WON };
  const withPurse = { ...withResult, purse: SETTLED.purse };
  sequence.receive(CLOSED, withResult, { t: "mine" }, 1190);
  sequence.receive(withResult, withPurse, { t: "purse" }, 1195);
  const { purse, mine } = sequence.visibleState(withPurse, 1196);
  assert.deepEqual([purse.cents, mine.net], [900, 0]);
});

test("a skipped run continues with the marking", () => {
  const { sequence, calls, play, shown } = open();
  play();
  sequence.skip(2000);
  assert.equal(shown(2001)[0], "marked");
  assert.equal(calls.at(-1), "settle 9");
});

test("[AR-23] [FR-R24] a player who returns in the middle sees the end", () => {
  const { sequence, calls, play, shown } = open();
  play();
  sequence.reset();
  sequence.receive(SETTLED, SETTLED, { t: "snapshot" }, 2000);
  assert.deepEqual(shown(2001), ["live", 1100, 100, "9", "9"]);
  assert.equal(calls.at(-1), "settle 9");
});

test("with reduced motion nothing moves, and the order is kept", () => {
  const { calls, play, steps } = open({ isStill: true });
  play();
  assert.deepEqual(steps([1201, 2300, 3300, 4500]), ["marked", "collect", "pay", "live"]);
  assert.deepEqual(calls, ["settle 9"]);
});

test("the ball is removed when the round is void", () => {
  const { sequence, calls } = open();
  const table = { ...CLOSED.table, phase: "void", game: { phase: "void", cause: "system" } };
  const voided = { ...CLOSED, table };
  sequence.receive(OPEN, CLOSED, TABLE_FRAME, 0);
  sequence.receive(CLOSED, voided, TABLE_FRAME, 900);
  assert.equal(sequence.visibleState(voided, 901).step, "live");
  assert.deepEqual(calls, ["launch", "settle undefined"]);
});

test("a short pause still shows every step before the next bets", () => {
  const { play, steps } = open({ pause: 5000 }); // the next bets open at 6200 ms
  play();
  const times = [1300, 4700, 4900, 5300, 5700, 5951];
  assert.deepEqual(steps(times), ["spinning", "spinning", "marked", "collect", "pay", "live"]);
});

test("an entry of the last results is its number", () => {
  assert.deepEqual(["9", { number: "17" }, undefined].map(numberOf), ["9", "17", undefined]);
});
