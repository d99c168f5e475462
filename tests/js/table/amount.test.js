import assert from "node:assert/strict";
import { test } from "node:test";
import { parseCents } from "../../../static/js/table/amount.js";

/** @type {[string, number | null][]} */
const AMOUNTS = [
  ["5", 500],
  ["0,50", 50],
  ["12.5", 1250],
  [" 7,00 € ", 700],
  ["9999999", 999_999_900],
  ["", null],
  ["abc", null],
  ["-3", null],
  ["1,234", null],
  ["10000000", null],
];

for (const [text, cents] of AMOUNTS) {
  test(`reads "${text}" as ${cents}`, () => assert.equal(parseCents(text), cents));
}
