import assert from "node:assert/strict";
import { test } from "node:test";
import { awaitingTables, frontTable } from "../../../../static/js/table/multitable/turns.js";

/** @param {number} id @param {number} [ends] */
const table = (id, ends) => ({ id, turn: ends !== undefined, ends: ends ?? null });

test("tables wait in the order in which their time runs out", () => {
  const tables = [table(1, 900), table(2), table(3, 400), table(4, 700)];
  assert.deepEqual(awaitingTables(tables).map(({ id }) => id), [3, 4, 1]);
});

test("a decision without a deadline waits last", () => {
  const tables = [{ id: 1, turn: true, ends: null }, table(2, 900)];
  assert.deepEqual(awaitingTables(tables).map(({ id }) => id), [2, 1]);
});

/** @type {[string, any[], number | null, object, number | undefined][]} */
const CASES = [
  ["the first table, where none is in front", [table(1), table(2)], null, {}, 1],
  ["the one that awaits a decision, where none is in front", [table(1), table(2, 500)], null, {}, 2],
  ["the one that awaits a decision", [table(1), table(2, 500)], 1, {}, 2],
  ["the more urgent one, which is there already", [table(1, 300), table(2, 500)], 1, {}, 1],
  ["the more urgent one", [table(1, 900), table(2, 500)], 1, {}, 2],
  ["the one at which the player is active", [table(1, 900), table(2, 500)], 1, { busy: true }, 1],
  ["another, as soon as the decision is taken", [table(1), table(2, 500)], 1, { busy: true }, 2],
  ["the same, where the window may not change it", [table(1), table(2, 500)], 1, { follow: false }, 1],
  ["the same, where no decision is awaited", [table(1), table(2)], 2, {}, 2],
  ["none, where there is none", [], null, {}, undefined],
];
for (const [name, tables, current, options, expected] of CASES) {
  test(`in front is ${name}`, () => assert.equal(frontTable(tables, current, options), expected));
}
