import assert from "node:assert/strict";
import { test } from "node:test";
import {
  currentStep,
  eventDuration,
  isReached,
  ownBets,
  ownCards,
  pilesOf,
  seatNet,
} from "../../../../static/js/games/stud/selectors.js";

const LIVE = { name: "live", paid: Infinity };
/** @param {string} name */
const at = (name, paid = 0) => ({ name, paid });
/** @param {any} piles */
const summary = (piles) =>
  Object.fromEntries(
    Object.entries(piles).map(([box, list]) => [
      box,
      list.map((/** @type {any} */ { as, cents }) => `${as} ${cents}`),
    ]),
  );
const WON = { phase: "settled", places: { 1: { ante: 100, bet: 200, back: 300, prize: 500 } }, jackpots: [] };
const LOST = { phase: "settled", places: { 1: { ante: 100, bet: 200, lost: 300 } } };

test("cards from a shuffler follow each other faster than from a shoe", () => {
  const event = { t: "card-dealt" };
  assert.ok(eventDuration(event, "shuffler") < eventDuration(event, "shoe"));
  assert.equal(eventDuration({ t: "bet-placed" }, "shoe"), 0);
});

test("[CS-27] [MS-9.3] the steps of the settlement follow each other", () => {
  const playing = ["hands-revealed", "stakes-collected", "prizes-paid"].map((t) => ({ t }));
  const steps = [0, 899, 900, 1800, 9000].map((elapsed) =>
    currentStep({ step: "dealing", playing, elapsed }).name
  );
  assert.deepEqual(steps, ["reveal", "reveal", "collect", "pay", "pay"]);
  assert.equal(currentStep({ step: "live", playing: [] }).name, "live");
});

test("nothing of the settlement is shown before it", () => {
  assert.equal(isReached({ phase: "deciding" }, LIVE, "collect"), false);
  assert.equal(isReached(WON, at("collect"), "pay"), false);
  assert.equal(isReached(WON, at("pay"), "collect"), true);
});

test("[CS-27] losing stakes are collected, then prizes are paid", () => {
  assert.deepEqual(summary(pilesOf(LOST, 1, at("reveal"))).ante, ["accepted 100"]);
  assert.deepEqual(summary(pilesOf(LOST, 1, at("collect"))), {
    ante: ["lost 100"],
    bet: ["lost 200"],
    jackpot: [],
  });
  assert.deepEqual(summary(pilesOf(WON, 1, at("collect"))).bet, ["accepted 200"]);
  assert.deepEqual(summary(pilesOf(WON, 1, at("pay"))), {
    ante: ["won 100"],
    bet: ["won 200", "prize 500"],
    jackpot: [],
  });
});

test("a void round shows no chips, because every stake was returned", () => {
  assert.deepEqual(summary(pilesOf({ ...WON, phase: "void" }, 1, LIVE)), { ante: [], bet: [], jackpot: [] });
});

test("bets under way and refused bets are shown in their boxes", () => {
  const options = { sending: { ante: 50 }, refused: [{ ante: 100 }, { jackpot: 20 }] };
  const piles = summary(pilesOf({ phase: "betting", places: {} }, 1, LIVE, options));
  assert.deepEqual(piles, { ante: ["sending 50", "refused 100"], bet: [], jackpot: ["refused 20"] });
});

test("[MS-10.4] jackpot prizes are shown one after the other", () => {
  const game = {
    phase: "settled",
    places: { 1: { ante: 100, back: 100, prize: 700, jackpot: 20 } },
    jackpots: [{ seat: 2, cents: 900 }, { seat: 1, cents: 600 }],
  };
  assert.deepEqual(summary(pilesOf(game, 1, at("jackpot", 1))).jackpot, ["lost 20"]);
  assert.deepEqual(summary(pilesOf(game, 1, at("jackpot", 2))).jackpot, ["lost 20", "prize 600"]);
});

test("the net result is known when everything has been paid", () => {
  assert.equal(seatNet(WON, 1, at("pay")), null);
  assert.equal(seatNet(WON, 1, LIVE), 500);
  assert.equal(seatNet(LOST, 1, LIVE), -300);
  assert.equal(seatNet(LOST, 2, LIVE), null, "nobody played there");
});

test("bets and cards are those of the player's own seat, and none after folding", () => {
  const table = { game: { places: { 1: { ante: 100, jackpot: 20, choice: "folded" } } } };
  const mine = { seat: 1, game: { cards: ["AS"] } };
  assert.deepEqual(ownBets({ table, mine }), { ante: 100, jackpot: 20 });
  assert.deepEqual(ownCards({ table, mine }), []);
  assert.deepEqual(ownCards({ table: { game: { places: { 1: { ante: 100 } } } }, mine }), ["AS"]);
});
