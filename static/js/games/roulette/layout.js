// The server's description of the table, prepared for drawing. Limits, prizes and numbers are all the
// server's.

import { spotOf, zoneOf } from "./geometry.js";

/**
 * @typedef {import("./types.d.ts").Description} Description
 * @typedef {import("./types.d.ts").Layout} Layout
 * @typedef {import("./types.d.ts").Place} Place
 */

/** @param {Description} described */
export function readLayout(described) {
  const zeros = described.zeros;
  /** @type {Map<string, Place>} */
  const places = new Map();
  for (const [id, { kind, numbers }] of Object.entries(described.places)) {
    const spot = spotOf({ kind, numbers }, zeros);
    const zone = zoneOf(spot, { kind, numbers }, zeros);
    places.set(id, { id, kind, numbers, covers: new Set(numbers), spot, zone });
  }
  const list = [...places.values()];
  return {
    zeros,
    places,
    list,
    wheel: described.wheel,
    colours: described.colours,
    kinds: described.kinds,
    calls: described.calls ?? {},
    minimum: described.minimum,
    step: described.step,
    cap: described.cap,
    capRule: described.cap_rule,
    /** Order of touch zones: a bet on a corner lies above one on a line, and that above a square. */
    touched: [...list].sort((a, b) => a.zone.layer - b.zone.layer),
  };
}

/**
 * The prize of a stake on a kind of chance, by the figures that the server sent.
 * @param {Layout} layout
 * @param {string} kind
 * @param {number} cents
 */
export function prizeOf(layout, kind, cents) {
  const [won, staked] = layout.kinds[kind].prize;
  return Math.ceil((cents * won) / staked);
}
