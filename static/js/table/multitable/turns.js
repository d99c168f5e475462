// Which table a player should decide at first. Nothing else is decided here, and nothing about a game is
// known.

/** @typedef {{ id: number, turn: boolean, ends: number | null }} TableTurn */

/**
 * The tables that await a decision, the most urgent one first.
 * @template {TableTurn} Table
 * @param {Table[]} tables
 */
export function awaitingTables(tables) {
  /** @param {TableTurn} table */
  const deadline = ({ ends }) => ends ?? Number.MAX_SAFE_INTEGER;
  return tables.filter(({ turn }) => turn).sort((first, second) => deadline(first) - deadline(second));
}

/**
 * The id of the table that belongs in front.
 * @param {TableTurn[]} tables
 * @param {number | null} current
 * @param {{ follow?: boolean, busy?: boolean }} options `follow`: the window may change it automatically;
 *   `busy`: the player is active at the front table, so it is not replaced
 */
export function frontTable(tables, current, { follow = true, busy = false } = {}) {
  const front = tables.find(({ id }) => id === current);
  const [mostUrgent] = awaitingTables(tables);
  if (!front) return mostUrgent?.id ?? tables[0]?.id;
  if (!follow || !mostUrgent || mostUrgent.id === current) return front.id;
  // A table without a decision gives way at once; one that awaits a decision only while the player is not
  // active there.
  return front.turn && busy ? front.id : mostUrgent.id;
}
