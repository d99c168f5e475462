import assert from "node:assert/strict";
import { test } from "node:test";
import { serverClock } from "../../../static/js/table/clock.js";

const LOCAL = 1000;
const AHEAD = 5000; // ms by which the server's clock is ahead

test("[AR-14a] [FR-R15a] the freshest frame gives the best estimate, and a round trip corrects it", () => {
  const clock = serverClock(() => LOCAL);
  for (const delay of [80, 20, 300]) clock.observe(LOCAL + AHEAD - delay);
  const deadline = LOCAL + AHEAD + 1000;
  assert.equal(clock.until(deadline), 1020);
  clock.observe(LOCAL + AHEAD - 10, 20);
  assert.equal(clock.until(deadline), 1000);
});

test("a deadline that has passed is zero away, and so is a moment to come from the past", () => {
  const clock = serverClock(() => LOCAL);
  clock.observe(LOCAL + AHEAD);
  assert.equal(clock.until(LOCAL), 0);
  assert.equal(clock.since(LOCAL + AHEAD + 1), 0);
  assert.equal(clock.since(LOCAL), AHEAD);
});

test("an old estimate is given up when enough newer frames contradict it", () => {
  const clock = serverClock(() => LOCAL);
  clock.observe(LOCAL + 9000);
  for (let count = 0; count < 12; count += 1) clock.observe(LOCAL + AHEAD);
  assert.equal(clock.now(), LOCAL + AHEAD);
});
