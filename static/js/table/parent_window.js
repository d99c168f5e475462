// A table shown beside others in one window reports to that window whether it awaits a decision, and until
// when. It reports when frames arrive and not when it draws, because a hidden page draws nothing. Only a
// window of the same origin receives the reports.

/**
 * @typedef {import("./clock.js").ServerClock} ServerClock
 * @typedef {import("./messages.d.ts").TableState} TableState
 */

const ACTIVITY = ["pointerdown", "keydown", "input"];

/**
 * `awaitsDecision(state)` is the game's answer to whether this player must decide now.
 * @param {{ table: any, clock: ServerClock, awaitsDecision: (state: TableState) => boolean }} options
 */
export function parentReporter({ table, clock, awaitsDecision }) {
  let lastSignature = "";
  /** @param {object} more */
  const post = (more) => parent.postMessage({ feltro: "table", table, ...more }, location.origin);
  for (const kind of ACTIVITY) {
    addEventListener(kind, () => post({ busy: true }), { capture: true, passive: true });
  }
  addEventListener("keydown", (event) => {
    if (!event.altKey || !/^[1-9]$/.test(event.key)) return;
    event.preventDefault();
    post({ go: Number(event.key) });
  });

  /** @param {TableState} state @param {string} link */
  return (state, link) => {
    const isTurn = link === "open" && !state.mine?.ended && awaitsDecision(state);
    const deadline = isTurn && state.table.due !== undefined ? state.table.due : null;
    const report = {
      link,
      turn: isTurn,
      extra: isTurn && Boolean(state.table.called),
      seated: state.mine?.seat !== undefined && !state.mine.ended,
    };
    const signature = JSON.stringify([
      report,
      deadline,
      state.table.round,
      state.table.game?.turn,
      state.table.game?.to_match,
    ]);
    if (signature === lastSignature) return;
    lastSignature = signature;
    // Both pages run on the same machine, so the parent window can count with the local clock.
    post({ now: { ...report, ends: deadline === null ? null : Date.now() + clock.until(deadline) } });
  };
}
