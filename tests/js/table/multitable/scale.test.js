import assert from "node:assert/strict";
import { test } from "node:test";
import { scaleFor } from "../../../../static/js/table/multitable/scale.js";

/** The size at which a table is drawn in a place. @param {number} width @param {number} height */
const drawnAt = (width, height) =>
  [width, height].map((length) => Math.round(length / scaleFor(width, height)));

/** @type {[string, [number, number], [number, number]][]} */
const PLACES = [
  ["a phone held upright", [360, 700], [360, 700]],
  ["a phone held sideways", [740, 310], [740, 310]],
  ["half of a desk", [638, 740], [660, 766]],
  ["a quarter of a desk", [638, 365], [660, 378]],
  ["a sixth of a large desk", [638, 505], [783, 620]],
  ["a sixth of a small desk", [425, 365], [722, 620]],
  ["a whole desk", [1280, 740], [1280, 740]],
];

for (const [name, place, size] of PLACES) {
  test(`${name} has a layout of a table`, () => assert.deepEqual(drawnAt(...place), size));
}

test("no place is between the low layout and the tall one", () => {
  for (let width = 481; width < 2000; width += 13) {
    for (let height = 200; height <= width; height += 11) {
      const [, drawn] = drawnAt(width, height);
      assert.ok(drawn <= 480 || drawn >= 619, `${width} × ${height}: ${drawn}`);
    }
  }
});
