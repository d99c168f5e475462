import assert from "node:assert/strict";
import { test } from "node:test";
import { betGate } from "../../../../static/js/table/betting/bet_gate.js";

/** @param {boolean} [takes] whether a bet without a seat is taken over @returns {any} */
function open(takes = false) {
  /** @type {string[]} */
  const results = [];
  const gate = betGate({
    sounds: { chip: () => results.push("chip") },
    showRefusal: ({ code }) => results.push(code),
    takeSeat: () => takes,
  });
  return { gate, results };
}
/** @type {any} */
const BETTING = { table: { phase: "betting" }, mine: { seat: 1 }, link: "open" };

test("bets are open to a seated player while bets are accepted and the connection is open", () => {
  const { gate } = open();
  assert.equal(gate.isOpen, false, "before the first frame");
  assert.equal(gate.follow(BETTING), true);
  assert.equal(gate.isOpen, true);
  for (
    const change of [
      { table: { phase: "closed" } },
      { mine: null },
      { mine: { seat: 1, ended: {} } },
      { link: "lost" },
    ]
  ) assert.equal(gate.follow({ ...BETTING, ...change }), false, JSON.stringify(change));
});

test("a bet has a sound, another command has none", () => {
  const { gate, results } = open();
  gate.follow(BETTING);
  assert.ok(["bet", "call", "undo"].every((t) => gate.isAllowed({ t })));
  assert.deepEqual(results, ["chip", "chip"]);
});

test("a refused command says whether the seat or the time is missing", () => {
  const { gate, results } = open();
  gate.follow({ ...BETTING, mine: null });
  assert.equal(gate.isAllowed({ t: "bet" }), false);
  gate.follow({ ...BETTING, table: { phase: "closed" } });
  assert.equal(gate.isAllowed({ t: "bet" }), false);
  assert.deepEqual(results, ["not-seated", "bets-closed"]);
});

test("a bet without a seat that is taken over is not refused", () => {
  const { gate, results } = open(true);
  gate.follow({ ...BETTING, mine: null });
  assert.equal(gate.isAllowed({ t: "bet" }), false);
  assert.deepEqual(results, []);
});
