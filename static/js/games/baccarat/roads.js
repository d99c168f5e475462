// The five roads as pure reckonings over the outcomes of a table, oldest first: «P8-6», «T6-6pb», «B3-7b» are
// the winner's letter
// (P, B, or T for the tie), punto's and banco's score, and the pairs. A road remembers; it foretells nothing.

export const ROWS = 6; // every road is six deep

export function read(outcome) {
  const [, letter, punto, banco, pairs] = /^([PBT])(\d)-(\d)([pb]*)$/.exec(outcome) ?? [];
  if (!letter) return null;
  return {
    winner: { P: "punto", B: "banco", T: "tie" }[letter],
    punto: Number(punto),
    banco: Number(banco),
    pairs: [...pairs].map((each) => ({ p: "punto", b: "banco" }[each])),
  };
}

/** Bead plate: every outcome in its order, down each column, six to a column. */
export const bead = (coups) => coups.map((coup, at) => ({ x: Math.floor(at / ROWS), y: at % ROWS, coup }));

/**
 * Columns of the big road: one for each run of the same winner, whatever its length. A tie is no cell of its
 * own: it is marked on
 * the cell before it, and a tie before every winner waits for the first of them.
 */
export function columns(coups) {
  const found = [];
  let early = 0;
  for (const coup of coups) {
    const run = found.at(-1);
    if (coup.winner === "tie") {
      if (run) run[run.length - 1].ties += 1;
      else early += 1;
    } else {
      const cell = {
        winner: coup.winner,
        ties: early,
        pairs: coup.pairs,
        score: Math.max(coup.punto, coup.banco),
      };
      early = 0;
      if (run && run[0].winner === coup.winner) run.push(cell);
      else found.push([cell]);
    }
  }
  return found;
}

/** Where runs lie on a plate six deep: down their column, and to the right where the plate ends or a cell is taken. */
function laid(runs) {
  const taken = new Set();
  const cells = [];
  let start = 0;
  for (const run of runs) {
    while (taken.has(`${start}:0`)) start += 1;
    let [x, y, turned] = [start, 0, false];
    run.forEach((what, at) => {
      if (at > 0) {
        if (!turned && y + 1 < ROWS && !taken.has(`${x}:${y + 1}`)) y += 1;
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

export const bigRoad = (coups) => laid(columns(coups)).map(({ x, y, what }) => ({ x, y, ...what }));

/**
 * One of the three roads derived from the big road: how regular its columns are against the one that lies
 * `back` columns before.
 * The first cell of a column asks whether the two columns before it were equally long; every other asks
 * whether its neighbour in
 * the column compared with has just come to its end. Answers true (regular) or false for every cell from the
 * first that has one.
 */
export function marks(runs, back) {
  const found = [];
  runs.forEach((run, column) => {
    run.forEach((_cell, row) => {
      if (row === 0 ? column <= back : column < back) return;
      found.push(
        row === 0
          ? runs[column - 1].length === runs[column - 1 - back].length
          : runs[column - back].length !== row,
      );
    });
  });
  return found;
}

/** Big eye boy, small road and cockroach road compare with one, two and three columns before. */
export const DERIVED = { eye: 1, small: 2, roach: 3 };

function runsOf(list) {
  const runs = [];
  for (const regular of list) {
    const run = runs.at(-1);
    if (run && run[0] === regular) run.push(regular);
    else runs.push([regular]);
  }
  return runs;
}

export const derived = (coups, name) =>
  laid(runsOf(marks(columns(coups), DERIVED[name]))).map(({ x, y, what }) => ({ x, y, regular: what }));

/** What each derived road would mark next if that side won: {eye, small, roach}, null where it would mark nothing yet. */
export function ahead(coups, winner) {
  const runs = columns([...coups, { winner, punto: 0, banco: 0, pairs: [] }]);
  return Object.fromEntries(
    Object.entries(DERIVED).map(([name, back]) => {
      const [before, after] = [marks(columns(coups), back), marks(runs, back)];
      return [name, after.length > before.length ? after.at(-1) : null];
    }),
  );
}

export const counts = (coups) => ({
  punto: coups.filter((coup) => coup.winner === "punto").length,
  banco: coups.filter((coup) => coup.winner === "banco").length,
  tie: coups.filter((coup) => coup.winner === "tie").length,
});
