import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { betEditor, totalStakes, trayChips } from "../../../../static/js/table/betting/bet_editor.js";

/** @type {Map<string, string>} */
const stored = new Map();
Object.defineProperty(globalThis, "localStorage", {
  value: {
    getItem: (/** @type {string} */ key) => stored.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => stored.set(key, value),
  },
});
beforeEach(() => stored.clear());

const PLACES = ["red", "odd", "low", ...Array.from({ length: 60 }, (_, index) => `straight:${index}`)];
const LAYOUT = {
  places: new Map(PLACES.map((id) => [id, { id }])),
  kinds: { even: { max: 10_000 } },
  zeros: ["0"],
  calls: { tiers: { "": { chips: { red: 2, odd: 1 } } }, finals: { 7: { chips: { low: 3 } } } },
  minimum: 50,
  step: 50,
};
const TABLE = { id: 7, system: "french-roulette", currency: "EUR" };

function open() {
  /** @type {[any, any][]} */
  const sent = [];
  const editor = betEditor({
    layout: LAYOUT,
    table: TABLE,
    sendCommand: (/** @type {any} */ command, /** @type {any} */ stakes) => sent.push([command, stakes]),
  });
  return { editor, sent };
}

test("the tray offers the chips between the minimum and the highest maximum", () => {
  assert.deepEqual(trayChips(LAYOUT).map(([value]) => value), [50, 100, 500, 2500, 10000]);
});

test("a minimum that is no chip's value becomes a chip", () => {
  const values = trayChips({ ...LAYOUT, minimum: 200, step: 100 }).map(([value]) => value);
  assert.deepEqual(values, [200, 500, 2500, 10000]);
});

test("chips that the table's step does not allow are left out", () => {
  const values = trayChips({ ...LAYOUT, minimum: 500, step: 500 }).map(([value]) => value);
  assert.deepEqual(values, [500, 2500, 10000]);
});

test("the chip in use is remembered", () => {
  const { editor } = open();
  assert.equal(editor.chip, 50);
  editor.chooseChip(500);
  assert.equal(open().editor.chip, 500);
});

test("a chip places one bet of its value", () => {
  const { editor, sent } = open();
  editor.placeChip("red");
  assert.deepEqual(sent, [[{ t: "bet", on: { red: 50 } }, { red: 50 }]]);
});

test("more than fifty places are sent in several bets, and unknown places not at all", () => {
  const { editor, sent } = open();
  editor.placeBets(Object.fromEntries([...PLACES, "nowhere"].map((place) => [place, 50])));
  assert.deepEqual(sent.map(([, stakes]) => Object.keys(stakes).length), [50, 13]);
});

test("[FR-8] a call bet places its chips at the value in use", () => {
  const { editor, sent } = open();
  editor.chooseChip(100);
  assert.deepEqual(editor.callStakes("tiers", ""), { red: 200, odd: 100 });
  editor.placeCall("tiers", "");
  editor.placeCall("finals", "7");
  assert.deepEqual(sent, [
    [{ t: "call", name: "tiers", chip: 100 }, { red: 200, odd: 100 }],
    [{ t: "call", name: "finals", number: "7", chip: 100 }, { low: 300 }],
  ]);
});

test("a bet taken back can be placed again, until another bet is placed", () => {
  const { editor, sent } = open();
  editor.receive([{ t: "bet-taken", on: { red: 50 } }]);
  assert.equal(editor.canRedo, true);
  editor.redo();
  assert.deepEqual(sent, [[{ t: "bet", on: { red: 50 } }, { red: 50 }]]);
  assert.equal(editor.canRedo, false);
});

test("placing a redone bet keeps the other bets to redo, placing a new one drops them", () => {
  const { editor } = open();
  editor.receive([{ t: "bet-taken", on: { red: 50 } }, { t: "bet-taken", on: { odd: 50 } }]);
  editor.redo();
  editor.receive([{ t: "bet-placed", on: { odd: 50 } }]);
  assert.equal(editor.canRedo, true, "the placed bet was the redone one");
  editor.receive([{ t: "bet-placed", on: { low: 50 } }]);
  assert.equal(editor.canRedo, false);
});

test("a new round has nothing to redo", () => {
  const { editor } = open();
  editor.receive([{ t: "bet-taken", on: { red: 50 } }]);
  editor.startRound();
  assert.equal(editor.canRedo, false);
});

test("the bets of the last round can be repeated, also after the page is reloaded", () => {
  open().editor.recordClosedBets({ red: 100, odd: 50 });
  const { editor, sent } = open();
  editor.recordClosedBets({});
  assert.deepEqual(editor.lastBets(), { red: 100, odd: 50 }, "a round without bets changes nothing");
  editor.repeatLastBets();
  assert.deepEqual(sent[0][1], { red: 100, odd: 50 });
});

test("bets that the limits no longer allow are not repeated", () => {
  open().editor.recordClosedBets({ red: 100, odd: 50 });
  /** @param {object} changes */
  const under = (changes) =>
    betEditor({ layout: { ...LAYOUT, ...changes }, table: TABLE, sendCommand: () => assert.fail("a bet") });
  for (
    const changes of [
      { minimum: 100 },
      { step: 100 },
      { places: new Map([["red", { id: "red", kind: "even" }]]), kinds: { even: { max: 50 } } },
      { places: new Map([["odd", { id: "odd", kind: "even" }]]), kinds: { even: { min: 100, max: 500 } } },
    ]
  ) {
    assert.deepEqual(under(changes).lastBets(), {});
    under(changes).repeatLastBets();
  }
});

test("favourites have a name each, and the latest twelve are kept", () => {
  const { editor } = open();
  for (let index = 0; index < 14; index += 1) editor.saveFavourite(`bet ${index}`, { red: 50 });
  assert.equal(editor.storedFavourites().length, 12);
  editor.saveFavourite("bet 13", { odd: 100 });
  assert.deepEqual(editor.storedFavourites().at(-1), { name: "bet 13", on: { odd: 100 } });
  editor.deleteFavourite("bet 13");
  assert.equal(editor.storedFavourites().length, 11);
});

test("stakes are added up", () => {
  assert.equal(totalStakes({ red: 50, odd: 100 }), 150);
  assert.equal(totalStakes(undefined), 0);
  assert.deepEqual(open().editor.add({ red: 50 }, { red: 100, odd: 50 }), { red: 150, odd: 50 });
});
