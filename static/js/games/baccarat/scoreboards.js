// The five scoreboards as pure functions of a table's outcomes, oldest first. An outcome such as «P8-6»,
// «T6-6pb» or «B3-7b» has the winner's letter (P, B, or T for a tie), the scores of punto and banco, and the
// pairs. A scoreboard records; it does not predict.

/**
 * @typedef {import("./types.d.ts").BigRoadCell} BigRoadCell
 * @typedef {import("./types.d.ts").Cell} Cell
 * @typedef {import("./types.d.ts").Coup} Coup
 */

/** @type {Record<string, string>} */
const WINNERS = { P: "punto", B: "banco", T: "tie" };
/** @type {Record<string, string>} */
const PAIRS = { p: "punto", b: "banco" };
export const PLATE_ROWS = 6; // every plate has six rows

/** @param {string} outcome */
export function parseOutcome(outcome) {
  const [, letter, punto, banco, pairs] = /^([PBT])(\d)-(\d)([pb]*)$/.exec(outcome) ?? [];
  if (!letter) return null;
  return {
    winner: WINNERS[letter],
    punto: Number(punto),
    banco: Number(banco),
    pairs: [...pairs].map((pair) => PAIRS[pair]),
  };
}

/**
 * Bead plate: every outcome in order, down each column, six to a column.
 * @param {Coup[]} coups
 */
export const beadPlate = (coups) =>
  coups.map((coup, index) => ({ x: Math.floor(index / PLATE_ROWS), y: index % PLATE_ROWS, coup }));

/**
 * Columns of the big road: one for each run of the same winner, whatever its length. A tie has no cell of its
 * own: it is marked on the cell before it. Ties before the first winner are marked on the first cell.
 * @param {Coup[]} coups
 */
export function bigRoadColumns(coups) {
  /** @type {BigRoadCell[][]} */
  const result = [];
  let tiesBefore = 0;
  for (const coup of coups) {
    const run = result.at(-1);
    if (coup.winner === "tie") {
      if (run) run[run.length - 1].ties += 1;
      else tiesBefore += 1;
    } else {
      const cell = {
        winner: coup.winner,
        ties: tiesBefore,
        pairs: coup.pairs,
        score: Math.max(coup.punto, coup.banco),
      };
      tiesBefore = 0;
      if (run && run[0].winner === coup.winner) run.push(cell);
      else result.push([cell]);
    }
  }
  return result;
}

/**
 * The positions of runs on a plate of six rows: down their column, and to the right where the plate ends or a
 * cell is taken.
 * @param {any[][]} runs
 */
function layOut(runs) {
  const taken = new Set();
  /** @type {(Cell & { value: any })[]} */
  const cells = [];
  let start = 0;
  for (const run of runs) {
    while (taken.has(`${start}:0`)) start += 1;
    let [x, y, turned] = [start, 0, false];
    run.forEach((value, index) => {
      if (index > 0) {
        if (!turned && y + 1 < PLATE_ROWS && !taken.has(`${x}:${y + 1}`)) y += 1;
        else {
          x += 1;
          turned = true;
        }
      }
      taken.add(`${x}:${y}`);
      cells.push({ x, y, value });
    });
    start += 1;
  }
  return cells;
}

/** @param {Coup[]} coups */
export const bigRoad = (coups) =>
  layOut(bigRoadColumns(coups)).map(({ x, y, value }) => ({ x, y, ...value }));

/**
 * One of the three roads derived from the big road: how regular its columns are compared with the one `back`
 * columns before. The first cell of a column compares the lengths of the two columns before it; every other
 * cell asks whether its neighbour in the compared column has just ended. Returns true (regular) or false for
 * every cell from the first that can be compared.
 * @param {any[][]} runs
 * @param {number} back
 */
export function regularity(runs, back) {
  /** @type {boolean[]} */
  const result = [];
  runs.forEach((run, column) => {
    run.forEach((_cell, row) => {
      if (row === 0 ? column <= back : column < back) return;
      result.push(
        row === 0
          ? runs[column - 1].length === runs[column - 1 - back].length
          : runs[column - back].length !== row,
      );
    });
  });
  return result;
}

/**
 * Big eye boy, small road and cockroach road compare with one, two and three columns before.
 * @type {Record<string, number>}
 */
export const DERIVED = { eye: 1, small: 2, roach: 3 };

/** @param {boolean[]} list */
function groupRuns(list) {
  /** @type {boolean[][]} */
  const runs = [];
  for (const regular of list) {
    const run = runs.at(-1);
    if (run && run[0] === regular) run.push(regular);
    else runs.push([regular]);
  }
  return runs;
}

/** @param {Coup[]} coups @param {string} name */
export const derivedRoad = (coups, name) =>
  layOut(groupRuns(regularity(bigRoadColumns(coups), DERIVED[name]))).map(({ x, y, value }) => ({
    x,
    y,
    regular: value,
  }));

/**
 * The next mark of each derived road if that side wins: {eye, small, roach}; null where it would have none
 * yet.
 * @param {Coup[]} coups
 * @param {string} winner
 */
export function nextMarks(coups, winner) {
  const runs = bigRoadColumns([...coups, { winner, punto: 0, banco: 0, pairs: [] }]);
  return Object.fromEntries(
    Object.entries(DERIVED).map(([name, back]) => {
      const [before, after] = [regularity(bigRoadColumns(coups), back), regularity(runs, back)];
      return [name, after.length > before.length ? after.at(-1) : null];
    }),
  );
}

/** @param {Coup[]} coups */
export const counts = (coups) => ({
  punto: coups.filter((coup) => coup.winner === "punto").length,
  banco: coups.filter((coup) => coup.winner === "banco").length,
  tie: coups.filter((coup) => coup.winner === "tie").length,
});
