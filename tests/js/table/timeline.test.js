import assert from "node:assert/strict";
import { test } from "node:test";
import { phaseText } from "../../../static/js/table/timeline.js";

/** @param {string} code @param {Record<string, any>} [figures] */
const t = (code, figures) => (figures?.number ? `${code} ${figures.number} ${figures.name}` : code);
/** @param {object} table @param {string} [step] @param {string[]} [phrase] */
const textOf = (table, step = "live", phrase) => phaseText({ table, step, mine: null, phrase }, t, false);
const waiting = { phase: "closed", beacon: { name: "quicknet", number: 1000 } };

test("the wait for a value is told as a part of the round, whatever the game shows meanwhile", () => {
  for (const step of ["live", "running", "dealing"]) {
    assert.deepEqual(textOf(waiting, step, ["x", "y"]), ["phase.closed", "beacon.waits 1000 quicknet"]);
  }
});

test("once the value has come the round goes on in its own words", () => {
  const come = { ...waiting, beacon: { ...waiting.beacon, value: "ab" } };
  assert.deepEqual(textOf(come), ["phase.closed", ""]);
  assert.deepEqual(textOf(come, "running", ["17", ""]), ["17", ""]);
  assert.deepEqual(textOf({ phase: "closed" }), ["phase.closed", ""]);
});

test("a table whose beacon is away says what it waits for", () => {
  assert.deepEqual(textOf({ phase: "preparing", beacon_missed: true }), ["phase.preparing", "beacon.missed"]);
});
