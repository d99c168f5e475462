// The player's hand: the chip in use, what was taken back and may be laid again, the last round's bets, named favourites.
// Nothing is ever laid by itself: every bet is one act of the player.

import { CHIPS } from "../chips.js";

const AT_ONCE = 50; // places in one bet
const FAVOURITES = 12;

function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch { /* a browser that keeps nothing still plays */ }
}

function kept(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** The chips offered at a table: those that its limits let lie on some place. */
export function trayOf(layout) {
  const most = Math.max(...Object.values(layout.kinds).map((kind) => kind.max));
  const values = CHIPS.filter(([value]) =>
    value >= layout.minimum && value <= most && value % layout.step === 0
  );
  if (!values.some(([value]) => value === layout.minimum)) {
    const name = CHIPS.filter(([value]) => value <= layout.minimum).at(-1)?.[1] ?? CHIPS[0][1];
    values.unshift([layout.minimum, name]);
  }
  return values;
}

const add = (one, other) => {
  const sum = { ...one };
  for (const [place, cents] of Object.entries(other)) sum[place] = (sum[place] ?? 0) + cents;
  return sum;
};

export const sumOf = (on) => Object.values(on ?? {}).reduce((sum, cents) => sum + cents, 0);

/** `ask(do, on)` sends a command of the game; `on` is what it would lay. */
export function hand({ layout, table, ask }) {
  const chips = trayOf(layout);
  const named = `feltro.favourites.${table.system}.${table.currency}.${layout.zeros.length}`;
  const lastOne = `feltro.last.${table.id}`;
  const chipKey = `feltro.chip.${table.currency}`;
  const known = kept(chipKey, null);
  let chip = chips.some(([value]) => value === known) ? known : chips[0][0];
  let undone = [];
  let again = 0; // bets that are a redo, so that they do not empty what can be redone

  /** Lays several places at once, whole or refused whole; more than one bet holds goes in several. */
  function layAll(on) {
    const places = Object.entries(on).filter(([place]) => layout.places.has(place));
    for (let at = 0; at < places.length; at += AT_ONCE) {
      const part = Object.fromEntries(places.slice(at, at + AT_ONCE));
      ask({ t: "bet", on: part }, part);
    }
  }

  return {
    chips,
    get chip() {
      return chip;
    },
    choose(value) {
      chip = value;
      keep(chipKey, value);
    },
    lay: (place) => layAll({ [place]: chip }),
    layAll,
    undo: () => ask({ t: "undo" }),
    clear: () => ask({ t: "clear" }),
    redo() {
      const on = undone.pop();
      if (on) {
        again += 1;
        layAll(on);
      }
    },
    /** What a call places at the chip in use; laid only when the player confirms it.  [FR-8] */
    callOn: (name, number) =>
      Object.fromEntries(
        Object.entries(layout.calls[name][number].chips).map(([place, count]) => [place, count * chip]),
      ),
    call(name, number) {
      ask({ t: "call", name, ...(number === "" ? {} : { number }), chip }, this.callOn(name, number));
    },
    repeat() {
      layAll(kept(lastOne, {}));
    },
    double: (bets) => layAll(bets),
    /** The news of the seat tell exactly what was laid and taken. */
    heard(news) {
      for (const event of news) {
        if (event.t === "bet-taken") undone.push(event.on);
        if (event.t === "bet-placed") {
          if (again) again -= 1;
          else undone = [];
        }
        if (event.t === "bets-opened") {
          undone = [];
          again = 0;
        }
      }
    },
    roundClosed(bets) {
      if (sumOf(bets)) keep(lastOne, bets);
    },
    newRound() {
      undone = [];
      again = 0;
    },
    last: () => kept(lastOne, {}),
    get redoable() {
      return undone.length > 0;
    },
    favourites: () => kept(named, []),
    save(name, bets) {
      keep(
        named,
        [...kept(named, []).filter((each) => each.name !== name), { name, on: bets }].slice(-FAVOURITES),
      );
    },
    forget(name) {
      keep(named, kept(named, []).filter((each) => each.name !== name));
    },
    add,
  };
}
