// The five scoreboards as pure functions of a table's outcomes, oldest first. An outcome such as «P8-6»,
// «T6-6pb» or «B3-7b» has the winner's letter (P, B, or T for a tie), the scores of punto and banco, and the
// pairs. A scoreboard records; it does not predict.

export const PLATE_ROWS = 6; // every plate has six rows

export function parseOutcome(outcome) {
  const [, letter, punto, banco, pairs] = /^([PBT])(\d)-(\d)([pb]*)$/.exec(outcome) ?? [];
  if (!letter) return null;
  return {
    winner: { P: "punto", B: "banco", T: "tie" }[letter],
    punto: Number(punto),
    banco: Number(banco),
    pairs: [...pairs].map((each) => ({ p: "punto", b: "banco" }[each])),
  };
}

/** Bead plate: every outcome in order, down each column, six to a column. */
export const beadPlate = (coups) =>
  coups.map((coup, index) => ({ x: Math.floor(index / PLATE_ROWS), y: index % PLATE_ROWS, coup }));

/**
 * Columns of the big road: one for each run of the same winner, whatever its length. A tie has no cell of its
 * own: it is marked on the cell before it. Ties before the first winner are marked on the first cell.
 */
export function bigRoadColumns(coups) {
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
 */
function layOut(runs) {
  const taken = new Set();
  const cells = [];
  let start = 0;
  for (const run of runs) {
    while (taken.has(`${start}:0`)) start += 1;
    let [x, y, turned] = [start, 0, false];
    run.forEach((what, index) => {
      if (index > 0) {
        if (!turned && y + 1 < PLATE_ROWS && !taken.has(`${x}:${y + 1}`)) y += 1;
        else {
          x += 1;
          turned = true;
        }
      }
      taken.add(`${x}:${y}`);
      cells.push({ x, y, what });
    });
    start += 1;
  }
  return cells;
}

export const bigRoad = (coups) => layOut(bigRoadColumns(coups)).map(({ x, y, what }) => ({ x, y, ...what }));

/**
 * One of the three roads derived from the big road: how regular its columns are compared with the one `back`
 * columns before. The first cell of a column compares the lengths of the two columns before it; every other
 * cell asks whether its neighbour in the compared column has just ended. Returns true (regular) or false for
 * every cell from the first that can be compared.
 */
export function regularity(runs, back) {
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

/** Big eye boy, small road and cockroach road compare with one, two and three columns before. */
export const DERIVED = { eye: 1, small: 2, roach: 3 };

function groupRuns(list) {
  const runs = [];
  for (const regular of list) {
    const run = runs.at(-1);
    if (run && run[0] === regular) run.push(regular);
    else runs.push([regular]);
  }
  return runs;
}

export const derivedRoad = (coups, name) =>
  layOut(groupRuns(regularity(bigRoadColumns(coups), DERIVED[name]))).map(({ x, y, what }) => ({
    x,
    y,
    regular: what,
  }));

/**
 * The next mark of each derived road if that side wins: {eye, small, roach}; null where it would have none
 * yet.
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

export const counts = (coups) => ({
  punto: coups.filter((coup) => coup.winner === "punto").length,
  banco: coups.filter((coup) => coup.winner === "banco").length,
  tie: coups.filter((coup) => coup.winner === "tie").length,
});
