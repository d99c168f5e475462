import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addRequest,
  applyFrame,
  initialState,
  isSeated,
  pendingStakes,
  removeRequest,
  resetVersions,
} from "../../../static/js/table/state.js";

const SNAPSHOT = {
  t: "snapshot",
  v: 5,
  now: 0,
  table: { round: 1 },
  mine: { seat: 1, game: { bets: {} } },
  purse: { n: 3, cents: 900 },
};
const NEXT_ROUND = { t: "table", was: 5, v: 6, now: 1, set: { round: 2 }, news: [] };
const ACCEPTED = { t: "ok", id: "a", v: 6 };
const BET_IN_VIEW = {
  t: "mine",
  was: 5,
  v: 6,
  set: { game: { bets: { red: 50 } } },
  news: [{ t: "bet-placed", on: { red: 50 } }],
};

const start = () => applyFrame(initialState(), SNAPSHOT);
const withBet = () => addRequest(start(), "a", { red: 50 });
const applyAll = (state, ...frames) => frames.reduce(applyFrame, state);

test("a snapshot replaces everything", () => {
  const state = start();
  assert.deepEqual(state.table, { round: 1 });
  assert.deepEqual(state.mine, { seat: 1, game: { bets: {} } });
  assert.deepEqual([state.tableVersion, state.mineVersion], [5, 5]);
  assert.deepEqual(state.purse, { n: 3, cents: 900 });
});

test("a snapshot older than the frames applied is dropped", () => {
  const state = applyAll(start(), NEXT_ROUND, SNAPSHOT);
  assert.equal(state.table.round, 2);
});

test("a frame that follows the known version is merged", () => {
  const state = applyFrame(start(), NEXT_ROUND);
  assert.deepEqual([state.table.round, state.tableVersion, state.mineVersion], [2, 6, 5]);
});

test("a missed frame needs a snapshot and changes nothing", () => {
  const state = applyFrame(start(), { ...NEXT_ROUND, was: 6, v: 7 });
  assert.equal(state.gap, true);
  assert.deepEqual(state.table, { round: 1 });
});

test("a snapshot closes the gap", () => {
  const state = applyAll(start(), { ...NEXT_ROUND, was: 6, v: 7 }, { ...SNAPSHOT, v: 7 });
  assert.equal(state.gap, false);
});

test("a frame that was applied already is dropped", () => {
  const state = applyFrame(start(), { ...NEXT_ROUND, was: 3, v: 5 });
  assert.equal(state.gap, false);
  assert.deepEqual(state.table, { round: 1 });
});

test("a beat ahead of the known version needs a snapshot", () => {
  assert.equal(applyFrame(start(), { t: "beat", v: 6, now: 1 }).gap, true);
  assert.equal(applyFrame(start(), { t: "beat", v: 5, now: 1 }).gap, false);
});

test("an older purse is dropped", () => {
  assert.deepEqual(applyFrame(start(), { t: "purse", n: 2, cents: 1 }).purse, { n: 3, cents: 900 });
  assert.deepEqual(applyFrame(start(), { t: "purse", n: 4, cents: 850 }).purse, { n: 4, cents: 850 });
});

test("after a lost connection only a snapshot is accepted", () => {
  const state = applyFrame(resetVersions(start()), NEXT_ROUND);
  assert.equal(state.gap, true);
  assert.deepEqual(state.table, { round: 1 });
  assert.equal(applyFrame(state, { ...SNAPSHOT, v: 2 }).tableVersion, 2);
  const own = applyFrame(resetVersions(withBet()), BET_IN_VIEW);
  assert.equal(own.gap, true);
  assert.deepEqual(own.mine?.game.bets, {});
});

test("a snapshot of the version that the table has brings the seat's frame that was lost", () => {
  const lost = { ...BET_IN_VIEW, was: 4, v: 6 };
  const state = applyAll(start(), NEXT_ROUND, lost);
  assert.equal(state.gap, true);
  const mine = { seat: 1, game: { bets: { red: 50 } } };
  const whole = applyFrame(state, { ...SNAPSHOT, v: 6, mine });
  assert.deepEqual([whole.gap, whole.mineVersion, whole.mine], [false, 6, mine]);
});

test("a seat that was given up while the connection was lost is gone with the snapshot", () => {
  const { mine: _, ...withoutSeat } = SNAPSHOT;
  const state = applyFrame(resetVersions(start()), { ...withoutSeat, v: 9 });
  assert.equal(state.mine, null);
  assert.equal(isSeated(state), false);
});

test("a bet is drawn from its request until the seat's view contains it, and never twice", () => {
  assert.deepEqual(pendingStakes(withBet()), { red: 50 });
  assert.deepEqual(pendingStakes(applyFrame(withBet(), ACCEPTED)), { red: 50 });
  assert.deepEqual(pendingStakes(applyFrame(withBet(), BET_IN_VIEW)), {});
  for (const frames of [[ACCEPTED, BET_IN_VIEW], [BET_IN_VIEW, ACCEPTED]]) {
    const state = applyAll(withBet(), ...frames);
    assert.deepEqual(pendingStakes(state), {});
    assert.deepEqual(state.mine?.game.bets, { red: 50 });
    assert.deepEqual(state.requests, []);
  }
});

test("equal bets under way are drawn one by one", () => {
  const state = addRequest(withBet(), "b", { red: 50 });
  assert.deepEqual(pendingStakes(state), { red: 100 });
  assert.deepEqual(pendingStakes(applyFrame(state, BET_IN_VIEW)), { red: 50 });
});

test("each of two equal bets is drawn from its request until its own event", () => {
  const second = { ...BET_IN_VIEW, was: 6, v: 7, set: { game: { bets: { red: 100 } } } };
  const state = applyAll(addRequest(withBet(), "b", { red: 50 }), BET_IN_VIEW, second);
  assert.deepEqual(pendingStakes(state), {});
  assert.deepEqual(state.mine?.game.bets, { red: 100 });
});

test("an event of a part of a bet is another bet's event", () => {
  const state = addRequest(start(), "a", { red: 50, odd: 50 });
  assert.deepEqual(pendingStakes(applyFrame(state, BET_IN_VIEW)), { red: 50, odd: 50 });
  assert.deepEqual(
    pendingStakes(applyFrame(withBet(), {
      ...BET_IN_VIEW,
      news: [{ t: "bet-placed", on: { red: 50, odd: 50 } }],
    })),
    { red: 50 },
  );
});

test("the first answer to a command stands", () => {
  const state = applyAll(withBet(), ACCEPTED, { t: "no", id: "a", code: "stale" });
  assert.equal(state.requests[0].status, "accepted");
  assert.deepEqual(pendingStakes(state), { red: 50 });
});

test("another player's bet does not count as one's own", () => {
  const news = [{ t: "bet-placed", on: { red: 50 }, seat: 2 }];
  const frame = { ...NEXT_ROUND, news };
  assert.deepEqual(pendingStakes(applyFrame(withBet(), frame)), { red: 50 });
});

test("a refused bet is not drawn, and its reason is kept until it is removed", () => {
  const refusal = { code: "above-maximum", rule: "AR-11b", with: { limit: 5 } };
  const state = applyFrame(withBet(), { t: "no", id: "a", ...refusal });
  assert.deepEqual(pendingStakes(state), {});
  assert.deepEqual(state.requests[0].refusal, refusal);
  assert.deepEqual(removeRequest(state, "a").requests, []);
});

test("a player is seated while the play session runs", () => {
  assert.equal(isSeated(start()), true);
  assert.equal(isSeated(initialState()), false);
  assert.equal(isSeated({ mine: { seat: 1, ended: /** @type {any} */ ({ cause: "left" }) } }), false);
});

test("other terms of the same version leave the statement of a stay that has ended", () => {
  const ended = { ended: { cause: "left", until: 1 } };
  const left = applyFrame(start(), {
    t: "mine",
    was: 5,
    v: 6,
    set: { seat: null, game: null, ...ended },
    news: [],
  });
  const { mine: _, ...terms } = { ...SNAPSHOT, table: { round: 1, terms: { sheet: 2 } } };
  const told = applyAll(left, NEXT_ROUND, { ...terms, v: 6 });
  assert.deepEqual([told.table.terms, told.mine], [{ sheet: 2 }, ended]);
  assert.equal(applyFrame(resetVersions(left), { ...terms, v: 9 }).mine, null, "after a lost connection");
});
