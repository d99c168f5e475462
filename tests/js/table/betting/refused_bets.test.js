import assert from "node:assert/strict";
import { test } from "node:test";
import { refusedBets } from "../../../../static/js/table/betting/refused_bets.js";

test("a refused bet is shown while its chips move back", () => {
  const bets = refusedBets(() => false);
  bets.add({ red: 100 }, 0);
  bets.add(undefined, 0);
  bets.add({ black: 200 }, 500);
  assert.deepEqual(bets.current(600), [{ red: 100 }, { black: 200 }]);
  assert.deepEqual(bets.current(1000), [{ black: 200 }]);
  assert.equal(bets.isMoving, true);
  assert.deepEqual(bets.current(1400), []);
  assert.equal(bets.isMoving, false);
});

test("with reduced motion nothing moves", () => {
  const bets = refusedBets(() => true);
  bets.add({ red: 100 }, 0);
  assert.deepEqual(bets.current(1), []);
});
