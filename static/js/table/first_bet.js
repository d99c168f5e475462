// A press on the felt by somebody without a seat at a demonstration table takes a seat. Its chip is laid as
// soon as bets are open there. One press is one bet: it waits for a while and then lapses.  [AR-30] [FR-R31]

const WAIT = 45_000; // ms, enough for the end of a round that is running
const STORAGE_KEY = "feltro.first-bet";

/**
 * @typedef {import("./messages.d.ts").GameCommand} GameCommand
 * @typedef {{ command: GameCommand, until: number }} WaitingBet
 */

/** The bet that was kept while the page of a new visitor was loading. @param {number} table */
function readKept(table) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null");
    sessionStorage.removeItem(STORAGE_KEY);
    return kept?.table === table ? /** @type {WaitingBet} */ (kept) : null;
  } catch {
    return null;
  }
}

/**
 * @param {{
 *   table: { id: number, currency: string }, visit: (() => void) | null, sit: (() => void) | null,
 *   sendBet: (command: GameCommand) => void,
 * }} options  `visit` makes a visitor of somebody without an account; `sit` asks for a seat.
 */
export function firstBet({ table, visit, sit, sendBet }) {
  let waiting = readKept(table.id);

  return {
    /** Whether the bet is taken over, to be laid once there is a seat. @param {GameCommand} command */
    takeSeat(command) {
      if (table.currency !== "DEMO" || command.t !== "bet" || !(visit || sit)) return false;
      waiting = { command, until: Date.now() + WAIT };
      if (sit) sit();
      else if (visit) {
        try {
          sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ table: table.id, ...waiting }));
        } catch { /* without storage the visitor gets the seat and lays the chip again */ }
        visit();
      }
      return true;
    },
    /** @param {{ isOpen: boolean }} seat  whether this player has a seat and bets are open */
    follow({ isOpen }) {
      if (!waiting || !(isOpen || Date.now() > waiting.until)) return;
      const { command, until } = waiting;
      waiting = null;
      if (Date.now() <= until) sendBet(command);
    },
  };
}
