import assert from "node:assert/strict";
import { test } from "node:test";
import { firstBet } from "../../../static/js/table/first_bet.js";

/** @type {any} */
const BET = { t: "bet", on: { "straight:17": 100 } };
const OPEN = { isOpen: true };

/**
 * A player at a table, and everything that the module did.
 * @param {{ currency?: string, table?: number, ways?: string[] }} options
 */
function watch({ currency = "DEMO", table = 7, ways = ["sit"] } = {}) {
  /** @type {any[]} */
  const done = [];
  const bets = firstBet({
    table: { id: table, currency },
    visit: ways.includes("visit") ? () => done.push("visit") : null,
    sit: ways.includes("sit") ? () => done.push("sit") : null,
    sendBet: (command) => done.push(command),
  });
  return { bets, done };
}

/** @param {number} ms @param {() => void} act */
function later(ms, act) {
  const { now } = Date;
  Date.now = () => now() + ms;
  try {
    act();
  } finally {
    Date.now = now;
  }
}

test("a press takes a seat, and its chip is laid once bets are open there", () => {
  const { bets, done } = watch();
  assert.equal(bets.takeSeat(BET), true);
  bets.follow({ isOpen: false });
  assert.deepEqual(done, ["sit"]);
  bets.follow(OPEN);
  bets.follow(OPEN);
  assert.deepEqual(done, ["sit", BET], "one press is one bet");
});

test("a bet that waited too long is never laid", () => {
  const { bets, done } = watch();
  bets.takeSeat(BET);
  later(46_000, () => bets.follow(OPEN));
  bets.follow(OPEN);
  assert.deepEqual(done, ["sit"]);
});

test("the last of several presses counts", () => {
  const { bets, done } = watch();
  const other = { ...BET, on: { red: 200 } };
  bets.takeSeat(BET);
  bets.takeSeat(/** @type {any} */ (other));
  bets.follow(OPEN);
  assert.deepEqual(done, ["sit", "sit", other]);
});

test("at a table for money a press takes no seat", () => {
  const { bets, done } = watch({ currency: "EUR" });
  assert.equal(bets.takeSeat(BET), false);
  bets.follow(OPEN);
  assert.deepEqual(done, []);
});

test("only bets take a seat, and only where there is a way to one", () => {
  assert.equal(watch().bets.takeSeat(/** @type {any} */ ({ t: "undo" })), false);
  assert.equal(watch({ ways: [] }).bets.takeSeat(BET), false);
});

test("the bet of a new visitor is kept for the page that follows, at that table alone", () => {
  const { bets, done } = watch({ ways: ["visit"] });
  bets.takeSeat(BET);
  assert.deepEqual(done, ["visit"]);
  const next = watch();
  next.bets.follow(OPEN);
  assert.deepEqual(next.done, [BET]);
  const again = watch();
  again.bets.follow(OPEN);
  assert.deepEqual(again.done, [], "it is kept once");

  watch({ ways: ["visit"] }).bets.takeSeat(BET);
  const elsewhere = watch({ table: 8 });
  elsewhere.bets.follow(OPEN);
  assert.deepEqual(elsewhere.done, []);
});
