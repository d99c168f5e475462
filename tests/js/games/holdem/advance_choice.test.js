import assert from "node:assert/strict";
import { test } from "node:test";
import { advanceChoice } from "../../../../static/js/games/holdem/advance_choice.js";

/** A view in which seat 2 waits for its turn. @param {object} game @returns {any} */
const view = (game = {}, round = 5, options = { ahead: { call: { cost: 200 } } }) => ({
  table: {
    round,
    game: { phase: "betting", turn: 1, to_match: 200, seats: { 2: { state: "in" } }, ...game },
  },
  mine: { seat: 2, game: { options } },
});
const OPTIONS = { fold: {}, call: { cost: 200 } };

test("[HE-34a] the choices depend on whether there is a bet to match", () => {
  const choice = advanceChoice();
  assert.deepEqual(choice.offered({ ahead: { check: true } }), ["check-fold", "check"]);
  assert.deepEqual(choice.offered({ ahead: { call: { cost: 200 } } }), ["fold", "call"]);
  assert.deepEqual(choice.offered(undefined), []);
});

test("a choice is cancelled by choosing it again", () => {
  const choice = advanceChoice();
  choice.choose("fold", view());
  assert.equal(choice.chosen, "fold");
  choice.choose("fold", view());
  assert.equal(choice.chosen, null);
});

test("[HE-34b] the command is sent once, at the player's turn", () => {
  const choice = advanceChoice();
  choice.choose("call", view());
  assert.equal(choice.takeCommand(view(), {}), null, "not before the turn");
  assert.deepEqual(choice.takeCommand(view(), OPTIONS), { t: "call" });
  assert.equal(choice.takeCommand(view(), OPTIONS), null);
});

test("[HE-34c] a raise cancels a call, and the player is informed once", () => {
  const choice = advanceChoice();
  choice.choose("call", view());
  assert.equal(choice.cancelIfChanged(view()), false);
  assert.equal(choice.cancelIfChanged(view({ to_match: 600 })), true);
  assert.equal(choice.chosen, null);
  assert.equal(choice.cancelIfChanged(view({ to_match: 600 })), false);
});

test("a fold stays valid after a raise", () => {
  const choice = advanceChoice();
  choice.choose("fold", view());
  assert.equal(choice.cancelIfChanged(view({ to_match: 600 })), false);
  assert.deepEqual(choice.takeCommand(view({ to_match: 600 }), OPTIONS), { t: "fold" });
});

test("check or fold checks where nothing is to be matched, and folds otherwise", () => {
  for (const [options, command] of [[{ fold: {}, check: {} }, "check"], [OPTIONS, "fold"]]) {
    const choice = advanceChoice();
    choice.choose("check-fold", view());
    assert.deepEqual(choice.takeCommand(view(), options), { t: command });
  }
});

test("a choice ends without a notice when its hand is over", () => {
  const choice = advanceChoice();
  choice.choose("call", view());
  assert.equal(choice.cancelIfChanged(view({}, 6)), false);
  assert.equal(choice.chosen, null);
});

test("a choice never goes over to another turn of bets or to a player who has folded", () => {
  for (const later of [view({ turn: 2 }), view({ seats: { 2: { state: "folded" } } })]) {
    const choice = advanceChoice();
    choice.choose("fold", view());
    assert.equal(choice.takeCommand(later, OPTIONS), null);
  }
});
