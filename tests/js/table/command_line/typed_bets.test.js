import assert from "node:assert/strict";
import { test } from "node:test";
import { createI18n } from "../../../../static/js/table/i18n.js";
import {
  betCommand,
  betsText,
  readings,
  trayCommands,
} from "../../../../static/js/table/command_line/typed_bets.js";

const WORDS = {
  "and": "and",
  "or": "or",
  "kind.red": "Red",
  "typed.bet": "bet, aposta",
  "command.bet": "{place}: {amount}, sent.",
  "command.no-place": "Type “{example}”.",
  "command.places": "Several: {list}.",
  "command.confirm": "Yes or no?",
  "command.bets": "{list}; {total}.",
  "command.no-bets": "None.",
  "call.voisins": "Voisins",
  "call.costs": "{count} chips of {chip}: {total}.",
};
const i18n = createI18n(WORDS, { language: "en-GB", currency: "EUR" });

/** @param {{ isOpen?: boolean }} options */
function player({ isOpen = true } = {}) {
  /** @type {any[]} */
  const placed = [];
  const editor = /** @type {any} */ ({
    chip: 200,
    /** @param {any} stakes */
    placeBets: (stakes) => placed.push(stakes),
    callStakes: (/** @type {any} */ _name, /** @type {any} */ _number, /** @type {number} */ chip) => ({
      "split:4-7": chip,
      "street:0-2-3": 2 * chip,
    }),
    /** @param {any[]} call */
    placeCall: (...call) => placed.push(call),
  });
  /** @type {Record<string, any>} */
  const places = {
    "red": { id: "red", name: "Red" },
    "17": { id: "straight:17", name: "17" },
    "dozen 2": { id: "dozen:13-24", name: "Dozen 13-24" },
    "dozen": { options: ["1-12", "13-24"] },
    "voisins": { call: { name: "voisins", number: "" } },
  };
  const bet = betCommand({
    i18n,
    editor,
    isOpen,
    example: "5 red",
    findPlace: (words) => places[words.join(" ")] ?? null,
  });
  /** @param {string} line */
  const type = (line) => bet.run(line ? line.split(" ") : []);
  return { type, placed };
}

test("the amount comes first, or last after a word, or is the chip in use", () => {
  for (
    const [line, stakes] of /** @type {[string, any][]} */ ([
      ["5 red", { red: 500 }],
      ["red 2,50", { red: 250 }],
      ["red", { red: 200 }],
      ["10 17", { "straight:17": 1000 }],
      ["dozen 2", { "dozen:13-24": 200 }],
      ["dozen 2 5", { "dozen:13-24": 500 }],
      ["5 dozen 2", { "dozen:13-24": 500 }],
    ])
  ) {
    const { type, placed } = player();
    type(line);
    assert.deepEqual(placed, [stakes], line);
  }
  assert.equal(player().type("5 red").text, "Red: €5.00, sent.");
});

test("nothing is bet where the place is missing, unknown or one of several", () => {
  for (const line of ["", "17", "5", "5 green", "0 red"]) {
    const { type, placed } = player();
    assert.equal(type(line).text, "Type “bet 5 red”.", line);
    assert.deepEqual(placed, []);
  }
  const { type, placed } = player();
  assert.equal(type("5 dozen").text, "Several: 1-12 or 13-24.");
  assert.deepEqual(placed, []);
});

test("a call bet is placed once its chips are confirmed", () => {
  const { type, placed } = player();
  const answer = type("5 voisins");
  assert.equal(answer.text, "Voisins. 3 chips of €5.00: €15.00. Yes or no?");
  assert.deepEqual(placed, []);
  answer.confirm?.();
  assert.deepEqual(placed, [["voisins", "", 500]]);
});

test("while bets are closed the bet goes to the gate, which says so itself", () => {
  const { type, placed } = player({ isOpen: false });
  assert.equal(type("5 red").text, "");
  assert.deepEqual(placed, [{ red: 500 }]);
});

test("the readings of a line", () => {
  assert.deepEqual(readings(["5", "17"]), [{ amount: "5", place: ["17"] }]);
  assert.deepEqual(readings(["red"]), [{ place: ["red"] }]);
  assert.deepEqual(readings(["red", "5"]), [{ place: ["red", "5"] }, { amount: "5", place: ["red"] }]);
});

test("actions of the tray: refused while they cannot be pressed, and while bets are closed", () => {
  /** @type {string[]} */
  const done = [];
  const actions = ["undo", "double"].map((name) => ({
    name,
    label: name,
    isEnabled: name === "double",
    press: () => done.push(name),
  }));
  const open = trayCommands({ actions, gate: { isOpen: true, isAllowed: () => true } });
  assert.deepEqual(open.map(({ name, isOffered }) => [name, isOffered]), [["undo", false], [
    "double-bets",
    true,
  ]]);
  assert.equal(open[0].refusal?.code, "nothing-to-undo");
  open[1].run([]);
  const isAllowed = (/** @type {any} */ command) => Boolean(done.push(`gate ${command.t}`)) && false;
  const closed = trayCommands({ actions, gate: { isOpen: false, isAllowed } });
  assert.equal(closed[1].refusal, undefined);
  closed[1].run([]);
  assert.deepEqual(done, ["double", "gate double"]);
});

test("the player's bets as a sentence", () => {
  assert.equal(betsText(i18n, { red: 500 }), "Red €5.00; €5.00.");
  assert.equal(betsText(i18n, {}), "None.");
});
