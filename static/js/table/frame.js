// A table that stands beside others in one window tells that window how it stands: whether it asks for a decision, and until when.
// It tells as it hears and not as it draws, because a page that nobody looks at draws nothing. Only this house's own window hears it.

const BUSY = ["pointerdown", "keydown", "input"];

/** `asked(state)` is the game's own word for whether a decision of this player is awaited. */
export function windowed({ table, clock, asked }) {
  let said = "";
  const tell = (more) => parent.postMessage({ feltro: "table", table, ...more }, location.origin);
  for (const kind of BUSY) {
    addEventListener(kind, () => tell({ busy: true }), { capture: true, passive: true });
  }
  addEventListener("keydown", (event) => {
    if (!event.altKey || !/^[1-9]$/.test(event.key)) return;
    event.preventDefault();
    tell({ go: Number(event.key) });
  });

  return (state, link) => {
    const turn = link === "open" && !state.mine?.ended && asked(state);
    const due = turn && state.table.due !== undefined ? state.table.due : null;
    const now = {
      link,
      turn,
      extra: turn && Boolean(state.table.called),
      seated: state.mine?.seat !== undefined && !state.mine.ended,
    };
    const signature = JSON.stringify([
      now,
      due,
      state.table.round,
      state.table.game?.turn,
      state.table.game?.to_match,
    ]);
    if (signature === said) return;
    said = signature;
    // One machine, one clock: the window counts by the same as this page does.
    tell({ now: { ...now, ends: due === null ? null : Date.now() + clock.until(due) } });
  };
}
