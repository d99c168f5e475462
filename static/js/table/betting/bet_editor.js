// What a player can do with bets: the chip in use, undo and redo, the bets of the last round, named
// favourites. No bet is ever placed automatically: each is one action of the player.

import { CHIPS } from "../chips.js";

/**
 * @typedef {import("../game.d.ts").BettingLayout} BettingLayout
 * @typedef {import("../messages.d.ts").GameCommand} GameCommand
 * @typedef {import("../messages.d.ts").GameEvent} GameEvent
 * @typedef {import("../messages.d.ts").Stakes} Stakes
 */

const MAX_PLACES_PER_BET = 50; // places in one bet
const MAX_FAVOURITES = 12;

/** @param {string} key @param {any} value */
function store(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch { /* without storage the bets can still be placed */ }
}

/** @param {string} key @param {any} otherwise */
function readStored(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * The chips offered at a table: those that its limits allow on some place.
 * @param {BettingLayout} layout
 */
export function trayChips(layout) {
  const maximum = Math.max(...Object.values(layout.kinds).map((kind) => kind.max));
  const values = CHIPS.filter(([value]) =>
    value >= layout.minimum && value <= maximum && value % layout.step === 0
  );
  if (!values.some(([value]) => value === layout.minimum)) {
    const name = CHIPS.filter(([value]) => value <= layout.minimum).at(-1)?.[1] ?? CHIPS[0][1];
    values.unshift([layout.minimum, name]);
  }
  return values;
}

/** @param {Stakes} stakes @param {Stakes} other */
const add = (stakes, other) => {
  const sum = { ...stakes };
  for (const [place, cents] of Object.entries(other)) sum[place] = (sum[place] ?? 0) + cents;
  return sum;
};

/** @param {Stakes | undefined} stakes */
export const totalStakes = (stakes) => Object.values(stakes ?? {}).reduce((sum, cents) => sum + cents, 0);

/** `sendCommand(command, stakes)` sends a command of the game. */
/**
 * @typedef {ReturnType<typeof betEditor>} BetEditor
 * @typedef {{ name: string, on: Stakes }} Favourite
 * @param {{
 *   layout: BettingLayout, table: { id: number, system: string, currency: string },
 *   sendCommand: (command: GameCommand, stakes?: Stakes) => unknown,
 * }} options
 */

export function betEditor({ layout, table, sendCommand }) {
  const chips = trayChips(layout);
  const favouritesKey = `feltro.favourites.${table.system}.${table.currency}.${layout.zeros.length}`;
  const lastBetsKey = `feltro.last.${table.id}`;
  const chipKey = `feltro.chip.${table.currency}`;
  const storedChip = readStored(chipKey, null);
  let chip = chips.some(([value]) => value === storedChip) ? storedChip : chips[0][0];
  /** @type {Stakes[]} */
  let undoneBets = [];

  /** Whether the limits allow each stake, of those whose place there is. @param {Stakes} stakes */
  const isAllowed = (stakes) =>
    Object.entries(stakes).every(([id, cents]) => {
      const place = layout.places.get(id);
      if (!place) return true;
      const limits = layout.kinds[place.kind ?? "box"] ?? {};
      const { min = layout.minimum, max = Infinity, step = layout.step } = limits;
      return cents >= min && cents <= max && cents % step === 0;
    });
  let redosPending = 0; // redone bets under way; they must not empty the list of bets to redo

  /**
   * Places bets on several places at once, accepted or refused as a whole. More than one bet can hold is sent
   * in several.
   * @param {Stakes} stakes
   */
  function placeBets(stakes) {
    const places = Object.entries(stakes).filter(([place]) => layout.places.has(place));
    for (let start = 0; start < places.length; start += MAX_PLACES_PER_BET) {
      const part = Object.fromEntries(places.slice(start, start + MAX_PLACES_PER_BET));
      sendCommand({ t: "bet", on: part }, part);
    }
  }

  return {
    chips,
    get chip() {
      return chip;
    },
    /** @param {any} value */
    chooseChip(value) {
      chip = value;
      store(chipKey, value);
    },
    /** @param {string} place */
    placeChip: (place) => placeBets({ [place]: chip }),
    placeBets,
    undo: () => sendCommand({ t: "undo" }),
    clear: () => sendCommand({ t: "clear" }),
    redo() {
      const stakes = undoneBets.pop();
      if (stakes) {
        redosPending += 1;
        placeBets(stakes);
      }
    },
    /**
     * The stakes of a call bet at the chip in use. It is placed only when the player confirms it.  [FR-8]
     * @param {string} name
     * @param {string} number
     * @param {number} [value]
     */
    callStakes: (name, number, value = chip) =>
      Object.fromEntries(
        Object.entries(layout.calls[name][number].chips).map(([place, count]) => [place, count * value]),
      ),
    /** @param {string} name @param {string} number @param {number} [value] */
    placeCall(name, number, value = chip) {
      sendCommand(
        { t: "call", name, ...(number === "" ? {} : { number }), chip: value },
        this.callStakes(name, number, value),
      );
    },
    repeatLastBets() {
      placeBets(this.lastBets());
    },
    /** @param {Stakes | undefined} bets */
    double: (bets) => placeBets(bets ?? {}),
    /**
     * The events of the seat contain exactly what was placed and taken back.
     * @param {GameEvent[]} news
     */
    receive(news) {
      for (const event of news) {
        if (event.t === "bet-taken") undoneBets.push(event.on);
        if (event.t === "bet-placed") {
          if (redosPending) redosPending -= 1;
          else undoneBets = [];
        }
        if (event.t === "bets-opened") {
          undoneBets = [];
          redosPending = 0;
        }
      }
    },
    /** @param {Stakes | undefined} bets */
    recordClosedBets(bets) {
      if (totalStakes(bets)) store(lastBetsKey, bets);
    },
    startRound() {
      undoneBets = [];
      redosPending = 0;
    },
    /**
     * The bets of the last round, unless the limits have changed so that they do not fit any more.
     * @returns {Stakes}
     */
    lastBets() {
      const stakes = readStored(lastBetsKey, {});
      return isAllowed(stakes) ? stakes : {};
    },
    get canRedo() {
      return undoneBets.length > 0;
    },
    storedFavourites: () => readStored(favouritesKey, []),
    /** @param {string} name @param {Stakes | undefined} bets */
    saveFavourite(name, bets) {
      store(
        favouritesKey,
        [
          ...readStored(favouritesKey, []).filter((/** @type {Favourite} */ favourite) =>
            favourite.name !== name
          ),
          { name, on: bets },
        ]
          .slice(
            -MAX_FAVOURITES,
          ),
      );
    },
    /** @param {string} name */
    deleteFavourite(name) {
      store(
        favouritesKey,
        readStored(favouritesKey, []).filter((/** @type {Favourite} */ favourite) => favourite.name !== name),
      );
    },
    add,
  };
}
