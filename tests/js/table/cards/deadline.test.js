import assert from "node:assert/strict";
import { test } from "node:test";
import { deadline } from "../../../../static/js/table/cards/deadline.js";
import { serverClock } from "../../../../static/js/table/clock.js";

test("the whole time is what was left when the deadline was first seen", () => {
  let now = 1000;
  const deadlines = deadline(serverClock(() => now));
  assert.equal(deadlines.lengthOf(9000), 8000);
  now = 4000;
  assert.equal(deadlines.lengthOf(9000), 8000);
  assert.equal(deadlines.lengthOf(12_000), 8000);
  assert.equal(deadlines.lengthOf(undefined), 0);
});
