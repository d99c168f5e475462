import assert from "node:assert/strict";
import { test } from "node:test";
import { CHIPS, splitIntoChips } from "../../../static/js/table/chips.js";

const AMOUNTS = [1, 50, 100, 250, 2_500, 19_950, 20_000, 123_456, 1_000_000];
const VALUES = new Set(CHIPS.map(([value]) => value));

for (const cents of AMOUNTS) {
  test(`[HE-4d] [HE-13] chips make up ${cents} cents, largest first`, () => {
    const values = splitIntoChips(cents).map(([value]) => value);
    assert.equal(values.reduce((sum, value) => sum + value, 0), cents);
    assert.deepEqual(values, values.toSorted((first, second) => second - first));
  });
}

test("only a remainder smaller than any chip is not a chip's value", () => {
  const values = splitIntoChips(123_456).map(([value]) => value);
  assert.deepEqual(values.filter((value) => !VALUES.has(value)), [6]);
});
