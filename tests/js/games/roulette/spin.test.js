import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "../../../../static/js/games/roulette/spin.js";

/** @param {number} angle */
const turn = (angle) => ((angle % 360) + 360) % 360;

for (const pockets of [37, 38]) {
  test(`[AR-16] [FR-R17] with ${pockets} pockets every run ends in the drawn one`, () => {
    for (let index = 0; index < pockets; index += 1) {
      const path = run({ seed: `${index}:abc`, index, pockets });
      const { rotor, ball, radius } = path.at(path.duration);
      const distance = Math.abs(turn(ball - rotor) - (index * 360) / pockets);
      assert.ok(Math.min(distance, 360 - distance) < 0.01, `pocket ${index}`);
      assert.ok(Math.abs(radius - 0.665) < 0.001);
      assert.ok(path.duration >= 4000 && path.duration <= 6000, "four to six seconds");
      assert.ok(path.knocks.length >= 2, "at least two deflections");
    }
  });
}

test("the same round gives the same run, another one another", () => {
  const positions = ["3:aa", "3:aa", "4:aa"].map((seed) => run({ seed, index: 5, pockets: 37 }).at(2000));
  assert.deepEqual(positions[0], positions[1]);
  assert.notDeepEqual(positions[0], positions[2]);
});

test("a ball that is already running continues from where it is", () => {
  const from = { rotor: 77, ball: -1234 };
  const { rotor, ball, radius } = run({ seed: "3:aa", index: 5, pockets: 37, from }).at(0);
  assert.ok(Math.abs(turn(rotor) - 77) < 0.01);
  assert.ok(Math.abs(turn(ball) - turn(-1234)) < 0.01);
  assert.equal(radius, 1);
});

test("the ball moves without a jump and knocks only after it has left the track", () => {
  const path = run({ seed: "3:aa", index: 5, pockets: 37 });
  for (let ms = 16; ms <= path.duration; ms += 16) {
    const [before, after] = [path.at(ms - 16), path.at(ms)];
    assert.ok(Math.abs(after.ball - before.ball) < 30, `at ${ms} ms`);
    assert.ok(Math.abs(after.radius - before.radius) < 0.06, `at ${ms} ms`);
  }
  assert.ok(path.knocks.every((moment) => moment > path.duration / 2 && moment < path.duration));
});
