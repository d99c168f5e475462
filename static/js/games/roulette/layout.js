// The server's description of the table, prepared for drawing. Limits, prizes and numbers are all the
// server's.

import { spotOf, zoneOf } from "./geometry.js";

export function readLayout(described) {
  const zeros = described.zeros;
  const places = new Map();
  for (const [id, { kind, numbers }] of Object.entries(described.places)) {
    const place = { id, kind, numbers, covers: new Set(numbers) };
    place.spot = spotOf(place, zeros);
    place.zone = zoneOf(place.spot, place, zeros);
    places.set(id, place);
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

/** The prize of a stake on a kind of chance, by the figures that the server sent. */
export function prizeOf(layout, kind, cents) {
  const [won, staked] = layout.kinds[kind].prize;
  return Math.ceil((cents * won) / staked);
}
