// Whose decision runs out first: the order in which tables wait for one person, and which of them comes to the front. Nothing else
// is decided here, and nothing of a game.
//
//   waiting(tables)                      the tables that ask, the soonest to run out first: [{id, turn, ends}]
//   front(tables, current, {follow, busy})  the table that belongs in front
//     follow   whether the window may change it by itself
//     busy     somebody is at work in the front table right now: it is not taken away

export function waiting(tables) {
  const last = (each) => each.ends ?? Number.MAX_SAFE_INTEGER;
  return tables.filter((each) => each.turn).sort((one, other) => last(one) - last(other));
}

export function front(tables, current, { follow = true, busy = false } = {}) {
  const here = tables.find((each) => each.id === current);
  const [next] = waiting(tables);
  if (!here) return next?.id ?? tables[0]?.id;
  if (!follow || !next || next.id === current) return current;
  // A table that has been answered gives way at once; one that still asks does so only to a shorter time, and not under a hand.
  return here.turn && busy ? current : next.id;
}
