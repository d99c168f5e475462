import assert from "node:assert/strict";
import { test } from "node:test";
import { phaseAnnouncements } from "../../../static/js/table/announcements.js";

/** @param {object} table @param {string} link @returns {any} */
const view = (table, link = "open") => ({ table, link });
/** @param {any} before @param {any} after */
const announce = (before, after) => phaseAnnouncements((code) => code, before, after);

test("[AR-14b] [FR-R15b] the beginning and the end of betting are announced, each with its sound", () => {
  const [resting, betting, closed] = ["resting", "betting", "closed"].map((phase) =>
    view({ phase, round: 1 })
  );
  assert.deepEqual(announce(resting, betting), [{ text: "phase.betting", sound: "open" }]);
  assert.deepEqual(announce(betting, closed), [{ text: "phase.closed", sound: "closed" }]);
  assert.deepEqual(announce(resting, closed), [], "no bets were possible before");
  assert.deepEqual(announce(betting, betting), []);
});

test("a new round of bets is announced even if the phase between was missed", () => {
  const [first, second] = [1, 2].map((round) => view({ phase: "betting", round }));
  assert.deepEqual(announce(first, second), [{ text: "phase.betting", sound: "open" }]);
});

test("a void round, a table on hold and a closed table are announced", () => {
  for (const phase of ["void", "held", "shut"]) {
    assert.deepEqual(announce(view({ phase: "closed" }), view({ phase })), [{ text: `${phase}.said` }]);
  }
});

test("the last round of a table and each change of the connection are announced once", () => {
  const [open, closing] = [view({ phase: "betting" }), view({ phase: "betting", closing: true })];
  assert.deepEqual(announce(open, closing), [{ text: "closing.said" }]);
  assert.deepEqual(announce(closing, closing), []);
  assert.deepEqual(announce(open, view({ phase: "betting" }, "lost")), [{ text: "link.said.lost" }]);
});
