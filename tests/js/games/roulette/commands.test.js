import assert from "node:assert/strict";
import { test } from "node:test";
import { createI18n } from "../../../../static/js/table/i18n.js";
import { placeFinder } from "../../../../static/js/games/roulette/commands.js";

const KINDS = ["straight", "split", "street", "dozen", "column", "red", "even"];
/** @type {Record<string, string>} */
const WORDS = {
  ...Object.fromEntries(KINDS.map((kind) => [`kind.${kind}`, kind])),
  "typed.place.straight": "straight",
  "typed.place.split": "split, cavalo",
  "typed.place.street": "street, rua",
  "typed.place.dozen": "dozen, dúzia",
  "typed.place.column": "column, coluna",
  "typed.place.red": "red, encarnado",
  "typed.place.even": "even, par",
  "typed.call.voisins": "voisins, série 0 2 3",
  "typed.call.neighbours": "neighbours, vizinhos",
  "call.neighbours-2": "{number} and two",
  "call.neighbours-4": "{number} and four",
};
const i18n = createI18n(WORDS, { language: "en-GB", currency: "EUR" });
/** @param {number} from @param {number} to @param {number} [step] */
const range = (from, to, step = 1) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, at) => String(from + at * step));

/** @type {[string, string, string[]][]} */
const PLACES = [
  ...["0", "00", "16", "17", "20"].map((
    number,
  ) => /** @type {any} */ ([`straight:${number}`, "straight", [number]])),
  ["split:16-17", "split", ["16", "17"]],
  ["split:17-20", "split", ["17", "20"]],
  ["split:14-17", "split", ["14", "17"]],
  ["split:17-18", "split", ["17", "18"]],
  ["street:1-2-3", "street", ["1", "2", "3"]],
  ["street:4-5-6", "street", ["4", "5", "6"]],
  ["street:16-17-18", "street", ["16", "17", "18"]],
  ["street:19-20-21", "street", ["19", "20", "21"]],
  ["dozen:1-12", "dozen", range(1, 12)],
  ["dozen:13-24", "dozen", range(13, 24)],
  ["dozen:25-36", "dozen", range(25, 36)],
  ["column:34", "column", range(1, 34, 3)],
  ["column:35", "column", range(2, 35, 3)],
  ["column:36", "column", range(3, 36, 3)],
  ["red", "red", ["1", "3"]],
  ["even", "even", ["2", "4"]],
];
const list = PLACES.map(([id, kind, numbers]) => ({ id, kind, numbers, covers: new Set(numbers) }));
const layout = /** @type {any} */ ({
  list,
  kinds: Object.fromEntries(KINDS.map((kind) => [kind, {}])),
  calls: {
    "voisins": { "": {} },
    "neighbours-2": { 17: {} },
    "neighbours-4": { 17: {} },
  },
});
const find = placeFinder({ layout, i18n });
/** @param {string} line */
const typed = (line) => find(line.split(" "));

test("every kind of place is found by its numbers", () => {
  for (
    const [line, id] of [
      ["17", "straight:17"],
      ["00", "straight:00"],
      ["straight 0", "straight:0"],
      ["split 17 20", "split:17-20"],
      ["cavalo 20 17", "split:17-20"],
      ["17 20", "split:17-20"],
      ["16,17", "split:16-17"],
      ["street 17", "street:16-17-18"],
      ["rua 19 20 21", "street:19-20-21"],
      ["duzia 2", "dozen:13-24"],
      ["dozen 25 36", "dozen:25-36"],
      ["coluna 1", "column:34"],
      ["column 36", "column:36"],
      ["encarnado", "red"],
      ["par", "even"],
    ]
  ) {
    assert.equal(typed(line)?.id, id, line);
  }
});

test("several that fit are named, and what does not exist is not guessed", () => {
  assert.deepEqual(typed("split 17")?.options, [
    "split 16-17",
    "split 17-20",
    "split 14-17",
    "split 17-18",
  ]);
  assert.equal(typed("dozen")?.options?.length, 3);
  for (const line of ["99", "split 1 36", "dozen 4", "green", "red 17 x", "voisins 3"]) {
    assert.equal(typed(line), null, line);
  }
});

test("call bets by their names, numbers and sizes", () => {
  assert.deepEqual(typed("serie 0 2 3"), { call: { name: "voisins", number: "" } });
  assert.deepEqual(typed("vizinhos 17")?.options, ["17 and two", "17 and four"]);
  assert.deepEqual(typed("neighbours 17 4"), { call: { name: "neighbours-4", number: "17" } });
});
