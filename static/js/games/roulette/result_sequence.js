// The order in which a result is shown: the ball runs and rests, the number is marked, losing chips are
// collected, winning ones are paid.  [AR-3d] [AR-16] [AR-17] [FR-3d] [FR-R17] [FR-R18]
// The state is known a few seconds before it may be shown; until then the balance and the chips are drawn as
// they were. A player who returns in the middle sees the end; nothing is repeated.

const MARKED = 1000;
const COLLECT = 900;
const PAY = 1000;
const SPARE = 250; // ms; the round must be shown to its end before the next one opens
// Where the table pauses only briefly, the steps take this share of their time, and the ball the rest.
const BRIEF = 0.4;
const QUICK = 1200; // ms; no ball comes to rest sooner

export function resultSequence({ wheel, reducedMotion, clock }) {
  let closing = null; // since "no more bets": what may still be shown
  let run = null; // since the number: {round, number, since, ends: {spinning, marked, collect, pay}, held}

  const withoutResult = (table) => {
    const { number: _number, colour: _colour, won: _won, paid: _paid, ...game } = table.game ?? {};
    return { ...table, phase: "closed", game: { ...game, phase: "closed" } };
  };

  function start(state, before, number, now) {
    const { table } = state;
    const room = table.due === undefined ? Infinity : clock.until(table.due) - SPARE;
    const steps = MARKED + COLLECT + PAY;
    const within = Math.max(QUICK, room - BRIEF * steps);
    const spin = reducedMotion()
      ? 0
      : wheel.land({ number, seed: `${table.round}:${table.commitment ?? ""}`, now, within });
    if (reducedMotion()) wheel.settle(number);
    const rest = Math.min(1, Math.max(BRIEF / 2, (room - spin) / steps));
    const marked = spin + MARKED * rest;
    const collect = marked + COLLECT * rest;
    const held = closing ?? { mine: before.mine, purse: before.purse };
    run = {
      round: table.round,
      number,
      since: now,
      ends: { spinning: spin, marked, collect, pay: collect + PAY * rest },
      held: { ...held, history: before.table.history ?? [] },
    };
    closing = null;
  }

  function stepAt(now) {
    if (!run) return closing ? "running" : "live";
    const t = now - run.since;
    return ["spinning", "marked", "collect", "pay"].find((step) => t < run.ends[step]) ?? "live";
  }

  function rest(state, now) {
    const { table } = state;
    run = null;
    closing = null;
    if (table.phase === "closed" && table.game?.number === undefined) {
      closing = { mine: state.mine, purse: state.purse };
      wheel.launch(now);
    } else wheel.settle(table.game?.number ?? numberOf(table.history?.[0]));
  }

  function follow(state) {
    if (!closing) return;
    if (!state.mine?.game?.result) closing.mine = state.mine;
    if (!closing.purse || (state.purse && state.purse.cents < closing.purse.cents)) {
      closing.purse = state.purse;
    }
  }

  return {
    /** A frame was applied. */
    heard(before, after, frame, now) {
      const [was, is] = [before.table, after.table];
      if (frame.t === "snapshot") {
        if (!run || run.round !== is.round) rest(after, now);
        return;
      }
      if (is.round !== was.round || (is.phase === "betting" && was.phase !== "betting")) {
        run = null;
        closing = null;
        if (wheel.moving) wheel.settle(numberOf(is.history?.[0]));
      }
      const number = is.game?.number;
      if (number !== undefined && was.game?.number === undefined && frame.t === "table") {
        start(after, before, number, now);
      } else if (is.phase === "closed" && was.phase !== "closed" && number === undefined) {
        closing = { mine: before.mine, purse: before.purse };
        if (!reducedMotion()) wheel.launch(now);
      } else if (closing && is.phase !== "closed") {
        closing = null; // void or on hold: the ball is removed
        wheel.settle(undefined);
      }
      follow(after);
    },
    /** The player skips the animation. */
    skip(now) {
      if (stepAt(now) !== "spinning") return;
      run.since = now - run.ends.spinning;
      wheel.settle(run.number);
    },
    lost() {
      run = null;
      closing = null;
    },
    /** The state as it may be shown now. */
    shown(state, now) {
      const step = stepAt(now);
      if (step === "running") return { ...state, ...closing, step };
      if (step === "spinning") {
        return {
          ...state,
          mine: run.held.mine,
          purse: run.held.purse,
          table: { ...withoutResult(state.table), history: run.held.history },
          step,
        };
      }
      if (step === "marked" || step === "collect") {
        // The layout may show what is lost; the figures of the header follow when everything has been paid.
        return {
          ...state,
          mine: { ...run.held.mine, game: state.mine?.game ?? run.held.mine?.game },
          purse: run.held.purse,
          step,
        };
      }
      return { ...state, step };
    },
    moving: (now) => stepAt(now) !== "live",
  };
}

/** An entry of the last results, as its number. */
export function numberOf(entry) {
  return typeof entry === "object" && entry !== null ? entry.number : entry;
}
