import assert from "node:assert/strict";
import { test } from "node:test";
import {
  beadPlate,
  bigRoad,
  bigRoadColumns,
  counts,
  DERIVED,
  derivedRoad,
  nextMarks,
  parseOutcome,
  regularity,
} from "../../../../static/js/games/baccarat/scoreboards.js";

/** @type {Record<string, string>} */
const OUTCOMES = { P: "P7-2", B: "B3-6", T: "T5-5" };
const WINNERS = { P: "punto", B: "banco" };

/** @param {string} letters @returns {any[]} */
const rounds = (letters) => [...letters].map((letter) => parseOutcome(OUTCOMES[letter]));
/** @param {string} letters @param {number} back */
const marks = (letters, back) => regularity(bigRoadColumns(rounds(letters)), back);
/** @param {{ x: number, y: number }[]} cells */
const positions = (cells) => cells.map(({ x, y }) => [x, y]);

test("an outcome has its winner, scores and pairs", () => {
  assert.deepEqual(parseOutcome("P8-6p"), { winner: "punto", punto: 8, banco: 6, pairs: ["punto"] });
  assert.deepEqual(parseOutcome("T6-6pb")?.pairs, ["punto", "banco"]);
  assert.deepEqual(parseOutcome("B3-7"), { winner: "banco", punto: 3, banco: 7, pairs: [] });
  assert.equal(parseOutcome("17"), null);
});

test("[PB-6a] the bead plate goes down six rows and then to the right", () => {
  const cells = beadPlate(rounds("PBTPPPB"));
  assert.deepEqual(positions(cells), [[0, 0], [0, 1], [0, 2], [0, 3], [0, 4], [0, 5], [1, 0]]);
  assert.equal(cells[2].coup.winner, "tie");
});

test("[PB-6a] the big road changes column with the winner and marks ties on the cell before", () => {
  assert.deepEqual(bigRoad(rounds("TPPTBTTP")).map(({ x, y, winner, ties }) => [x, y, winner, ties]), [
    [0, 0, "punto", 1],
    [0, 1, "punto", 1],
    [1, 0, "banco", 2],
    [2, 0, "punto", 0],
  ]);
});

test("a long run turns to the right at the foot of the plate, or before a taken cell", () => {
  const cells = positions(bigRoad(rounds("P".repeat(8) + "B".repeat(7) + "P")));
  assert.deepEqual(cells.slice(0, 8), [[0, 0], [0, 1], [0, 2], [0, 3], [0, 4], [0, 5], [1, 5], [2, 5]]);
  assert.deepEqual(cells.slice(8, 15), [[1, 0], [1, 1], [1, 2], [1, 3], [1, 4], [2, 4], [3, 4]]);
  assert.deepEqual(cells[15], [2, 0]);
});

// Worked out by hand: R regular (red), B irregular (blue).
/** @type {[string, Record<string, string>][]} */
const WORKED_EXAMPLES = [
  // 1, 1: one column more, as long as the one before it.
  ["PBP", { eye: "R", small: "", roach: "" }],
  // 2, 2: the second cell of the second column has a neighbour; then both columns are equally long.
  ["PPBBP", { eye: "RR", small: "", roach: "" }],
  // 1, 2: the second cell finds the column before it just ended; then the columns differ.
  ["PBBP", { eye: "BB", small: "", roach: "" }],
  // 1, 3: the third cell finds nothing beside it nor beside the one above: regular again.
  ["PBBBP", { eye: "BRB", small: "", roach: "" }],
  // 3, 1, 2, 1: from the third column on for the small road, from the fourth for the cockroach road.
  ["PPPBPPBP", { eye: "BBBB", small: "RBR", roach: "B" }],
];
for (const [letters, expected] of WORKED_EXAMPLES) {
  test(`[PB-23a] the derived roads of ${letters}`, () => {
    for (const [name, back] of Object.entries(DERIVED)) {
      const text = marks(letters, back).map((isRegular) => (isRegular ? "R" : "B")).join("");
      assert.equal(text, expected[name], name);
    }
  });
}

/**
 * A second implementation, by the cells themselves: at the head of a column whether the two columns compared
 * end level, elsewhere by the neighbours on the left.
 * @param {string} letters
 * @param {number} back
 */
function secondReading(letters, back) {
  const cells = new Set();
  /** @type {number[]} */
  const depths = [];
  const results = [];
  let previous = "";
  for (const letter of letters.replaceAll("T", "")) {
    if (letter === previous) depths[depths.length - 1] += 1;
    else depths.push(1);
    previous = letter;
    const [column, row] = [depths.length - 1, depths[depths.length - 1] - 1];
    cells.add(`${column}:${row}`);
    if (row === 0 && column > back) results.push(depths[column - 1] === depths[column - 1 - back]);
    else if (row > 0 && column >= back) {
      results.push(cells.has(`${column - back}:${row}`) === cells.has(`${column - back}:${row - 1}`));
    }
  }
  return results;
}

/** A sequence of outcomes from a small generator with a fixed seed. @param {number} seed */
function sequence(seed) {
  let state = Math.imul(seed, 2654435761);
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return Array.from({ length: Math.floor(next() * 73) }, () => {
    const value = next();
    if (value < 0.45) return "P";
    return value < 0.91 ? "B" : "T";
  }).join("");
}

test("two implementations of the derived roads agree, and no two cells share a square", () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const letters = sequence(seed);
    const list = rounds(letters);
    for (const [name, back] of Object.entries(DERIVED)) {
      assert.deepEqual(marks(letters, back), secondReading(letters, back), letters);
      const squares = positions(derivedRoad(list, name)).map(String);
      assert.equal(new Set(squares).size, squares.length);
      for (const [letter, winner] of Object.entries(WINNERS)) {
        const [before, after] = [secondReading(letters, back), secondReading(letters + letter, back)];
        const expected = after.length > before.length ? after.at(-1) : null;
        assert.equal(nextMarks(list, winner)[name], expected, letters);
      }
    }
    const squares = positions(bigRoad(list)).map(String);
    assert.equal(new Set(squares).size, squares.length);
  }
});

test("wins and ties are counted", () => {
  assert.deepEqual(counts(rounds("PPBTPT")), { punto: 3, banco: 1, tie: 2 });
});
