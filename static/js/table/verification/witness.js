// What this browser saw of a draw before the bets of a round.

/** @typedef {import("./types.d.ts").Witnessed} Witnessed */

const MAX_ROUNDS = 40;

/**
 * What this browser recorded and sent before the bets of each round, kept until the tab is closed.
 * @param {number} table
 */
export function drawWitness(table) {
  const key = `feltro.seen.${table}`;
  const read = () => {
    try {
      return JSON.parse(sessionStorage.getItem(key) ?? "{}");
    } catch {
      return {};
    }
  };
  let seen = read();
  function store() {
    seen = Object.fromEntries(
      Object.entries(seen).sort(([a], [b]) => Number(b) - Number(a)).slice(0, MAX_ROUNDS),
    );
    try {
      sessionStorage.setItem(key, JSON.stringify(seen));
    } catch { /* without storage the comparison is left out */ }
  }
  return {
    /**
     * Records the commitment when it is first seen. One that changes afterwards is a breach, which the
     * comparison shows.
     * @param {number} round
     * @param {string | undefined} commitment
     * @param {string} [button] the promise of a lot for the button
     */
    recordCommitment(round, commitment, button) {
      if (!commitment || seen[round]?.commitment) return;
      seen[round] = { ...seen[round], commitment, ...(button && { button }) };
      store();
    },
    /**
     * The share for a round. It is generated once; if the server has named the share that counts, that one is
     * sent again.
     * @param {number} round
     */
    shareFor(round) {
      if (!seen[round]?.nonce) {
        const nonce = Array.from(
          crypto.getRandomValues(new Uint8Array(16)),
          (byte) => byte.toString(16).padStart(2, "0"),
        ).join("");
        seen[round] = { ...seen[round], nonce };
        store();
      }
      return seen[round].counted ?? seen[round].nonce;
    },
    /**
     * Records which share counts for this player: the first that any of their windows sent.
     * @param {number} round
     * @param {string | undefined} nonce
     */
    recordCountedShare(round, nonce) {
      if (!nonce || !seen[round]?.nonce || seen[round].counted) return;
      seen[round] = { ...seen[round], counted: nonce };
      store();
    },
    /**
     * Records the seat from which the round is played.
     * @param {number} round
     * @param {number | undefined} seat
     */
    recordSeat(round, seat) {
      if (!seen[round]?.nonce || seen[round].seat !== undefined) return;
      seen[round] = { ...seen[round], seat };
      store();
    },
    /**
     * Records the number of the beacon's value when it is first named, and by how many milliseconds that was
     * after the value was due by this device's clock. A number that comes with its value proves nothing.
     * @param {number} round
     * @param {import("./types.d.ts").AwaitedValue | undefined} beacon
     * @param {number} [now]
     */
    recordNumber(round, beacon, now = Date.now()) {
      if (!beacon?.number || beacon.value || seen[round]?.number) return;
      seen[round] = { ...seen[round], number: beacon.number, late: now - (beacon.scheduled ?? 0) };
      store();
    },
    /** @param {number} round */
    of: (round) => seen[round] ?? {},
  };
}
