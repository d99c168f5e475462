// The order in which a result is shown: the ball runs and rests, the number is marked, losing chips are
// collected, winning ones are paid.  [AR-3d] [AR-16] [AR-17] [FR-3d] [FR-R17] [FR-R18]
// The state is known a few seconds before it may be shown; until then the balance and the chips are drawn as
// they were. A player who returns in the middle sees the end; nothing is repeated.

/**
 * @typedef {import("../../table/clock.js").ServerClock} ServerClock
 * @typedef {import("../../table/messages.d.ts").ServerFrame} ServerFrame
 * @typedef {import("../../table/messages.d.ts").TableState} TableState
 * @typedef {import("../../table/messages.d.ts").TableView} TableView
 * @typedef {import("./types.d.ts").HeldBack} HeldBack
 * @typedef {import("./types.d.ts").WheelMotion} WheelMotion
 */

const MARKED_TIME = 1000;
const COLLECT_TIME = 900;
const PAY_TIME = 1000;
const MARGIN = 250; // ms; the round must be shown to its end before the next one opens
// Where the table pauses only briefly, the steps take this share of their time, and the ball the rest.
const SHORT_SHARE = 0.4;
const MIN_SPIN = 1200; // ms; no ball comes to rest sooner

/** @param {{ wheel: WheelMotion, reducedMotion: () => boolean, clock: ServerClock }} options */
export function resultSequence({ wheel, reducedMotion, clock }) {
  /** @type {HeldBack | null} */
  let closing = null; // since "no more bets": what may still be shown
  /** @type {any} */
  let run = null; // since the number: {round, number, since, ends: {spinning, marked, collect, pay}, held}

  /** @param {TableView} table */
  const withoutResult = (table) => {
    const { number: _number, colour: _colour, won: _won, paid: _paid, ...game } = table.game ?? {};
    return { ...table, phase: "closed", game: { ...game, phase: "closed" } };
  };

  /** @param {TableState} state @param {TableState} before @param {string} number @param {number} now */
  function start(state, before, number, now) {
    const { table } = state;
    const room = table.due === undefined ? Infinity : clock.until(table.due) - MARGIN;
    const steps = MARKED_TIME + COLLECT_TIME + PAY_TIME;
    const within = Math.max(MIN_SPIN, room - SHORT_SHARE * steps);
    const spin = reducedMotion()
      ? 0
      : wheel.land({ number, seed: `${table.round}:${table.commitment ?? ""}`, now, within });
    if (reducedMotion()) wheel.settle(number);
    const share = Math.min(1, Math.max(SHORT_SHARE / 2, (room - spin) / steps));
    const marked = spin + MARKED_TIME * share;
    const collect = marked + COLLECT_TIME * share;
    const held = closing ?? { mine: before.mine, purse: before.purse };
    run = {
      round: table.round,
      number,
      since: now,
      ends: { spinning: spin, marked, collect, pay: collect + PAY_TIME * share },
      held: { ...held, history: before.table.history ?? [] },
    };
    closing = null;
  }

  /** @param {number} now */
  function stepAt(now) {
    if (!run) return closing ? "running" : "live";
    const t = now - run.since;
    return ["spinning", "marked", "collect", "pay"].find((step) => t < run.ends[step]) ?? "live";
  }

  /** @param {TableState} state @param {number} now */
  function showAtRest(state, now) {
    const { table } = state;
    run = null;
    closing = null;
    if (table.phase === "closed" && table.game?.number === undefined) {
      closing = { mine: state.mine, purse: state.purse };
      wheel.launch(now);
    } else wheel.settle(table.game?.number ?? numberOf(table.history?.[0]));
  }

  /** @param {TableState} state */
  function updateClosing(state) {
    if (!closing) return;
    if (!state.mine?.game?.result) closing.mine = state.mine;
    if (!closing.purse || (state.purse && state.purse.cents < closing.purse.cents)) {
      closing.purse = state.purse;
    }
  }

  return {
    /**
     * A frame was applied.
     * @param {TableState} before
     * @param {TableState} after
     * @param {ServerFrame} frame
     * @param {number} now
     */
    receive(before, after, frame, now) {
      const [tableBefore, table] = [before.table, after.table];
      if (frame.t === "snapshot") {
        if (!run || run.round !== table.round) showAtRest(after, now);
        return;
      }
      if (
        table.round !== tableBefore.round || (table.phase === "betting" && tableBefore.phase !== "betting")
      ) {
        run = null;
        closing = null;
        if (wheel.moving) wheel.settle(numberOf(table.history?.[0]));
      }
      const number = table.game?.number;
      if (number !== undefined && tableBefore.game?.number === undefined && frame.t === "table") {
        start(after, before, number, now);
      } else if (table.phase === "closed" && tableBefore.phase !== "closed" && number === undefined) {
        closing = { mine: before.mine, purse: before.purse };
        if (!reducedMotion()) wheel.launch(now);
      } else if (closing && table.phase !== "closed") {
        closing = null; // void or on hold: the ball is removed
        wheel.settle(undefined);
      }
      updateClosing(after);
    },
    /**
     * The player skips the animation.
     * @param {number} now
     */
    skip(now) {
      if (stepAt(now) !== "spinning") return;
      run.since = now - run.ends.spinning;
      wheel.settle(run.number);
    },
    reset() {
      run = null;
      closing = null;
    },
    /**
     * The state as it may be shown now.
     * @param {TableState} state
     * @param {number} now
     */
    visibleState(state, now) {
      const step = stepAt(now);
      if (step === "running") return { ...state, ...closing, step, playing: [] };
      if (step === "spinning") {
        return {
          ...state,
          mine: run.held.mine,
          purse: run.held.purse,
          table: { ...withoutResult(state.table), history: run.held.history },
          step,
          playing: [],
        };
      }
      if (step === "marked" || step === "collect") {
        // The layout may show what is lost; the figures of the header follow when everything has been paid.
        return {
          ...state,
          mine: { ...run.held.mine, game: state.mine?.game ?? run.held.mine?.game },
          purse: run.held.purse,
          step,
          playing: [],
        };
      }
      return { ...state, step, playing: [] };
    },
    /** @param {number} now */
    isMoving: (now) => stepAt(now) !== "live",
  };
}

/**
 * An entry of the last results, as its number.
 * @param {any} entry
 */
export function numberOf(entry) {
  return typeof entry === "object" && entry !== null ? entry.number : entry;
}
