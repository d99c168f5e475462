import assert from "node:assert/strict";
import { test } from "node:test";
import { pauseAfter, stepForKey, tableStates } from "../../../../static/js/table/replay/steps.js";

/** @param {number} at @param {any} set */
const step = (at, set) => ({ at, phase: "closed", set, news: null, text: "" });
const STEPS = [
  step(0, {
    table: { pot: 3, seats: { 1: { stack: 5 } } },
    mine: { cards: ["AS"], options: { fold: true } },
  }),
  step(100, { table: { pot: 5, seats: { 1: { stack: 3 } } } }),
  step(9_000, { table: { seats: { 1: null } } }),
];

test("each state is the one before with what changed, and nothing else", () => {
  const states = tableStates({ steps: STEPS, round: 7, seat: 1, alias: "Ana", names: { 1: "Ana" } });
  assert.deepEqual(states.map(({ table }) => table.game), [
    { pot: 3, seats: { 1: { stack: 5 } } },
    { pot: 5, seats: { 1: { stack: 3 } } },
    { pot: 5, seats: {} },
  ]);
  assert.deepEqual(states[2].mine.game, { cards: ["AS"] }, "a round that is over offers no decision");
});

test("a step is shown as long as it took, within bounds", () => {
  assert.equal(pauseAfter(STEPS, 0), 500);
  assert.equal(pauseAfter(STEPS, 1), 2500);
});

/** @type {[string, number, number | null][]} */
const KEYS = [
  ["ArrowRight", 3, 4],
  ["ArrowRight", 9, 9],
  ["ArrowLeft", 0, 0],
  ["PageUp", 3, 0],
  ["Home", 3, 0],
  ["End", 3, 9],
  ["a", 3, null],
];
for (const [key, current, expected] of KEYS) {
  test(`${key} at step ${current}`, () => assert.equal(stepForKey(key, current, 9), expected));
}
